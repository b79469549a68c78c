import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { switchField, textField } from '../fields/common';
import { group, hiddenFromTools } from '../fields/group';
import { Problem } from '../errors/problem';
import { guardOf, labelOf } from '../parameters/optionReaders';
import { keyParts } from '../parameters/keyParts';
import { isRounded, isWordForNothing, longNumbersIn } from '../parameters/pieces';
import { requiredText } from '../values/readers';
import { shortened } from '../values/words';

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

const ADVICE = 'Use a field that every item has, such as an order number.';

/** Reads the keys of items. @throws Problem if one isn't unique and would block others, or is empty and would protect nothing */
export function onceKeyReader(context: IExecuteFunctions, entered: unknown) {
	const name = labelOf(keyField, 'onceKey');
	const items = context.getInputData();
	const partsOf = keyParts(context, entered);
	return (options: IDataObject, index: number): string | undefined => {
		const group = guardOf(options, 'onceKey');
		if (!group) return undefined;
		const text = requiredText(group.key, name);
		const refuse = (what: string, part: string, advice = ADVICE): never => {
			throw new Problem(`${name} ${what}: ${shortened(part.trim())}`, advice);
		};
		if (isRounded(group.key)) refuse('has a number that was rounded', text, ROUNDED);
		const isWord = typeof group.key === 'boolean' || isWordForNothing(text);
		if (isWord) refuse("isn't a value of this item", text);
		for (const { piece, lacks } of partsOf(index, items[index].json, text)) {
			if (lacks === 'value') refuse('has a blank part', piece);
			if (lacks === 'words') refuse("isn't a value of this item", text);
			if (lacks === 'digits') {
				refuse('has a number that was rounded', longNumbersIn(text)[0] ?? piece, ROUNDED);
			}
		}
		return text.trim();
	};
}

const ROUNDED =
	'Its last digits are lost before it comes to the node, so others may have the same. Use another field, or one that holds it as text.';
