import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isOn, wholeNumber } from '../values/optionReaders';
import { deliveredStates, failedStates, stateList } from './stateFields';
import type { States } from './states';
import { readStateLists } from './states';

/** How to wait until a message is delivered. */
export type DeliverySettings = {
	states: States;
	timeoutMs: number;
	failsOnTimeout: boolean;
};

const LONGEST_S = 900;
const whenWaiting: IDisplayOptions = { show: { waitForDelivery: [true] } };

const timeout = {
	displayName: 'Delivery Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_S },
	displayOptions: whenWaiting,
	default: 120,
	hint: 'In seconds, from 1 to 900',
	description: 'How many seconds to wait for the delivery of each message',
} satisfies INodeProperties;

const ofWaiting = (field: INodeProperties) => ({ ...field, displayOptions: whenWaiting });

/** Entries of the options: the report is read until every part has reached its end. */
export const deliveryOptions: INodeProperties[] = [
	{
		displayName: 'Wait for Delivery',
		name: 'waitForDelivery',
		type: 'boolean',
		default: true,
		description:
			'Whether to read the delivery report until every part is delivered or has failed. The message is sent once only.',
	},
	ofWaiting(
		stateList(
			'Final States',
			'finalStates',
			'States that no part leaves again, separated by commas. A part that has arrived or failed is at its end in any case.',
		),
	),
	ofWaiting(deliveredStates),
	ofWaiting(failedStates),
	timeout,
	{
		displayName: 'Fail on Timeout',
		name: 'failOnTimeout',
		type: 'boolean',
		displayOptions: whenWaiting,
		default: true,
		description:
			'Whether a message that is not delivered in time is an error. Otherwise its item says timedOut.',
	},
];

/**
 * How the options say to wait for delivery; undefined if they do not.
 *
 * @throws Problem if one of them is wrong
 */
export function readDeliverySettings(options: IDataObject): DeliverySettings | undefined {
	if (!isOn(options, 'waitForDelivery')) return undefined;
	const seconds = options.timeout ?? timeout.default;
	return {
		states: readStateLists(options),
		timeoutMs: 1000 * wholeNumber(seconds, timeout.displayName, LONGEST_S),
		failsOnTimeout: isOn(options, 'failOnTimeout'),
	};
}
