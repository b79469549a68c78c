import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { asProblem } from '../../errors/asProblem';
import { assumedBody, assumedOptions, phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { optionsWith } from '../../fields/requestFields';
import type { Operation } from '../../run/operation';
import type { Step } from '../../run/run';
import { type ReadValue, phoneNumber } from '../../values/readers';

export const option = {
	name: 'Validate Number',
	value: 'validate',
	action: 'Validate phone number',
	description: 'Check with the service whether a phone number is valid',
	routing: { request: { method: 'POST', url: '/contacts/validate' } },
} satisfies INodePropertyOptions;

/** The number to ask about, or the answer for a value that nobody can have as a number. */
const numberOrAnswer: ReadValue = (value, name, by) => {
	try {
		return phoneNumber(value, 'The number', by);
	} catch (error) {
		const { message, description, details } = asProblem(error);
		// Of two numbers that may be meant, either may be valid.
		if (!details.isInvalidValue) return phoneNumber(value, name, by);
		const reason = `${message}. ${description}`;
		return { phoneNumber: (value ?? '') as string, valid: false, reason };
	}
};

const answerWithoutRequest: Step = async (run, items) => {
	for (const item of items) {
		const { phoneNumber: given } = item.readRequest().body as IDataObject;
		if (typeof given === 'string') continue;
		run.accept(item, [{ json: given as IDataObject, pairedItem: { item: item.index } }]);
	}
};

export const operation: Operation = {
	...option.routing,
	effect: 'check',
	answer: 'validate-answer',
	body: { phoneNumber: numberOrAnswer },
	before: [() => answerWithoutRequest],
};

export const fields: INodeProperties[] = [
	...assumedBody([phoneNumberField]),
	optionsWith(assumedOptions([defaultCountry])),
];
