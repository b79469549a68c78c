import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isOfItem } from '../parameters/expressions';

type Rest = Partial<INodeProperties>;

/** A field with others in it, under a name of their own: once, or as often as the user adds them. */
export const collection = (
	[displayName, name]: [displayName: string, name: string],
	[entry, key]: [displayName: string, name: string],
	{ values, ...rest }: Rest & { values: INodeProperties[] },
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	default: {},
	...rest,
	options: [{ displayName: entry, name: key, values }],
});

/** Options that belong together, as one entry that is on when it is there. Only fields of an item may be expressions. */
export function group(
	displayName: string,
	name: string,
	{ fields, ...entry }: Rest & { fields: INodeProperties[] },
): INodeProperties {
	const values = fields.map((field) =>
		isOfItem(name, field.name) ? field : { ...field, noDataExpression: true },
	);
	return collection([displayName, name], [displayName, 'values'], {
		...entry,
		typeOptions: { multipleValues: false },
		placeholder: `Add ${displayName}`,
		// With its fields, so that adding the entry shows them at once.
		default: { values: {} },
		values,
	});
}

/** Hides a field from the tools of AI agents, in some of which it can't work. Its value doesn't reach the node then. */
export const hiddenFromTools: IDisplayOptions = { hide: { '@tool': [true] } };
