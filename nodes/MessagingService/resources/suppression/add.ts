import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../shared/assumedBody';
import { sendBody } from '../../shared/bodies';
import { phoneNumberField } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { optionsForSending } from '../../shared/options';
import { bodyFields } from '../../shared/pairs';
import { optionalText, phoneNumber } from '../../shared/values';

export const option = {
	name: 'Add',
	value: 'add',
	action: 'Add a number to the suppression list',
	description: 'Suppress a phone number, so that it gets no more messages',
	routing: {
		request: { method: 'POST', url: '/suppression' },
		send: { preSend: [sendBody({ phoneNumber, reason: optionalText })] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('suppression', 'add', [
	...assumedBody([
		phoneNumberField,
		{
			displayName: 'Reason',
			name: 'reason',
			type: 'string',
			default: '',
			placeholder: 'e.g. Asked to be removed',
			description: 'Why the number is suppressed',
		},
	]),
	optionsForSending(assumedOptions([bodyFields('note', 'Asked by phone')])),
]);
