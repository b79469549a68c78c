import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isOfItem } from '../parameters/expressions';

type Group = { fields: INodeProperties[] } & Pick<
	INodeProperties,
	'description' | 'displayOptions' | 'builderHint'
>;

/** Options that belong together, as one entry that is on when it is there. Only fields of an item may be expressions. */
export function group(
	displayName: string,
	name: string,
	{ fields, ...entry }: Group,
): INodeProperties {
	const values = fields.map((field) =>
		isOfItem(name, field.name) ? field : { ...field, noDataExpression: true },
	);
	return {
		displayName,
		name,
		...entry,
		type: 'fixedCollection',
		typeOptions: { multipleValues: false },
		placeholder: `Add ${displayName}`,
		// With its fields, so that adding the entry shows them at once.
		default: { values: {} },
		options: [{ displayName, name: 'values', values }],
	};
}

/** Hides a field from the tools of AI agents, in some of which it can't work. Its value doesn't reach the node then. */
export const hiddenFromTools: IDisplayOptions = { hide: { '@tool': [true] } };
