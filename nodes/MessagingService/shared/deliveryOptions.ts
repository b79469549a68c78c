import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { hiddenFromTools } from './hiddenFromTools';
import { readStates } from './deliveryStates';
import { isOn, wholeNumber } from './values';

/** How to wait until a message is delivered. */
export type DeliverySettings = {
	/** None: until every part has a time of delivery or an error code. */
	finalStates: number[];
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

/** Entries of the options: the report is read until every part has reached its end. */
export const deliveryOptions: INodeProperties[] = [
	{
		displayName: 'Wait for Delivery',
		name: 'waitForDelivery',
		type: 'boolean',
		displayOptions: hiddenFromTools,
		default: true,
		description:
			'Whether to read the delivery report until every part is delivered or has failed. The message is sent once only.',
	},
	{
		displayName: 'Final States',
		name: 'finalStates',
		type: 'string',
		displayOptions: whenWaiting,
		default: '',
		placeholder: 'e.g. 2, 3',
		description:
			'States that no part leaves again, separated by commas. The service does not publish its states. Empty waits until every part has a time of delivery or an error code.',
	},
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
	const finalStates = readStates(options.finalStates, 'Final States');
	const seconds = options.timeout ?? timeout.default;
	return {
		finalStates,
		timeoutMs: 1000 * wholeNumber(seconds, timeout.displayName, LONGEST_S),
		failsOnTimeout: isOn(options, 'failOnTimeout'),
	};
}
