import type { INodeProperties } from 'n8n-workflow';

import { textField } from './common';

/** Body fields that the specification does not show, as an entry of the options; with an example. */
export function bodyFields(name: string, value: string): INodeProperties {
	return pairs({
		displayName: 'Body Fields',
		name: 'bodyFields',
		entry: 'Field',
		example: [name, value],
		description: 'Additional fields to send, under the names that the service uses',
	});
}

/** A list of names and values that the user can lengthen: `{ <entry>: [{ name, value }] }`. */
export function pairs(list: {
	displayName: string;
	name: string;
	entry: string;
	example: [name: string, value: string];
	description: string;
}): INodeProperties {
	return {
		displayName: list.displayName,
		name: list.name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${list.displayName.replace(/s$/, '')}`,
		default: {},
		description: list.description,
		options: [
			{
				displayName: list.entry,
				name: list.entry.toLowerCase(),
				values: [
					textField('Name', 'name', {
						placeholder: `e.g. ${list.example[0]}`,
						description: 'Name that the service uses',
					}),
					textField('Value', 'value', {
						placeholder: `e.g. ${list.example[1]}`,
						description: 'Sent as text. Use an expression to send another type.',
					}),
				],
			},
		],
	};
}
