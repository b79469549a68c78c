import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { sendBody } from '../../shared/bodies';
import { recipient, sender, text } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { bodyFields, optionsWith } from '../../shared/options';
import { phoneNumber, requiredText } from '../../shared/values';

export const option = {
	name: 'Send',
	value: 'send',
	action: 'Send an SMS',
	description: 'Send one text message to one phone number',
	routing: {
		request: { method: 'POST', url: '/v1/sms/single' },
		send: { preSend: [sendBody({ to: phoneNumber, from: requiredText, text: requiredText })] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('sms', 'send', [
	recipient,
	sender,
	text,
	optionsWith([bodyFields]),
]);
