import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { group } from '../fields/group';
import { hiddenFromTools } from '../fields/hiddenFromTools';
import { Problem } from '../errors/problem';
import { groupOf, guardOf, isOn, wholeNumber } from '../values/optionReaders';
import { blankField } from '../values/plainReference';
import { requiredText } from '../values/readers';

/** For how long keys are remembered. */
export type OnceKeySettings = {
	days?: number;
	/** Whether other n8n processes may claim the same keys. */
	acrossWorkers: boolean;
};

const MOST_DAYS = 366;

const days = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_DAYS },
	default: 0,
	hint: `1 to ${MOST_DAYS}; 0 for no limit`,
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
				'Unique value for this message, such as an order number. If a message with this key was already sent, even in an earlier execution, the node skips the item. An item without a key is refused.',
		},
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

/** What JavaScript makes of a value that is not there, when it is put together with text. */
const NO_VALUE = /\b(?:undefined|null|NaN)\b|\[object /;

/**
 * The key of an item; undefined without the option.
 *
 * @param entered the node's options, in which an expression begins with =
 * @throws Problem if it is empty, or the same for every item that lacks a value: what is no key of its own either
 * lets a message go out twice, or keeps back that of somebody else
 */
export function readOnceKey(
	options: IDataObject,
	entered: IDataObject,
	item: IDataObject,
): string | undefined {
	const group = guardOf(options, 'onceKey');
	if (!group) return undefined;
	const { key } = group;
	const name = "'Key' of 'Once Key'";
	const text = String(requiredText(key, name, '', {})).trim();
	const advice = 'Use a field that every item has, such as an order number.';
	if (typeof key === 'boolean' || NO_VALUE.test(text)) {
		throw new Problem(`${name} isn't a value of this item: ${text}`, advice);
	}
	const blank = blankField(groupOf(entered, 'onceKey')?.key, item);
	if (blank) throw new Problem(`${name} has a blank part: ${blank}`, advice);
	return text;
}

/**
 * How the options say to remember keys; those of a node that has none are never asked for.
 *
 * @throws Problem if one of them is wrong
 */
export function readOnceKeySettings(options: IDataObject): OnceKeySettings {
	const given = groupOf(options, 'onceKey') ?? {};
	const dayCount = wholeNumber(given.days ?? days.default, "'Days' of 'Once Key'", MOST_DAYS, 0);
	return {
		acrossWorkers: isOn(given, 'acrossWorkers'),
		days: dayCount || undefined,
	};
}
