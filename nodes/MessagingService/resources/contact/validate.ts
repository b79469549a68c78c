import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { asProblem } from '../../errors/asProblem';
import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { phoneNumberField } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { optionsWith } from '../../fields/options';
import type { Operation } from '../../run/operation';
import type { Step } from '../../run/run';
import type { ReadValue } from '../../values/readers';
import { phoneNumber } from '../../values/readers';

export const option = {
	name: 'Validate Number',
	value: 'validate',
	action: 'Validate phone number',
	description: 'Check with the service whether a phone number is valid',
	routing: { request: { method: 'POST', url: '/contacts/validate' } },
} satisfies INodePropertyOptions;

/** How a refusal of the value itself begins; of two numbers that may be meant, either may be valid. */
const CERTAINLY = /^The number (?!may be )/;

/** The number to ask about, or the answer for what certainly is none. */
const numberOrAnswer: ReadValue = (value, name, timeZone, options) => {
	try {
		return phoneNumber(value, 'The number', timeZone, options);
	} catch (error) {
		const { message, description } = asProblem(error);
		if (CERTAINLY.test(message)) {
			const reason = `${message}. ${description}`;
			return { phoneNumber: (value ?? '') as string, valid: false, reason };
		}
		return phoneNumber(value, name, timeZone, options);
	}
};

/** Gives the items an answer that need no request. */
const answerWithoutRequest: Step = async (run, items) => {
	for (const item of items) {
		const { phoneNumber: given } = item.request.body as IDataObject;
		if (typeof given === 'string') continue;
		run.accept(item, [{ json: given as IDataObject, pairedItem: { item: item.index } }]);
	}
};

export const operation: Operation = {
	...option.routing,
	body: { phoneNumber: numberOrAnswer },
	before: [() => answerWithoutRequest],
};

export const fields: INodeProperties[] = [
	...assumedBody([phoneNumberField]),
	optionsWith(assumedOptions([defaultCountry])),
];
