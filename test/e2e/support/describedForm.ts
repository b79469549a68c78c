import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { node, operations, optionsOf } from '../../support/description';

const { description } = node;
const version = { typeVersion: 1 };

export const resources = optionsOf(description.properties[0]);

/** The operations that the menu of a resource offers. */
export function operationsOf(resource: INodePropertyOptions): INodePropertyOptions[] {
	const menu = description.properties.find(
		(field) =>
			field.name === 'operation' && field.displayOptions?.show?.resource?.includes(resource.value),
	);
	return optionsOf(menu!);
}

/**
 * What n8n has to show of the node for some parameters, worked out from its description by n8n's rules: what Options
 * offers, and all fields by how deep they stand: of the node, of its options that were added, and within those.
 */
export function describedForm(parameters: INodeParameters) {
	const { getNodeParameters, displayParameter } = NodeHelpers;
	const { properties } = description;
	const values = getNodeParameters(properties, parameters, true, false, version, description)!;
	const shown = (all: INodeProperties[], within = values) =>
		all.filter((one) => displayParameter(within, one, version, description, values));

	const fields = shown(properties.filter(({ isNodeSetting }) => !isNodeSetting));
	const offered = fields.find(({ name }) => name === 'options')?.options ?? [];
	const chosen = values.options as Record<string, INodeParameters> | undefined;
	const options = shown(offered as INodeProperties[], chosen);
	const added = options.filter(({ name }) => chosen && name in chosen);
	const within = added.flatMap(({ name, type, options: groups }) => {
		if (type !== 'fixedCollection') return [];
		const [group] = groups as Array<{ name: string; values: INodeProperties[] }>;
		return shown(group.values, [chosen![name][group.name]].flat()[0] as INodeParameters);
	});
	return { options, byDepth: [fields, added, within] };
}

/** A group with its switches on, which shows all of its fields, or a list with one entry. */
function openedGroup({ options, typeOptions }: INodeProperties): INodeParameters {
	const [{ name, values }] = options as Array<{ name: string; values: INodeProperties[] }>;
	const entry = Object.fromEntries(
		values.map((value) => [value.name, value.type === 'boolean' ? true : value.default]),
	) as INodeParameters;
	return { [name]: typeOptions?.multipleValues ? [entry] : entry };
}

/** An operation with all of its options added. */
function opened(menu: { resource: string; operation: string }): INodeParameters {
	const options = describedForm(menu).options.map((option) => [
		option.name,
		option.type === 'fixedCollection' ? openedGroup(option) : option.default,
	]);
	return { ...menu, options: Object.fromEntries(options) };
}

/** What n8n draws a field with. */
function kindOf({ type, typeOptions = {} }: INodeProperties): string {
	const drawn = ['rows', 'password', 'multipleValues', 'editor', 'loadOptionsMethod'] as const;
	return [type, ...drawn.filter((name) => typeOptions[name])].join();
}

/** The texts of a field that need room, by the place that gives it to them. */
const textsOf = ({ displayName, placeholder = '' }: INodeProperties, depth: number) => [
	{ width: `label ${depth}`, text: displayName },
	...(placeholder.startsWith('e.g. ')
		? [{ width: `placeholder ${depth}`, text: placeholder }]
		: []),
];

/** How many of the longest texts are looked at for each width: the longest one in letters may not be it in pixels. */
const LONGEST = 3;

/** Operations with all of their options added: forms that show each kind of field, and the longest labels and placeholders of each width, between them. */
export function openedForms(): Array<{ parameters: INodeParameters; labels: string[] }> {
	const menus = Object.entries(operations).flatMap(([resource, ofResource]) =>
		ofResource.map((operation) => ({ resource, operation })),
	);
	const forms = menus.map(opened).map((parameters) => {
		const { byDepth } = describedForm(parameters);
		const fields = byDepth.flat();
		return {
			parameters,
			labels: fields.map(({ displayName }) => displayName),
			kinds: fields.map(kindOf),
			texts: byDepth.flatMap((ofDepth, depth) => ofDepth.flatMap((field) => textsOf(field, depth))),
		};
	});
	const byWidth = Object.groupBy(
		forms.flatMap(({ texts }) => texts),
		({ width }) => width,
	);
	const longest = Object.values(byWidth).flatMap((texts = []) => {
		const names = [...new Set(texts.map(({ text }) => text))];
		return names.sort((one, other) => other.length - one.length).slice(0, LONGEST);
	});
	const seen = new Set<string>();
	return forms
		.map(({ texts, kinds, ...form }) => {
			const long = texts.map(({ text }) => text).filter((text) => longest.includes(text));
			return { ...form, shows: new Set([...long, ...kinds]) };
		})
		.sort((one, other) => other.shows.size - one.shows.size)
		.filter(({ shows }) => {
			const before = seen.size;
			shows.forEach((one) => seen.add(one));
			return seen.size > before;
		});
}
