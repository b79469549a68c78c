import type { GenericValue, IDataObject } from 'n8n-workflow';

import { normalisePhoneNumber } from './phoneNumbers';
import { parseTime } from './parsing';
import { Problem } from './problems';

/**
 * Turns what the user gave for a parameter into what is sent; `undefined` leaves the field out.
 *
 * @param name the parameter's name as the user sees it
 * @param timeZone that of the workflow, e.g. Europe/Vilnius
 * @param options the item's Options
 * @throws Problem that names the parameter
 */
export type ReadValue = (
	value: unknown,
	name: string,
	timeZone: string,
	options: IDataObject,
) => GenericValue | undefined;

export const phoneNumber: ReadValue = normalisePhoneNumber;

/** Text that has to be there; numbers and booleans, as expressions give them, become text. */
export const requiredText: ReadValue = (value, name, timeZone, options) => {
	const text = optionalText(value, name, timeZone, options);
	if (text === undefined) throw new Problem(`${name} is empty`, `Fill in ${name}.`);
	return text;
};

/** Text, or nothing if it is blank. */
export const optionalText: ReadValue = (value, name) => {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'object') {
		const kind = Array.isArray(value) ? 'a list' : 'an object';
		throw new Problem(
			`${name} has to be text, but is ${kind}`,
			`Choose one field of it for ${name}.`,
		);
	}
	return String(value).trim() === '' ? undefined : String(value);
};

/** An e-mail address, or several separated by commas; only the @ is checked. */
export const emailAddress: ReadValue = (value, name, timeZone, options) => {
	const text = String(requiredText(value, name, timeZone, options)).trim();
	if (!text.split(',').every((address) => /^[^@]+@[^@\s]+$/.test(address.trim()))) {
		throw new Problem(
			`${name} is not an e-mail address: ${text}`,
			'It has to look like ada@example.com.',
		);
	}
	return text;
};

/**
 * A point in time as ISO 8601 in UTC, or nothing if it is blank. A time without a zone, as n8n's date
 * picker gives it, is one of the workflow's time zone.
 */
export const optionalTime: ReadValue = (value, name, timeZone) => {
	if (value === undefined || value === null || value === '') return undefined;
	const time = parseTime(value, timeZone);
	if (!time) {
		throw new Problem(
			`${name} is not a date: ${String(value)}`,
			'Give it like 2027-01-31T09:00:00Z.',
		);
	}
	return time.toUTC().toISO();
};

/** Phone numbers separated by commas, semicolons or new lines, or a list of them from an expression. */
export const phoneNumberList: ReadValue = (value, name) => {
	const entries = (Array.isArray(value) ? value : String(value ?? '').split(/[,;\n]/)).filter(
		(entry) => String(entry ?? '').trim() !== '',
	);
	if (!entries.length) throw new Problem(`${name} is empty`, 'Give at least one phone number.');
	return entries.map((entry, index) =>
		normalisePhoneNumber(entry, `${name}, number ${index + 1},`),
	);
};

const shownNames = new Map<string, string>();

/** A parameter's name as the form shows it: phoneNumber is Phone Number. */
export function shownName(parameter: string): string {
	const known = shownNames.get(parameter);
	if (known !== undefined) return known;
	const name = parameter
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/\b(Id|Url|Html|Json)\b/g, (word) => word.toUpperCase());
	shownNames.set(parameter, name);
	return name;
}

/**
 * Whether a switch of the options is on, also if an expression gave it as text.
 *
 * @throws Problem if it is neither on nor off
 */
export function isOn(options: IDataObject, parameter: string): boolean {
	const given = options[parameter] ?? '';
	const text = String(given).trim().toLowerCase();
	if (text === 'true') return true;
	if (text === 'false' || text === '') return false;
	const name = shownName(parameter);
	throw new Problem(`${name} is neither true nor false: ${String(given)}`, `Correct ${name}.`);
}

/** A whole number from `least` to `most`, also if an expression gave it as text. */
export function wholeNumber(
	given: unknown,
	name: string,
	most = Number.MAX_SAFE_INTEGER,
	least = 1,
): number {
	const number = typeof given === 'string' && given.trim() ? Number(given) : given;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most) {
		const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
		throw new Problem(
			`${name} is not a whole number ${range}: ${String(given)}`,
			`Correct ${name}.`,
		);
	}
	return number;
}
