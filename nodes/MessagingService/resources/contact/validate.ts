import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../shared/assumedBody';
import { sendBody } from '../../shared/bodies';
import { phoneNumberField } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { optionsForSending } from '../../shared/options';
import { bodyFields } from '../../shared/pairs';
import { phoneNumber } from '../../shared/values';

export const option = {
	name: 'Validate Number',
	value: 'validate',
	action: 'Validate a phone number',
	description: 'Ask the service whether a phone number is valid',
	routing: {
		request: { method: 'POST', url: '/contacts/validate' },
		send: { preSend: [sendBody({ phoneNumber })] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('contact', 'validate', [
	...assumedBody([phoneNumberField]),
	optionsForSending(assumedOptions([bodyFields('country', 'LT')])),
]);
