import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isOfItem } from '../parameters/expressions';

/** Options that belong together, as one entry that is on when it is there. Only fields of an item may be expressions. */
export function group(
	entry: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'displayOptions'>,
	fields: INodeProperties[],
): INodeProperties {
	const { displayName } = entry;
	const values = fields.map((field) =>
		isOfItem(entry.name, field.name) ? field : { ...field, noDataExpression: true },
	);
	return {
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
