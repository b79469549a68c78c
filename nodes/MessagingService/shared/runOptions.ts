import type { IDataObject } from 'n8n-workflow';

import type { DeliverySettings } from './deliveryOptions';
import { readDeliverySettings } from './deliveryOptions';
import { Problem } from './problems';
import { wholeNumber } from './values';

/** The options that decide how requests go out; read once per run. */
export type RunOptions = {
	concurrency: number;
	maxWaitMs: number;
	resendUnknown: boolean;
	/** Undefined: nobody waits for the delivery. */
	delivery?: DeliverySettings;
};

/** @throws Problem if one of them is wrong */
export function readRunOptions(options: IDataObject): RunOptions {
	const { onUnknownOutcome = 'doNotResend' } = options;
	if (onUnknownOutcome !== 'doNotResend' && onUnknownOutcome !== 'resend') {
		throw new Problem(
			`On Unknown Outcome is neither doNotResend nor resend: ${String(onUnknownOutcome)}`,
			'Choose one of the two from the list.',
		);
	}
	return {
		concurrency: wholeNumber(options.concurrency ?? 20, 'Concurrency', 100),
		maxWaitMs: readMaxWaitMs(options),
		resendUnknown: onUnknownOutcome === 'resend',
		delivery: readDeliverySettings(options),
	};
}

/** How long one request may wait in all, in ms; the user gives seconds. */
export function readMaxWaitMs({ maxWait = 60 }: IDataObject): number {
	return 1000 * wholeNumber(maxWait, 'Max Wait', 900, 0);
}
