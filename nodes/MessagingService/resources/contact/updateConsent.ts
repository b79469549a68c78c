import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { optionsWith } from '../../fields/options';
import { bodyFields } from '../../fields/pairs';
import type { Operation } from '../../run/operation';
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
	effect: 'set',
	body: { channel: requiredText, status: requiredText },
};

export const fields: INodeProperties[] = [
	{
		displayName: 'Contact',
		name: 'contactId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'Contact whose consent to record',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a contact...',
				hint: 'Lists each contact that has an ID',
				typeOptions: { searchListMethod: 'searchContacts', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 4c6b9a1e-2d3f-4e5a-8b7c-9d0e1f2a3b4c',
				hint: 'ID returned by the Get Many operation',
			},
		],
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
	optionsWith(assumedOptions([bodyFields('source', 'Sign-up form')])),
];
