import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { optionsForBatches } from '../../fields/options';
import { bodyFields, pairs } from '../../fields/pairs';
import type { Operation } from '../../sending/operation';
import { readPairs } from '../../values/body';
import { phoneNumber } from '../../values/readers';

export const option = {
	name: 'Import',
	value: 'import',
	action: 'Import contacts',
	description: 'Import one contact for each input item, many in one request',
	routing: { request: { method: 'POST', url: '/contacts/import' } },
} satisfies INodePropertyOptions;

export const operation: Operation = {
	...option.routing,
	inBatches: true,
	body: { phoneNumber },
	addFields: (entry, getParameter) => {
		const given = getParameter('contactFields', {});
		return { ...entry, ...readPairs(given, 'field', 'Contact Fields', Object.keys(entry)) };
	},
};

export const fields: INodeProperties[] = [
	...assumedBody(
		[
			phoneNumberField,
			pairs({
				displayName: 'Contact Fields',
				name: 'contactFields',
				entry: 'Field',
				example: { name: 'firstName', value: 'Ada' },
				description: 'What else to store with the contact, e.g. a name',
			}),
		],
		'[\n\t{ "phoneNumber": "", "firstName": "" }\n]',
	),
	optionsForBatches(assumedOptions([defaultCountry, bodyFields('list', 'Newsletter')])),
];
