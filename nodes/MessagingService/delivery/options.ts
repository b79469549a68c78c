import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { group } from '../fields/group';
import type { States } from '../values/accountDefaults';
import { groupOf, isOn, wholeNumber } from '../values/optionReaders';

/** How to wait until a message is delivered. */
export type DeliverySettings = {
	states: States;
	timeoutMs: number;
	failsOnTimeout: boolean;
};

const LONGEST_S = 900;

const timeout = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_S },
	default: 120,
	hint: 'In seconds, from 1 to 900',
	description: 'How many seconds to wait for the delivery of each message',
} satisfies INodeProperties;

/** An entry of the options: the report is read until every part has reached its end. */
export const waitForDelivery: INodeProperties = group(
	{
		displayName: 'Wait for Delivery',
		name: 'waitForDelivery',
		description:
			'Reads the delivery report until each part is delivered or has failed. The message is sent only once.',
	},
	[
		timeout,
		{
			displayName: 'Fail on Timeout',
			name: 'failOnTimeout',
			type: 'boolean',
			default: false,
			description:
				"Whether to fail if a message isn't delivered in time. Otherwise, the item is marked timedOut.",
		},
	],
);

/**
 * How the options say to wait for delivery; undefined if they do not.
 *
 * @param states what the account's states mean
 * @throws Problem if one of them is wrong
 */
export function readDeliverySettings(
	options: IDataObject,
	states: States,
): DeliverySettings | undefined {
	const given = groupOf(options, 'waitForDelivery');
	if (!given) return undefined;
	const seconds = given.timeout ?? timeout.default;
	return {
		states,
		timeoutMs: 1000 * wholeNumber(seconds, "'Timeout' of 'Wait for Delivery'", LONGEST_S),
		failsOnTimeout: isOn(given, 'failOnTimeout'),
	};
}
