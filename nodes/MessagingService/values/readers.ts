import type { GenericValue, IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { isGiven, listOf } from './given';
import { isNot, kindOf, shortened } from './words';
import { parseTime } from './time';
import { normalizePhoneNumber } from './phoneNumbers';

/** The workflow's time zone, and the item's Options with the account's defaults. */
export type ReadBy = { timeZone: string; options: IDataObject };

/** Turns a parameter into what is sent; `undefined` leaves it out. @throws Problem with its name as the user sees it */
export type ReadValue = (value: unknown, name: string, by: ReadBy) => GenericValue | undefined;

export const phoneNumber: ReadValue = (value, name, { options }) =>
	normalizePhoneNumber(value, name, options.defaultCountry);

/** Text that has to be there; numbers and booleans, as expressions give them, become text. */
export function requiredText(value: unknown, name: string): string {
	const text = optionalText(value, name);
	if (text !== undefined) return text;
	throw new Problem(`${name} is empty`, `Fill in ${name}.`, { empty: name });
}

/** Quotes around an ID, and the brackets of a list that was pasted: no ID has one. */
const AROUND = /["'\u2018-\u201f`[\]]/g;

/** The IDs in a text or a list. */
export function idsIn(given: unknown): unknown[] {
	if (Array.isArray(given)) return given.flatMap(idsIn);
	if (typeof given !== 'string') return [given ?? []].flat();
	const entries = given.split(/[\s,;]+/).map((entry) => entry.replace(AROUND, ''));
	return entries.filter(isGiven);
}

/** One ID. @throws Problem if there are several: they would be asked for as one that nobody has */
export const oneId: ReadValue = (value, name) => {
	const [id, ...others] = idsIn(requiredText(value, name));
	if (id !== undefined && !others.length) return String(id);
	throw new Problem(
		`${name} ${others.length ? 'has more than one ID' : "isn't an ID"}: ${shortened(String(value))}`,
		'Enter one ID. For several, use an item for each.',
	);
};

/** The sender ID in From, or where that is left empty the credential's. */
export const senderId: ReadValue = (value, name, { options }) => {
	const text = optionalText(value, name)?.trim() ?? options.senderId;
	if (text !== undefined) {
		refuseControls(text as string, name);
		return text;
	}
	throw new Problem(
		`${name} is empty`,
		`Fill in ${name}. Or leave it empty, and fill in 'Sender ID' under 'Account Defaults' in the Messaging Service credential.`,
		{ empty: name },
	);
};

/** The address of a web page, or nothing. @throws Problem if a button or a picture can't open it */
export const optionalAddress: ReadValue = (value, name) => {
	const text = optionalText(value, name)?.trim();
	const isWeb = text && /^https?:\/\//i.test(text) && URL.canParse(text);
	if (text === undefined || isWeb) return text;
	throw new Problem(
		`${name} isn't a web address: ${shortened(text)}`,
		'It must begin with https:// or http://.',
	);
};

export function optionalText(value: unknown, name: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'object') {
		throw new Problem(
			`${name} must be text, but it's ${kindOf(value)}`,
			`Choose one of its fields for ${name}.`,
		);
	}
	return isGiven(value) ? String(value) : undefined;
}

/** Text without line breaks, since a service may put it into a header of an email. */
export function lineOfText(value: unknown, name: string): string {
	const text = requiredText(value, name);
	refuseControls(text, name);
	return text;
}

/** @throws Problem if a text has a line break, a tab, or another invisible control character */
export function refuseControls(text: string, name: string): void {
	if (!/[\p{Cc}\u2028\u2029]/u.test(text)) return;
	throw new Problem(
		`${name} has a line break or another control character`,
		`Put ${name} on one line, without tabs.`,
	);
}

/** A point in time as ISO 8601 in UTC, by default of the workflow's time zone; undefined if it is blank. */
export const optionalTime: ReadValue = (value, name, { timeZone }) => {
	if (value === undefined || value === null || value === '') return undefined;
	const time = parseTime(value, timeZone);
	if (time) return time.toUTC().toISO();
	throw new Problem(
		isNot(name, "isn't a date", value),
		'Enter it like 2027-01-31T09:00:00Z, with a year from 2000 to 2099.',
	);
};

/** A time that may be now: a little of it passes while a workflow runs. */
export const optionalFutureTime: ReadValue = (value, name, by) => {
	const time = optionalTime(value, name, by);
	if (time === undefined || Date.parse(String(time)) > Date.now() - DAY_MS) return time;
	throw new Problem(
		`${name} passed more than a day ago: ${String(time)}`,
		`Enter a time in the future. Without ${name}, the service starts at once.`,
	);
};

const DAY_MS = 86_400_000;

/** Phone numbers separated by commas, semicolons or new lines, or a list of them from an expression; each once. */
export const phoneNumberList: ReadValue = (value, name, { options }) => {
	// A blank entry between commas may be typed, one of a list is a number that is missing.
	const entries = Array.isArray(value) ? value.flat() : listOf(value);
	if (!entries.some(isGiven)) {
		throw new Problem(`${name} is empty`, 'Enter at least one phone number.', { empty: name });
	}
	const numbers = entries.map((entry, index) =>
		normalizePhoneNumber(entry, `Number ${index + 1} of ${name}`, options.defaultCountry),
	);
	return [...new Set(numbers)];
};
