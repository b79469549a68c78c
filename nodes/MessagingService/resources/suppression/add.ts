import { assumedBody, assumedOptions, noteField, phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, optionsWith } from '../../fields/requestFields';
import { optionalText, phoneNumber } from '../../values/readers';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Add',
	value: 'add',
	action: 'Add number to suppression list',
	description: 'Suppress a phone number so that it gets no more messages',
	request: { method: 'POST', url: '/suppression' },
	effect: 'set',
	body: { phoneNumber, reason: optionalText },
	fields: [
		...assumedBody([
			phoneNumberField,
			noteField('Reason', 'reason', {
				placeholder: 'e.g. Asked to be removed',
				description: 'Why the number is suppressed',
			}),
		]),
		optionsWith(assumedOptions([defaultCountry, bodyFields('note', 'Asked by phone')])),
	],
});
