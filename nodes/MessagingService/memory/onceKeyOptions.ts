import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { group } from '../fields/group';
import { hiddenFromTools } from '../fields/hiddenFromTools';
import { groupOf, isOn, oneOf, wholeNumber } from '../values/optionReaders';

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

const maxKeys = {
	displayName: 'Max Keys',
	name: 'maxKeys',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_KEYS },
	default: 10_000,
	hint: 'From 1 to 100000',
	description:
		'How many keys to remember. If there are more keys, the node forgets the oldest ones.',
} satisfies INodeProperties;

const days = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_DAYS },
	default: 0,
	hint: '0 for no limit, from 0 to 366',
	description:
		'How many days a key counts as used. It can be up to one day longer, because the node counts whole days in UTC.',
} satisfies INodeProperties;

/** An entry of the options: an item whose key was sent before is not sent again. */
export const onceKey: INodeProperties = group(
	{
		displayName: 'Once Key',
		name: 'onceKey',
		displayOptions: hiddenFromTools,
		description: 'Sends a message only once, even if the workflow runs again',
	},
	[
		{
			displayName: 'Key',
			name: 'key',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.orderNumber }}',
			description:
				'Unique value for this message, such as an order number. If a message with this key was already sent, even in an earlier execution, the node skips the item. Leave empty to always send.',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'options',
			options: [
				{ name: 'Node', value: 'node', description: 'Keys belong to this node only' },
				{
					name: 'Workflow',
					value: 'workflow',
					description: 'Nodes of this workflow that have this scope share their keys',
				},
			],
			default: 'node',
			description: 'Which nodes share the remembered keys',
		},
		maxKeys,
		days,
		{
			displayName: 'Across Workers',
			name: 'acrossWorkers',
			type: 'boolean',
			default: false,
			description:
				"Whether n8n runs in queue mode with several workers. Workers can overwrite each other's keys, so the node checks a key again a second or more before sending.",
		},
	],
);

/**
 * How the options say to remember keys; those of a node that has none are never asked for.
 *
 * @throws Problem if one of them is wrong
 */
export function readOnceKeySettings(options: IDataObject): OnceKeySettings {
	const given = groupOf(options, 'onceKey') ?? {};
	const dayCount = wholeNumber(given.days ?? days.default, "'Days' of 'Once Key'", MOST_DAYS, 0);
	return {
		scope: oneOf(given.scope ?? 'node', "'Scope' of 'Once Key'", ['node', 'workflow']),
		limit: wholeNumber(given.maxKeys ?? maxKeys.default, "'Max Keys' of 'Once Key'", MOST_KEYS),
		acrossWorkers: isOn(given, 'acrossWorkers'),
		days: dayCount || undefined,
	};
}
