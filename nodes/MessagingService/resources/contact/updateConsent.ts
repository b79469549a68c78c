import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { optionsForSending } from '../../fields/options';
import { bodyFields } from '../../fields/pairs';
import type { Operation } from '../../sending/operation';
import { requiredText } from '../../values/readers';

export const option = {
	name: 'Update Consent',
	value: 'updateConsent',
	action: 'Update contact consent',
	description: 'Record that a contact gave or withdrew consent',
	routing: { request: { method: 'POST', url: '/contacts/{contactId}/consent' } },
} satisfies INodePropertyOptions;

export const operation: Operation = {
	...option.routing,
	body: { channel: requiredText, status: requiredText },
};

export const fields: INodeProperties[] = [
	{
		displayName: 'Contact ID',
		name: 'contactId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 4c6b9a1e-2d3f-4e5a-8b7c-9d0e1f2a3b4c',
		description: 'ID of the contact, as Get Many gives it',
	},
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
				{ name: 'Revoked', value: 'revoked', description: 'The contact wants no more messages' },
			],
			default: 'granted',
			description: 'What the contact said',
		},
	]),
	optionsForSending(assumedOptions([bodyFields('source', 'Sign-up form')])),
];
