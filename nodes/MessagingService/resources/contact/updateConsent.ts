import { assumedBody, assumedOptions, menuField, textField } from '../../fields/common';
import { bodyFields, optionsWith } from '../../fields/requestFields';
import { oneOf } from '../../parameters/optionReaders';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Update Consent',
	value: 'updateConsent',
	action: 'Update contact consent',
	description: 'Record that a contact gave or withdrew consent',
	request: { method: 'POST', url: '/contacts/{contactId}/consent' },
	effect: 'set',
	body: {
		channel: (value, name) => oneOf(value, name, ['sms', 'email', 'viber']),
		status: (value, name) => oneOf(value, name, ['granted', 'revoked']),
	},
	fields: [
		textField('Contact ID', 'contactId', {
			required: true,
			placeholder: 'e.g. 4c6b9a1e-2d3f-4e5a-8b7c-9d0e1f2a3b4c',
			description: 'ID returned by the Get Many operation',
		}),
		...assumedBody([
			menuField('Channel', 'channel', {
				options: [
					{ name: 'Email', value: 'email' },
					{ name: 'SMS', value: 'sms' },
					{ name: 'Viber', value: 'viber' },
				],
				default: 'sms',
				description: 'Channel that the consent is for',
			}),
			menuField('Status', 'status', {
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
			}),
		]),
		optionsWith(assumedOptions([bodyFields('source', 'Sign-up form')])),
	],
});
