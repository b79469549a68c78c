import type { IDataObject } from 'n8n-workflow';

import { asProblem } from '../../errors/asProblem';
import { assumedBody, assumedOptions, phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { optionsWith } from '../../fields/requestFields';
import type { Step } from '../../run/run';
import { readCountry } from '../../values/countries/nationalNumber';
import { type ReadValue, phoneNumber } from '../../values/readers';
import { asText } from '../../values/given';
import { requestOperation } from '../declared';

/** Fewer digits of any script than a number has, and nothing that a spreadsheet made of one. */
const FEW_DIGITS = /^(?![^e]*\de\+?\d)\P{Nd}*(?:\p{Nd}\P{Nd}*){0,4}$/iu;

/** The number to ask about, or the answer for any other value: `valid` is null where a number may be meant. */
const numberOrAnswer: ReadValue = (value, _name, by) => {
	const { defaultCountry } = by.options;
	if (defaultCountry !== undefined) readCountry(defaultCountry);
	try {
		return phoneNumber(value, 'The number', by);
	} catch (error) {
		const { message, description } = asProblem(error);
		const isText = typeof value !== 'object' || value === null;
		const isNone = isText && FEW_DIGITS.test(asText(value));
		const reason = `${message}. ${description}`;
		return { phoneNumber: (value ?? '') as string, valid: isNone ? false : null, reason };
	}
};

const answerWithoutRequest: Step = async (run, items) => {
	for (const item of items) {
		const { phoneNumber: given } = item.readRequest().body as IDataObject;
		if (typeof given === 'string') continue;
		run.accept(item, [{ json: given as IDataObject, pairedItem: { item: item.index } }]);
	}
};

export const operation = requestOperation({
	name: 'Validate Number',
	value: 'validate',
	action: 'Validate phone number',
	description: 'Check with the service whether a phone number is valid',
	request: { method: 'POST', url: '/contacts/validate' },
	effect: 'check',
	answer: 'validate-answer',
	body: { phoneNumber: numberOrAnswer },
	before: [() => answerWithoutRequest],
	fields: [...assumedBody([phoneNumberField]), optionsWith(assumedOptions([defaultCountry]))],
});
