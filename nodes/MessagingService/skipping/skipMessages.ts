import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { textField } from '../fields/common';
import { group, hiddenFromTools } from '../fields/group';
import type { EnteredOptions } from '../values/enteredOptions';
import { guardOf, isOn } from '../values/optionReaders';

const NAME = 'skipMessages';

const SWITCHES = ['skipDuplicates', 'skipSuppressed', 'sendWindow'] as const;

/** A field of Skip Messages: each number gets one message in a run. */
export const skipDuplicates = {
	displayName: 'Skip Duplicates',
	name: 'skipDuplicates',
	type: 'boolean',
	displayOptions: hiddenFromTools,
	default: false,
	description:
		'Whether to send to each phone number only once. Other items with the same number are marked duplicate.',
} satisfies INodeProperties;

/** Fields of Skip Messages: nobody on the suppression list gets a message. */
export const skipSuppressed: INodeProperties[] = [
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
];

/** An entry of the options: which messages are not sent although nothing is wrong with them. */
export function skipMessages(fields: INodeProperties[]): INodeProperties {
	return group(
		{
			displayName: 'Skip Messages',
			name: NAME,
			description: 'Which messages not to send. Their items come out marked instead.',
		},
		fields,
	);
}

/**
 * The fields of Skip Messages, if the one with this name is on.
 *
 * @throws Problem if all of them are off: whoever added the entry counts on it
 */
export function skipsBy(
	name: (typeof SWITCHES)[number],
	options: IDataObject,
	entered: EnteredOptions,
): IDataObject | undefined {
	const given = guardOf(options, NAME) ?? {};
	const isAnyOn = SWITCHES.some((one) => isOn(given, one));
	// An expression may turn it off.
	if (!isAnyOn && !entered.hasExpression(NAME)) {
		throw new Problem(
			"'Skip Messages' skips nothing",
			"Nothing was sent. Turn on what to skip under Options, or remove 'Skip Messages'.",
		);
	}
	return isOn(given, name) ? given : undefined;
}
