import type { IDataObject } from 'n8n-workflow';

import { assumedBody, assumedOptions, phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { batchSize, maxWait, optionsWith, pairs, requests } from '../../fields/requestFields';
import { readPairs } from '../../parameters/body';
import { phoneNumber } from '../../values/readers';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Import',
	value: 'import',
	action: 'Import contacts',
	description: 'Add one contact for each input item, with many in one request',
	request: { method: 'POST', url: '/contacts/import' },
	effect: 'change',
	answer: 'bulk-answer',
	inBatches: true,
	body: { phoneNumber },
	complete: (request, getParameter) => {
		const contact: IDataObject = request.body ?? {};
		const given = getParameter('contactFields', {});
		const others = readPairs(given, 'field', "'Contact Fields'", Object.keys(contact));
		return { ...request, body: { ...contact, ...others } };
	},
	fields: [
		...assumedBody(
			[
				phoneNumberField,
				pairs('Contact Fields', 'contactFields', {
					description: 'Other fields to store with the contact, such as a name',
					entry: 'Field',
					example: ['firstName', 'Ada'],
				}),
			],
			'[\n\t{ "phoneNumber": "", "firstName": "" }\n]',
		),
		optionsWith([...assumedOptions([defaultCountry]), requests([batchSize, maxWait])]),
	],
});
