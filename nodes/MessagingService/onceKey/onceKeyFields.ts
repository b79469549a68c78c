import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { switchField, textField } from '../fields/common';
import { group, hiddenFromTools } from '../fields/group';
import { Problem } from '../errors/problem';
import { guardOf, labelOf } from '../parameters/optionReaders';
import { fieldsIn, NO_VALUE, OBJECT } from '../parameters/pieces';
import { requiredText } from '../values/readers';
import { isGiven } from '../values/words';

const keyField = textField('Key', 'key', {
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'Unique value for this message, such as an order number. If a message with this key was already sent, even in an earlier execution, the node skips the item. An item without a key is refused.',
});

/** An entry of the options: an item whose key was sent before is not sent again. */
export const onceKey: INodeProperties = group('Once Key', 'onceKey', {
	displayOptions: hiddenFromTools,
	description: 'Sends a message only once, even if the workflow runs again',
	builderHint: {
		propertyHint:
			"Add it to each workflow that a trigger or a schedule starts, as { values: { key } }. The key must stay the same when the same row or order comes again, and differ between messages: expr('reminder {{ $json.id }}'), not $now or $execution.id.",
	},
	fields: [
		keyField,
		switchField('Across Workers', 'acrossWorkers', {
			description:
				"Whether n8n runs in queue mode with several workers. Workers can overwrite each other's keys, so the node checks a key again a second or more before sending.",
		}),
	],
});

/** @throws Problem if the key isn't unique and would block other messages, or is empty and would protect nothing */
export function readOnceKey(
	options: IDataObject,
	entered: unknown,
	item: IDataObject,
): string | undefined {
	const group = guardOf(options, 'onceKey');
	if (!group) return undefined;
	const name = labelOf(keyField, 'onceKey');
	const text = requiredText(group.key, name).trim();
	const advice = 'Use a field that every item has, such as an order number.';
	if (typeof group.key === 'boolean' || NO_VALUE.test(text) || text.includes(OBJECT)) {
		throw new Problem(`${name} isn't a value of this item: ${text}`, advice);
	}
	const fields = fieldsIn(entered, item);
	const blank = fields.find(({ value }) => !isGiven(value));
	if (blank) throw new Problem(`${name} has a blank part: ${blank.piece}`, advice);
	const rounded = [group.key, ...fields.map(({ value }) => value)].find(isRounded);
	if (rounded === undefined) return text;
	throw new Problem(
		`${name} has a number that was rounded: ${String(rounded)}`,
		'Its last digits are lost before it comes to the node, so others may have the same. Use another field, or one that holds it as text.',
	);
}

/** JavaScript gives many numbers beyond 2^53 the same digits. */
function isRounded(value: unknown): boolean {
	return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
