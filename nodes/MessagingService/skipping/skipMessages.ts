import type { INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { switchField } from '../fields/common';
import { group, hiddenFromTools } from '../fields/group';
import { type Prepare, forOption } from '../run/operation';
import type { Step } from '../run/run';
import type { AccountDefaults } from '../parameters/accountDefaults';
import { guardOf, isOn } from '../parameters/optionReaders';
import { sendWindow, skipOutsideWindow } from './sendWindow';
import { skipDuplicateNumbers, skipSuppressedNumbers } from './skipNumbers';

/** Each switch of Skip Messages, with its fields and its step, in the order of the form. */
const SWITCHES = {
	skipDuplicates: {
		fields: [
			switchField('Skip Duplicates', 'skipDuplicates', {
				displayOptions: hiddenFromTools,
				description:
					'Whether to send to each phone number only once. Other items with the same number are marked duplicate.',
			}),
		],
		step: () => skipDuplicateNumbers,
	},
	skipSuppressed: {
		fields: [
			switchField('Skip Suppressed', 'skipSuppressed', {
				description:
					"Whether to read the suppression list first and not send to the numbers on it. Their items are marked suppressed. If the list can't be read, nothing is sent.",
			}),
		],
		step: skipSuppressedNumbers,
	},
	sendWindow: { fields: sendWindow, step: () => skipOutsideWindow },
} satisfies Record<string, { fields: INodeProperties[]; step: (account: AccountDefaults) => Step }>;

export type Switch = keyof typeof SWITCHES;

/** An entry of the options for messages that are not to be sent although nothing is wrong with them, and its step. */
export function skipMessages(switches: Switch[]): { option: INodeProperties; step: Prepare<Step> } {
	const fields = switches.flatMap((one): INodeProperties[] => SWITCHES[one].fields);
	const step: Prepare<Step> = forOption('skipMessages', (options, account) => {
		const given = guardOf(options, 'skipMessages') ?? {};
		// The other way than in the form, so that nothing is looked up for a message that doesn't go out now.
		const on = switches.filter((one) => isOn(given, one)).reverse();
		const steps = on.map((one) => SWITCHES[one].step(account));
		if (!steps.length) {
			throw new Problem(
				"'Skip Messages' skips nothing",
				"Nothing was sent. Turn on what to skip under Options, or remove 'Skip Messages'.",
			);
		}
		return async (run) => {
			for (const step of steps) await run.beforeSending(step);
		};
	});
	const description = 'Which messages not to send. Their items come out marked instead.';
	const builderHint = {
		propertyHint:
			'Adding it turns it on, with at least one switch: { values: { skipSuppressed: true } }. A skipped item comes out with the field skipped and without messageId: check that before you use messageId.',
	};
	const option = group('Skip Messages', 'skipMessages', { description, builderHint, fields });
	return { option, step };
}
