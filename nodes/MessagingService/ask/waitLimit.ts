import { type IDataObject, WAIT_INDEFINITELY } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { menuField, numberField } from '../fields/common';
import { group } from '../fields/group';
import { groupOf } from '../parameters/optionReaders';
import { asText } from '../values/given';

const amountField = numberField('Amount', 'amount', {
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 45,
	description: 'How many minutes, hours, or days to wait',
});

const unitField = menuField('Unit', 'unit', {
	options: [
		{ name: 'Days', value: 'days' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Minutes', value: 'minutes' },
	],
	default: 'minutes',
	description: "Unit of time that 'Amount' is in",
});

export const limitWaitTime = group('Limit Wait Time', 'limitWaitTime', {
	description:
		'How long to wait for an answer. After that, the workflow continues without one and the link expires.',
	fields: [amountField, unitField],
});

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Returns when a wait that starts then ends. */
export type WaitLimit = (start: Date) => Date;

/** The user's limit; without one, n8n waits forever. @throws Problem if it isn't a time to wait */
export function readWaitLimit(options: IDataObject, now: Date): WaitLimit {
	const given = groupOf(options, 'limitWaitTime');
	if (!given) return () => WAIT_INDEFINITELY;
	const { amount = amountField.default, unit = unitField.default } = given;
	const isNumber = /^(number|string)$/.test(typeof amount);
	const amountMs = isNumber ? Number(amount) * UNIT_MS[asText(unit)] : NaN;
	const limit: WaitLimit = (start) => new Date(start.getTime() + amountMs);
	// n8n takes that date for "forever", and can't wait beyond it.
	if (amountMs > 0 && limit(now) <= WAIT_INDEFINITELY) return limit;
	throw new Problem(
		`'Limit Wait Time' isn't a time to wait: ${asText(amount)} ${asText(unit)}`,
		"Enter an 'Amount' above 0, in minutes, hours, or days.",
	);
}
