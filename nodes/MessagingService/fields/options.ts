import type { INodeProperties } from 'n8n-workflow';

const concurrency = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 20,
	hint: 'From 1 to 100',
	description: 'How many requests may run at the same time',
} satisfies INodeProperties;

/** How long to wait when the service asks to, or fails in passing. */
export const maxWait = {
	displayName: 'Max Wait',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 900 },
	default: 60,
	hint: 'In seconds, from 0 to 900',
	description:
		'How many seconds in all one request may wait when the service is too busy, before it is given up. 0 gives it up at once.',
} satisfies INodeProperties;

const onUnknownOutcome = {
	displayName: 'On Unknown Outcome',
	name: 'onUnknownOutcome',
	type: 'options',
	options: [
		{
			name: 'Do Not Send Again',
			value: 'doNotResend',
			description: 'Retry On Fail leaves out what may have been sent. Nobody gets it twice.',
		},
		{
			name: 'Send Again',
			value: 'resend',
			description: 'Retry On Fail sends it again. Somebody may get it twice.',
		},
	],
	default: 'doNotResend',
	description:
		'What Retry On Fail does with a message of which it is not known whether it was sent, e.g. because the service did not answer in time',
} satisfies INodeProperties;

/** How many input items go into one request. */
export const batchSize = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 100,
	hint: 'From 1 to 1000',
	description:
		'How many input items go into one request. How many the service takes is not published.',
} satisfies INodeProperties;

/** The optional settings of an operation that sends or changes something. */
export function optionsForSending(own: INodeProperties[]): INodeProperties {
	return optionsWith([...own, concurrency, maxWait, onUnknownOutcome]);
}

/** The optional settings of an operation that only reads. */
export function optionsForReading(own: INodeProperties[]): INodeProperties {
	return optionsWith([...own, concurrency, maxWait]);
}

/** The optional settings of an operation that sends one request, or one after the other. */
export function optionsForBatches(own: INodeProperties[]): INodeProperties {
	return optionsWith([...own, maxWait, onUnknownOutcome]);
}

/** The Options field with these entries, by their names. */
export function optionsWith(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}
