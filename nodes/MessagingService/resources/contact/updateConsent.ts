import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { defaultCountry } from '../../fields/defaultCountry';
import { optionsForSending } from '../../fields/options';
import { bodyFields } from '../../fields/pairs';
import type { Operation } from '../../sending/operation';
import { requiredText } from '../../values/readers';
import { lookUpContact } from './contactByNumber';
import { contactField } from './contactField';

export const option = {
	name: 'Update Consent',
	value: 'updateConsent',
	action: 'Update contact consent',
	description: 'Record that a contact gave or withdrew consent',
	routing: { request: { method: 'POST', url: '/contacts/{contactId}/consent' } },
} satisfies INodePropertyOptions;

export const operation: Operation = {
	...option.routing,
	lookUp: lookUpContact,
	body: { channel: requiredText, status: requiredText },
};

export const fields: INodeProperties[] = [
	contactField,
	...assumedBody([
		{
			displayName: 'Channel',
			name: 'channel',
			type: 'options',
			options: [
				{ name: 'Email', value: 'email' },
				{ name: 'SMS', value: 'sms' },
				{ name: 'Viber', value: 'viber' },
			],
			default: 'sms',
			description: 'Channel that the consent is for',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Granted', value: 'granted', description: 'The contact agreed to messages' },
				{
					name: 'Revoked',
					value: 'revoked',
					description: "The contact doesn't want any more messages",
				},
			],
			default: 'granted',
			description: 'What the contact decided',
		},
	]),
	optionsForSending([
		// With a JSON body too.
		{
			...defaultCountry,
			displayOptions: { show: { '/contactId.mode': ['phoneNumber'] } },
		},
		...assumedOptions([bodyFields('source', 'Sign-up form')]),
	]),
];
