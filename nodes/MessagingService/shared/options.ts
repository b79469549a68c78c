import type { INodeProperties } from 'n8n-workflow';

/** The collection of an operation's optional settings. */
export function optionsWith(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}

/** Body fields that the specification does not show, as an entry of the options. */
export const bodyFields = pairs({
	displayName: 'Body Fields',
	name: 'bodyFields',
	entry: 'Field',
	example: 'validity',
	description: 'Fields to send in addition, under the names the service gives them',
});

/** Query parameters that the specification does not show, as an entry of the options. */
export const queryParameters = pairs({
	displayName: 'Query Parameters',
	name: 'queryParameters',
	entry: 'Parameter',
	example: 'page',
	description: 'Parameters to send in addition, under the names the service gives them',
});

/** A list of names and values that the user can lengthen: `{ <entry>: [{ name, value }] }`. */
export function pairs(list: {
	displayName: string;
	name: string;
	entry: string;
	example: string;
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
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: `e.g. ${list.example}`,
						description: 'The name as the service knows it',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'Sent as text, or as the type that an expression gives',
					},
				],
			},
		],
	};
}
