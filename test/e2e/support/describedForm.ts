import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { operations, optionsOf } from '../../support/description';

const { description } = new MessagingService();
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

/** What n8n has to show of the node for some parameters: worked out from its description, by n8n's rules. */
export class DescribedForm {
	readonly #values: INodeParameters;

	constructor(parameters: INodeParameters) {
		const { properties } = description;
		this.#values = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			true,
			false,
			version,
			description,
		)!;
	}

	/** The fields of the tab Parameters, without the credential and without what is within Options. */
	get fields(): INodeProperties[] {
		const parameters = description.properties.filter(({ isNodeSetting }) => !isNodeSetting);
		return this.#shown(parameters);
	}

	/** Of the credential and the fields, in the order of the screen. */
	get labels(): string[] {
		const [credential] = description.credentials!;
		const isShown = NodeHelpers.displayParameter(this.#values, credential, version, description);
		return [...(isShown ? ['Credential'] : []), ...this.fields.map((field) => field.displayName)];
	}

	/** What Options offers, the options that were added among them. */
	get options(): INodeProperties[] {
		const options = this.fields.find(({ name }) => name === 'options')?.options ?? [];
		return this.#shown(options as INodeProperties[], this.#values.options as INodeParameters);
	}

	/** All fields that are shown, by how deep they stand: of the node, of its options that were added, and within those. */
	get byDepth(): INodeProperties[][] {
		const added = this.#values.options as Record<string, INodeParameters> | undefined;
		const options = this.options.filter(({ name }) => added && name in added);
		const within = options.flatMap(({ name, type, options: groups }) => {
			if (type !== 'fixedCollection') return [];
			const [group] = groups as Array<{ name: string; values: INodeProperties[] }>;
			const values = [added![name][group.name]].flat()[0] as INodeParameters;
			return this.#shown(group.values, values);
		});
		return [this.fields, options, within];
	}

	#shown(fields: INodeProperties[], values = this.#values): INodeProperties[] {
		return fields.filter((field) =>
			NodeHelpers.displayParameter(values, field, version, description, this.#values),
		);
	}
}

/** Fields, each followed by those that it shows within it to begin with. */
export function withNested(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		if (field.type !== 'fixedCollection') return [field];
		const [{ values }] = field.options as Array<{ values: INodeProperties[] }>;
		const usual = Object.fromEntries(values.map((value) => [value.name, value.default]));
		const shown = values.filter((value) =>
			NodeHelpers.displayParameter(usual as INodeParameters, value, version, description),
		);
		return [field, ...shown];
	});
}

/** The names in the drop-down menus among fields, by label. */
export function menusAmong(fields: INodeProperties[]): Array<[label: string, names: string[]]> {
	return fields
		.filter(({ type, name }) => type === 'options' && !['resource', 'operation'].includes(name))
		.map((field) => [field.displayName, optionsOf(field).map(({ name }) => name)]);
}

/** What n8n draws a field with. */
function kindOf({ type, typeOptions = {} }: INodeProperties): string {
	const drawn = ['rows', 'password', 'multipleValues', 'editor', 'loadOptionsMethod'] as const;
	return [type, ...drawn.filter((name) => typeOptions[name])].join();
}

const menus = Object.entries(operations).flatMap(([resource, ofResource]) =>
	ofResource.map((operation) => ({ resource, operation })),
);

/** Adds what a set lacks of some texts; whether it lacked any. */
function addNew(seen: Set<string>, texts: string[]): boolean {
	const before = seen.size;
	texts.forEach((text) => seen.add(text));
	return seen.size > before;
}

/** Operations that show each kind of field between them, each with the options that show a new one. */
export function looks(): Array<{ resource: string; operation: string; added: string[] }> {
	const seen = new Set<string>();
	const isNew = (field: INodeProperties) => addNew(seen, withNested([field]).map(kindOf));
	return menus
		.map((menu) => ({ menu, form: new DescribedForm(menu) }))
		.sort((a, b) => b.form.options.length - a.form.options.length)
		.flatMap(({ menu, form }) => {
			const fields = form.fields.filter(isNew);
			const added = form.options.filter(isNew).map(({ name }) => name);
			return fields.length + added.length > 0 ? [{ ...menu, added }] : [];
		});
}

/** A group with its switches on, which shows all of its fields, or a list with one entry. */
function openedGroup({ options, typeOptions }: INodeProperties): INodeParameters {
	const [{ name, values }] = options as Array<{ name: string; values: INodeProperties[] }>;
	const entry = Object.fromEntries(
		values.map((value) => [value.name, value.type === 'boolean' ? true : value.default]),
	) as INodeParameters;
	return { [name]: typeOptions?.multipleValues ? [entry] : entry };
}

/** How many of the longest texts are looked at for each width: the longest one in letters may not be it in pixels. */
const LONGEST = 3;

/** Operations with all of their options added: forms that show the longest labels and placeholders of each width between them. */
export function openedForms(): Array<{ parameters: INodeParameters; labels: string[] }> {
	const forms = menus.map((menu) => {
		const options = Object.fromEntries(
			new DescribedForm(menu).options.map((option) => [
				option.name,
				option.type === 'fixedCollection' ? openedGroup(option) : option.default,
			]),
		) as INodeParameters;
		const parameters = { ...menu, options };
		const { byDepth } = new DescribedForm(parameters);
		const labels = byDepth.flat().map(({ displayName }) => displayName);
		const texts = byDepth.flatMap((fields, depth) =>
			fields.flatMap(({ displayName, placeholder = '' }) => [
				{ width: `label ${depth}`, text: displayName },
				...(placeholder.startsWith('e.g. ')
					? [{ width: `placeholder ${depth}`, text: placeholder }]
					: []),
			]),
		);
		return { parameters, labels, texts };
	});
	const all = Object.groupBy(
		forms.flatMap(({ texts }) => texts),
		({ width }) => width,
	);
	const longest = Object.values(all).flatMap((texts = []) => {
		const names = [...new Set(texts.map(({ text }) => text))];
		return names.sort((one, other) => other.length - one.length).slice(0, LONGEST);
	});
	const seen = new Set<string>();
	return forms
		.map(({ texts, ...form }) => {
			const long = texts.map(({ text }) => text).filter((text) => longest.includes(text));
			return { ...form, long: [...new Set(long)] };
		})
		.sort((one, other) => other.long.length - one.long.length)
		.filter(({ long }) => addNew(seen, long));
}
