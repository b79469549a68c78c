import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { entriesOf, fields, operationFields, optionsOf } from './description';

/** An operation that makes requests, with parameters that are valid, and the options that it has. */
export type ValidOperation = {
	what: string;
	parameters: INodeParameters;
	options: INodeProperties[];
};

export const to = '37060012345';

/** What the fields are filled with that have to be. */
const VALUES: Record<string, string | number> = {
	'email.to': 'ada@example.com',
	'email.from': 'hello@example.com',
};

export const validOperations = operationFields.flatMap((field) => {
	const resource = String(field.displayOptions?.show?.resource?.[0]);
	return optionsOf(field)
		.filter(({ routing }) => routing?.request)
		.map(({ value }): ValidOperation => {
			const own = fields.filter(
				({ displayOptions, name }) =>
					displayOptions?.show?.resource?.includes(resource) &&
					displayOptions.show.operation?.includes(value) &&
					name !== 'jsonBody',
			);
			const required = own.filter(({ name, required }) => required || name === 'from');
			const parameters: INodeParameters = {
				resource,
				operation: value,
				...(resource === 'email' ? { text: 'Hello' } : {}),
				...Object.fromEntries(
					required.map(({ name }) => [name, VALUES[`${resource}.${name}`] ?? to]),
				),
			};
			const options = own.filter(({ name }) => name === 'options').flatMap(entriesOf);
			return { what: `${resource} ${value}`, parameters, options };
		});
});
