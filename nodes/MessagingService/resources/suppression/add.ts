import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions, phoneNumberField, textField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, optionsWith } from '../../fields/requestFields';
import type { Operation } from '../../run/operation';
import { optionalText, phoneNumber } from '../../values/readers';

export const option = {
	name: 'Add',
	value: 'add',
	action: 'Add number to suppression list',
	description: 'Suppress a phone number so that it gets no more messages',
	routing: { request: { method: 'POST', url: '/suppression' } },
} satisfies INodePropertyOptions;

export const operation: Operation = {
	...option.routing,
	effect: 'set',
	body: { phoneNumber, reason: optionalText },
};

export const fields: INodeProperties[] = [
	...assumedBody([
		phoneNumberField,
		textField('Reason', 'reason', {
			placeholder: 'e.g. Asked to be removed',
			description: 'Why the number is suppressed',
		}),
	]),
	optionsWith(assumedOptions([defaultCountry, bodyFields('note', 'Asked by phone')])),
];
