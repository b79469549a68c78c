import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { hiddenFromTools } from '../fields/hiddenFromTools';
import { isOn, oneOf, wholeNumber } from '../values/optionReaders';

/** Where and for how long keys are remembered. */
export type OnceKeySettings = {
	scope: 'node' | 'workflow';
	limit: number;
	days?: number;
	/** Whether other n8n processes may claim the same keys. */
	acrossWorkers: boolean;
};

const MOST_KEYS = 100_000;
const MOST_DAYS = 366;

const withKey: IDisplayOptions = { show: { onceKey: [{ _cnd: { exists: true } }] } };

const limit = {
	displayName: 'Once Key Limit',
	name: 'onceKeyLimit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_KEYS },
	displayOptions: withKey,
	default: 10_000,
	hint: 'From 1 to 100000',
	description: 'How many keys are remembered. The oldest is forgotten when there are more.',
} satisfies INodeProperties;

const days = {
	displayName: 'Once Key Days',
	name: 'onceKeyDays',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_DAYS },
	displayOptions: withKey,
	default: 30,
	hint: 'From 1 to 366',
	description:
		'For how many days a key counts as used; up to one more, because days are counted whole, in UTC. Without this option it counts until the limit is reached.',
} satisfies INodeProperties;

/** Entries of the options: an item whose key was sent before is not sent again. */
export const onceKeyOptions: INodeProperties[] = [
	{
		displayName: 'Once Key',
		name: 'onceKey',
		type: 'string',
		displayOptions: hiddenFromTools,
		default: '',
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description:
			'What makes a message one of a kind, e.g. an order number. A second item with the same key is not sent, also in another execution: it comes out marked alreadySent. An empty key is always sent.',
	},
	{
		displayName: 'Once Key Scope',
		name: 'onceKeyScope',
		type: 'options',
		displayOptions: withKey,
		options: [
			{ name: 'Node', value: 'node', description: 'Keys are those of this node alone' },
			{
				name: 'Workflow',
				value: 'workflow',
				description: 'Nodes of this workflow that choose this share their keys',
			},
		],
		default: 'node',
		description: 'Who shares the keys that are remembered',
	},
	limit,
	days,
	{
		displayName: 'Once Key Across Workers',
		name: 'onceKeyAcrossWorkers',
		type: 'boolean',
		displayOptions: withKey,
		default: true,
		description:
			'Whether n8n runs in queue mode with several workers. They can overwrite what each other remembers, so a key is looked up again a second or more before its message goes out.',
	},
];

/** @throws Problem if one of the options is wrong */
export function readOnceKeySettings(options: IDataObject): OnceKeySettings {
	const { onceKeyScope = 'node' } = options;
	return {
		scope: oneOf(onceKeyScope, 'Once Key Scope', ['node', 'workflow']),
		limit: wholeNumber(options.onceKeyLimit ?? limit.default, limit.displayName, MOST_KEYS),
		acrossWorkers: isOn(options, 'onceKeyAcrossWorkers'),
		days:
			options.onceKeyDays === undefined
				? undefined
				: wholeNumber(options.onceKeyDays, days.displayName, MOST_DAYS),
	};
}
