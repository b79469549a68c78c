import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { batchSize, maxWait, optionsWith, requests } from '../../fields/options';
import type { Operation } from '../../run/operation';
import { phoneNumber } from '../../values/readers';
import { mappingFields, readContactFields } from './contactFields';

export const option = {
	name: 'Import',
	value: 'import',
	action: 'Import contacts',
	description: 'Add one contact for each input item, with many in one request',
	routing: { request: { method: 'POST', url: '/contacts/import' } },
} satisfies INodePropertyOptions;

export const operation: Operation = {
	...option.routing,
	inBatches: true,
	body: { phoneNumber },
	complete: ({ body = {}, ...request }, getParameter) => ({
		...request,
		body: readContactFields(body, getParameter),
	}),
};

export const fields: INodeProperties[] = [
	...assumedBody(
		[phoneNumberField, ...mappingFields],
		'[\n\t{ "phoneNumber": "", "firstName": "" }\n]',
	),
	optionsWith([...assumedOptions([defaultCountry]), requests([batchSize, maxWait])]),
];
