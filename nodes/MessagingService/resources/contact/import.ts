import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Problem } from '../../errors/problem';
import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { hiddenFromTools } from '../../fields/group';
import { batchSize, maxWait, optionsWith, requests } from '../../fields/options';
import { pairs } from '../../fields/pairs';
import type { Operation } from '../../run/operation';
import type { GetParameter } from '../../values/body';
import { readPairs } from '../../values/body';
import { WHOLE_ITEM } from '../../values/itemParameters';
import { oneOf } from '../../values/optionReaders';
import { normalizePhoneNumber, phoneNumberIn } from '../../values/phoneNumbers';
import { phoneNumber } from '../../values/readers';

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

/** What is stored with a contact besides its number: all fields of its item, or those that are given. */
const mappingFields: INodeProperties[] = [
	{
		displayName: 'Contact Field Mapping',
		name: 'contactFieldMapping',
		type: 'options',
		noDataExpression: true,
		// The item of a tool is the agent's.
		displayOptions: hiddenFromTools,
		options: [
			{
				name: 'Map Automatically',
				value: 'autoMap',
				description: 'Store each field of the item under its own name, except the phone number',
			},
			{
				name: 'Map Each Field Manually',
				value: 'manual',
				description: 'Store only the fields that you add below',
			},
		],
		default: 'manual',
		description: 'How to choose the other fields to store with the contact',
	},
	{
		displayName: 'Item Fields',
		name: 'itemFields',
		type: 'hidden',
		displayOptions: { show: { contactFieldMapping: ['autoMap'] } },
		default: WHOLE_ITEM,
	},
	{
		...pairs({
			displayName: 'Contact Fields',
			name: 'contactFields',
			entry: 'Field',
			example: { name: 'firstName', value: 'Ada' },
			description: 'Other fields to store with the contact, such as a name',
		}),
		// Not by what has to be chosen: in a tool there is nothing to choose.
		displayOptions: { hide: { contactFieldMapping: ['autoMap'] } },
	},
];

export const fields: INodeProperties[] = [
	...assumedBody(
		[phoneNumberField, ...mappingFields],
		'[\n\t{ "phoneNumber": "", "firstName": "" }\n]',
	),
	optionsWith([...assumedOptions([defaultCountry]), requests([batchSize, maxWait])]),
];

/**
 * The contact with what is stored besides its number.
 *
 * @throws Problem if a name stands for two values
 */
function readContactFields(contact: IDataObject, getParameter: GetParameter): IDataObject {
	const given = getParameter('contactFieldMapping', 'manual');
	const mapping = oneOf(given, "'Contact Field Mapping'", ['manual', 'autoMap']);
	if (mapping === 'manual') {
		const fields = getParameter('contactFields', {});
		return { ...contact, ...readPairs(fields, 'field', "'Contact Fields'", Object.keys(contact)) };
	}
	const { defaultCountry } = getParameter('options', {}) as IDataObject;
	const all = Object.entries(getParameter('itemFields', {}) as IDataObject);
	const own = all.filter(([, value]) => !isNumber(value, contact.phoneNumber, defaultCountry));
	const stored = own.filter(([, value]) => value !== undefined && value !== null && value !== '');
	const taken = stored.find(([name]) => Object.hasOwn(contact, name));
	if (taken) {
		const [name] = taken;
		throw new Problem(
			`The item has a field "${name}", which is already sent`,
			'Rename or remove it with an Edit Fields node, or map each field manually.',
		);
	}
	return { ...contact, ...Object.fromEntries(stored) };
}

/** Whether a field holds the phone number of the contact, however that is written. */
function isNumber(value: unknown, phoneNumber: unknown, defaultCountry: unknown): boolean {
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	if (phoneNumberIn(value) === phoneNumber) return true;
	if (!defaultCountry) return false;
	try {
		return normalizePhoneNumber(value, '', defaultCountry) === phoneNumber;
	} catch {
		return false;
	}
}
