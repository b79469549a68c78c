import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node';
import { accountCountry } from '../../nodes/MessagingService/fields/defaultCountry';

export const node = new MessagingService();
export const trigger = new MessagingServiceTrigger();
export const credential = new MessagingServiceApi();
export const fields = node.description.properties;
/** All but those of the Settings tab. */
export const ofOperations = fields.filter(({ isNodeSetting }) => !isNodeSetting);

/** What a menu offers; that of countries is loaded by n8n's editor. */
export const optionsOf = ({ options, typeOptions }: INodeProperties): INodePropertyOptions[] =>
	typeOptions?.loadOptionsMethod === 'getCountries'
		? accountCountry.options
		: ((options ?? []) as INodePropertyOptions[]);

export const entriesOf = ({ options }: INodeProperties) => (options ?? []) as INodeProperties[];

/** An option's name without the words behind it by which it is found: what errors and documents call it. */
export const shortName = (displayName: string) => displayName.replace(/ \(.*/, '');

/** Fields, and the fields within them. */
export function deep(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((field) => {
		if (field.type === 'collection') return [field, ...deep(entriesOf(field))];
		if (field.type !== 'fixedCollection') return [field];
		const groups = field.options as Array<{ values: INodeProperties[] }>;
		return [field, ...groups.flatMap(({ values }) => deep(values))];
	});
}

const resourceOf = ({ displayOptions }: INodeProperties) =>
	String(displayOptions?.show?.resource?.[0]);

/** The menus of operations, in the order of the resources: within the node, SMS comes first. */
export const operationFields = fields
	.filter(({ name }) => name === 'operation')
	.sort((one, other) => resourceOf(one).localeCompare(resourceOf(other)));

/** The operations of each resource, as the form offers them. */
export const operations = Object.fromEntries(
	operationFields.map((field) => [
		resourceOf(field),
		optionsOf(field).map(({ value }) => String(value)),
	]),
);

const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	fields.filter(({ displayOptions }) => {
		const { show } = displayOptions ?? {};
		return show?.resource?.includes(resource) && show.operation?.includes(operation);
	});

/** The parameters of one operation, to which a notice doesn't belong; those within options by their path. */
export function parametersOf(resource: string, operation: string): string[] {
	return fieldsOf(resource, operation)
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) =>
			field.type === 'collection'
				? entriesOf(field).map(({ name }) => `${field.name}.${name}`)
				: [field.name],
		)
		.sort();
}

/** The fields of the groups among the options of one operation, by group. */
export function groupsOf(resource: string, operation: string): Record<string, INodeProperties[]> {
	const entries = fieldsOf(resource, operation)
		.filter(({ type }) => type === 'collection')
		.flatMap(entriesOf);
	return Object.fromEntries(
		entries.filter(isGroup).map(({ name, options }) => {
			const [{ values }] = options as Array<{ values: INodeProperties[] }>;
			return [name, values];
		}),
	);
}

/** Whether a field holds several others, once each. */
export const isGroup = ({ type, typeOptions }: INodeProperties) =>
	type === 'fixedCollection' && !typeOptions?.multipleValues;
