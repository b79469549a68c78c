import type { GenericValue, IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { asText, isNot, parseTime } from './parsing';
import { normalisePhoneNumber } from './phoneNumbers';

/**
 * Turns what the user gave for a parameter into what is sent; `undefined` leaves the field out.
 *
 * @param name the parameter's name as the user sees it
 * @param timeZone that of the workflow, e.g. Europe/Vilnius
 * @param options the item's Options, with the account's defaults
 * @throws Problem that names the parameter
 */
export type ReadValue = (
	value: unknown,
	name: string,
	timeZone: string,
	options: IDataObject,
) => GenericValue | undefined;

export const phoneNumber: ReadValue = (value, name, _timeZone, { defaultCountry }) =>
	normalisePhoneNumber(value, name, defaultCountry);

/** Text that has to be there; numbers and booleans, as expressions give them, become text. */
export const requiredText: ReadValue = (value, name, timeZone, options) => {
	const text = optionalText(value, name, timeZone, options);
	if (text === undefined) throw new Problem(`${name} is empty`, `Fill in ${name}.`);
	return text;
};

/** The sender ID in From, or where that is left empty the credential's. */
export const senderId: ReadValue = (value, name, timeZone, options) => {
	const text = optionalText(value, name, timeZone, options) ?? options.senderId;
	if (text !== undefined) return text;
	throw new Problem(
		`${name} is empty`,
		`Fill in ${name}. Or clear the field, and fill in 'Sender ID' under 'Account Defaults' in the Messaging Service credential.`,
	);
};

/** Text, or nothing if it is blank. */
export const optionalText: ReadValue = (value, name) => {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'object') {
		const kind = Array.isArray(value) ? 'a list' : 'an object';
		throw new Problem(
			`${name} must be text, but it's ${kind}`,
			`Choose one of its fields for ${name}.`,
		);
	}
	return asText(value).trim() === '' ? undefined : String(value);
};

/** Text without line breaks, since a service may put it into a header of an email. */
export const lineOfText: ReadValue = (value, name, timeZone, options) => {
	const text = String(requiredText(value, name, timeZone, options));
	refuseControls(text, name);
	return text;
};

/** @throws Problem if a text has a line break, a tab, or another character that nobody sees and that ends or hides something */
export function refuseControls(text: string, name: string): void {
	if (!/[\p{Cc}\u2028\u2029]/u.test(text)) return;
	throw new Problem(
		`${name} has a line break or another control character`,
		`Put ${name} on one line, without tabs.`,
	);
}

/**
 * A point in time as ISO 8601 in UTC, or nothing if it is blank. A time without a zone, as n8n's date
 * picker gives it, is one of the workflow's time zone.
 */
export const optionalTime: ReadValue = (value, name, timeZone) => {
	if (value === undefined || value === null || value === '') return undefined;
	const time = parseTime(value, timeZone);
	if (!time) {
		throw new Problem(
			isNot(name, "isn't a date", value),
			'Enter it like 2027-01-31T09:00:00Z, with a year from 2000 to 2099.',
		);
	}
	return time.toUTC().toISO();
};

/** A time that may be now: a little of it passes while a workflow runs. */
export const optionalFutureTime: ReadValue = (value, name, timeZone, options) => {
	const time = optionalTime(value, name, timeZone, options);
	if (time === undefined || Date.parse(String(time)) > Date.now() - DAY_MS) return time;
	throw new Problem(
		`${name} passed more than a day ago: ${String(time)}`,
		`Enter a time in the future. Without ${name}, the service starts at once.`,
	);
};

const DAY_MS = 86_400_000;

/** Phone numbers separated by commas, semicolons or new lines, or a list of them from an expression. */
export const phoneNumberList: ReadValue = (value, name, _timeZone, { defaultCountry }) => {
	const given = typeof value === 'string' ? value.split(/[,;\n]/) : [value].flat();
	const entries = given.filter((entry) => asText(entry).trim() !== '');
	if (!entries.length) throw new Problem(`${name} is empty`, 'Enter at least one phone number.');
	return entries.map((entry, index) =>
		normalisePhoneNumber(entry, `Number ${index + 1} of ${name}`, defaultCountry),
	);
};
