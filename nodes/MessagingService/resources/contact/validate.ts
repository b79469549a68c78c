import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { optionsForSending } from '../../fields/options';
import { bodyFields } from '../../fields/pairs';
import type { Operation } from '../../sending/operation';
import { phoneNumber } from '../../values/readers';

export const option = {
	name: 'Validate Number',
	value: 'validate',
	action: 'Validate phone number',
	description: 'Check with the service whether a phone number is valid',
	routing: { request: { method: 'POST', url: '/contacts/validate' } },
} satisfies INodePropertyOptions;

export const operation: Operation = { ...option.routing, body: { phoneNumber } };

export const fields: INodeProperties[] = [
	...assumedBody([phoneNumberField]),
	optionsForSending(assumedOptions([defaultCountry, bodyFields('country', 'LT')])),
];
