import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** Options that belong together, as one entry: it holds all of `fields`, and is on when it is there. */
export function group(
	entry: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'displayOptions'>,
	fields: INodeProperties[],
): INodeProperties {
	const { displayName } = entry;
	return {
		...entry,
		type: 'fixedCollection',
		typeOptions: { multipleValues: false },
		placeholder: `Add ${displayName}`,
		// With its fields, so that adding the entry shows them at once.
		default: { values: {} },
		options: [{ displayName, name: 'values', values: fields }],
	};
}

/** Hides from the tools of AI agents what cannot work in all of them. A value that is hidden does not reach the node. */
export const hiddenFromTools: IDisplayOptions = { hide: { '@tool': [true] } };
