import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../shared/assumedBody';
import { sendBody } from '../../shared/bodies';
import { forOperation } from '../../shared/forOperation';
import { optionsForSending } from '../../shared/options';
import { bodyFields } from '../../shared/pairs';
import { requirePath } from '../../shared/paths';
import { Problem } from '../../shared/problems';
import { emailAddress, optionalText, requiredText } from '../../shared/values';

export const option = {
	name: 'Send',
	value: 'send',
	action: 'Send an email',
	description: 'Send one email',
	routing: {
		request: { method: 'POST', url: '={{ $credentials.emailPath }}' },
		send: {
			preSend: [
				requirePath('Email Path'),
				sendBody(
					{
						to: emailAddress,
						from: emailAddress,
						subject: requiredText,
						text: optionalText,
						html: optionalText,
					},
					checkContent,
				),
			],
		},
	},
} satisfies INodePropertyOptions;

function checkContent({ text, html }: IDataObject): void {
	if (text !== undefined || html !== undefined) return;
	throw new Problem('The email has neither Text nor HTML', 'Fill in one of the two, or both.');
}

export const fields: INodeProperties[] = forOperation('email', 'send', [
	...assumedBody([
		{
			displayName: 'To',
			name: 'to',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. ada@example.com',
			description: 'Email address of the recipient; several are separated by commas',
		},
		{
			displayName: 'From',
			name: 'from',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. hello@example.com',
			description: 'Email address of the sender',
		},
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Your order',
			description: 'Subject of the email',
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. Your order is on its way',
			description: 'The email as plain text. Text, HTML or both have to be there.',
		},
		{
			displayName: 'HTML',
			name: 'html',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. <p>Your order is on its way</p>',
			description: 'The email as HTML',
		},
	]),
	optionsForSending(assumedOptions([bodyFields('replyTo', 'help@example.com')])),
]);
