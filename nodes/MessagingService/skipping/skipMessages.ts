import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { textField } from '../fields/common';
import { group, hiddenFromTools } from '../fields/group';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Step } from '../run/run';
import { guardOf, isOn } from '../values/optionReaders';
import { skipOutsideWindow } from './sendWindow';
import { sendWindow } from './sendWindowOptions';
import { skipDuplicateNumbers, skipSuppressedNumbers } from './skipNumbers';

/** Each switch of Skip Messages, with its fields and its step, in the order of the form. */
const SWITCHES = {
	skipDuplicates: {
		fields: [
			{
				displayName: 'Skip Duplicates',
				name: 'skipDuplicates',
				type: 'boolean',
				displayOptions: hiddenFromTools,
				default: false,
				description:
					'Whether to send to each phone number only once. Other items with the same number are marked duplicate.',
			},
		],
		step: () => skipDuplicateNumbers,
	},
	skipSuppressed: {
		fields: [
			{
				displayName: 'Skip Suppressed',
				name: 'skipSuppressed',
				type: 'boolean',
				default: false,
				description:
					"Whether to read the suppression list first and not send to the numbers on it. Their items are marked suppressed. If the list can't be read, nothing is sent.",
			},
			textField('List Field', 'listField', {
				displayOptions: { show: { skipSuppressed: [true] } },
				placeholder: 'e.g. msisdn',
				hint: 'Leave empty and the node finds it',
				description:
					"Name of the field that holds the phone numbers in the suppression list. The service doesn't document it. The node finds one that's called like a phone number.",
			}),
		],
		step: skipSuppressedNumbers,
	},
	sendWindow: { fields: sendWindow, step: () => skipOutsideWindow },
} satisfies Record<string, { fields: INodeProperties[]; step: (given: IDataObject) => Step }>;

type Switch = keyof typeof SWITCHES;

/**
 * Which messages an operation doesn't send although nothing is wrong with them: an entry of the options, and its steps.
 * The steps go the other way than the form, so that nothing is looked up for what doesn't go out now.
 */
export function skipMessages(...switches: Switch[]): {
	option: INodeProperties;
	steps: Array<Prepare<Step>>;
} {
	return {
		option: group(
			{
				displayName: 'Skip Messages',
				name: 'skipMessages',
				description: 'Which messages not to send. Their items come out marked instead.',
			},
			switches.flatMap((one): INodeProperties[] => SWITCHES[one].fields),
		),
		steps: [...switches].reverse().map(stepOf),
	};
}

function stepOf(name: Switch): Prepare<Step> {
	return forOption('skipMessages', (options, entered) => {
		const given = guardOf(options, 'skipMessages') ?? {};
		const isAnyOn = Object.keys(SWITCHES).some((one) => isOn(given, one));
		// An expression may turn it off.
		if (!isAnyOn && !entered.hasExpression('skipMessages')) {
			throw new Problem(
				"'Skip Messages' skips nothing",
				"Nothing was sent. Turn on what to skip under Options, or remove 'Skip Messages'.",
			);
		}
		return isOn(given, name) ? SWITCHES[name].step(given) : undefined;
	});
}
