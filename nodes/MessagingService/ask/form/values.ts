import type { GenericValue } from 'n8n-workflow';

import { LONGEST_ANSWER, tooLong, writtenText } from '../answers/freeText';
import type { FormField } from './formField';

/** What a field holds, or what the page says beside it. */
export type FieldValue = { value: GenericValue } | { problem: string };

/** What a number looks like when a browser sends it. */
const NUMBER = /^-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const EMAIL = /^[^\s@<>,"]+@[^\s@<>,"]+$/;

/**
 * The value of a field, in the shape of n8n's own forms.
 *
 * @param typed what was sent: one text, or the places of the options that were chosen
 */
export function valueOf(field: FormField, typed: string[]): FieldValue {
	return field.options.length ? chosenValue(field, typed) : writtenValue(field, typed);
}

function chosenValue({ type, options, isRequired }: FormField, typed: string[]): FieldValue {
	// A dropdown sends an empty text for its first, empty line.
	const places = typed.filter((place) => place !== '');
	const chosen = options.filter((_, place) => places.includes(String(place)));
	const isMany = type === 'checkbox';
	if (chosen.length !== places.length || (chosen.length > 1 && !isMany)) {
		return { problem: 'Please choose from the list.' };
	}
	if (isRequired && !chosen.length) {
		return { problem: isMany ? 'Please check at least one box.' : 'Please choose one.' };
	}
	return { value: isMany ? chosen : (chosen[0] ?? null) };
}

function writtenValue({ type, isRequired }: FormField, typed: string[]): FieldValue {
	const text = writtenText(typed[0]);
	const isText = type === 'text' || type === 'textarea' || type === 'email';
	if (typed.length > 1) return { problem: 'Please fill in this field once.' };
	if (!text && isRequired) return { problem: 'Please fill in this field.' };
	if (!text) return { value: isText ? '' : null };
	if (text.length > LONGEST_ANSWER) return { problem: tooLong };
	if (type === 'number') return numberOf(text);
	if (type === 'date' && !isDate(text)) {
		return { problem: 'Please enter a date, such as 2027-01-31.' };
	}
	if (type === 'email' && !EMAIL.test(text)) {
		return { problem: 'Please enter an email address, such as ada@example.com.' };
	}
	return { value: text };
}

function numberOf(text: string): FieldValue {
	if (!NUMBER.test(text)) return { problem: 'Please enter a number, such as 12.5.' };
	const value = Number(text);
	// Beyond that, a digit would be lost.
	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { value };
	return { problem: 'Please enter a number of at most 15 digits.' };
}

/** Whether it is a day of the calendar. */
function isDate(text: string): boolean {
	const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
	if (!day) return false;
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.toISOString().startsWith(text);
}
