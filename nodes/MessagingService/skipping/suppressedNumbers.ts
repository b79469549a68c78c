import { Problem } from '../errors/problem';
import { countryOf } from '../values/countries/country';
import { asText } from '../values/parsing';
import { phoneNumberIn } from '../values/phoneNumbers';
import {
	hasPlus,
	isCalledNumber,
	isCalledOtherwise,
	isCalledPhone,
	isDate,
	mayBeNumber,
	readableNumber,
} from './readableNumber';
import type { ResponseHead } from './signsOfMore';
import { leavesOf } from './signsOfMore';
import { ADVICE, wholeList } from './wholeList';

/** An entry's values by their names, `a.b` for one within another; an entry that is a value itself has no name. */
type Row = Map<string, unknown>;

/** Fields that say what a number begins with that does not stand in front of it. */
const CODE = /country|dial|calling|prefix|area/i;

/**
 * The numbers on a suppression list, whose fields the service does not publish. They stand in the field that the user
 * named (`a.b` for one within another), else in the one that is called like it, else in the only one whose
 * values all begin with a +. Each entry has to have one there that can be read.
 *
 * @param answer the service's answer as it came
 * @throws Problem if somebody on the list could be overlooked
 */
export function suppressedNumbers(
	answer: unknown,
	field: string,
	head?: ResponseHead,
): Set<string> {
	const rows = wholeList(answer, head).map(rowOf);
	if (!rows.length) return new Set();
	if (field && !rows.some((row) => row.has(field))) {
		throw new Problem(`The suppression list has no field called ${field}`, ADVICE);
	}
	const name = field || nameOfNumbers(rows);
	return new Set(
		rows.flatMap((row, index) => {
			const number = readableNumber(row.get(name));
			if (number !== undefined && (field || isWithItsCode(row, name, number))) return [number];
			if (!field && isBlank(row.get(name)) && isAboutEmail(row)) return [];
			throw unreadable(row.get(name), index, name);
		}),
	);
}

function unreadable(value: unknown, index: number, name: string): Problem {
	const where = name ? ` in ${name}` : '';
	const what = isBlank(value)
		? `has no phone number${where}`
		: `has something else than a phone number${where}: ${asText(value).slice(0, 60)}`;
	return new Problem(`Entry ${index + 1} of the suppression list ${what}`, ADVICE);
}

/** Of two values that come by the same name none can be told. */
function rowOf(entry: unknown): Row {
	const row: Row = new Map();
	for (const { path, value } of leavesOf(entry)) {
		const name = path.join('.');
		row.set(name, row.has(name) ? [row.get(name), value] : value);
	}
	return row;
}

/** @throws Problem if no field, or more than one, could hold the numbers */
function nameOfNumbers(rows: Row[]): string {
	const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
	if (names.every((name) => name === '')) return '';
	const valuesOf = (name: string) =>
		rows.map((row) => row.get(name)).filter((value) => !isBlank(value));
	const isPossible = (name: string) =>
		valuesOf(name).some((value) => hasPlus(value) || mayBeNumber(name, value));
	const phones = names.filter((name) => isCalledPhone(name.split('.')));
	const numbers = names.filter((name) => isCalledNumber(name.split('.')));
	const others = names.filter(isPossible);
	const called = phones.length
		? [...phones, ...numbers.filter(isPossible)]
		: [...numbers, ...others];
	const found = [...new Set(called)];
	const [only] = found;
	const isCertain =
		phones.length || numbers.length || (only !== undefined && valuesOf(only).every(hasPlus));
	if (found.length === 1 && isCertain) return only;
	throw new Problem(
		found.length > 1
			? `Several fields of the suppression list may hold phone numbers: ${found.join(' and ')}`
			: "It isn't certain which field of the suppression list holds the phone numbers",
		ADVICE,
	);
}

/** Whether a number begins with the country or area code that stands beside it. */
function isWithItsCode(row: Row, name: string, number: string): boolean {
	if (hasPlus(row.get(name)) || /^\s*00/.test(asText(row.get(name)))) return true;
	return [...row].every(([other, value]) => {
		if (other === name || !CODE.test(other)) return true;
		const text = asText(value ?? '').trim();
		const code = countryOf(text.toUpperCase())?.callingCode ?? /^\+?(\d{1,5})$/.exec(text)?.[1];
		return code === undefined || number.startsWith(code);
	});
}

/** Whether an entry is about an email address, and nothing else in it could be a phone number. */
function isAboutEmail(row: Row): boolean {
	const emails = [...row].filter(([, value]) => isEmail(value));
	const isHarmless = ([name, value]: [string, unknown]) =>
		isEmail(value) ||
		isDate(value) ||
		!/\d/.test(asText(value ?? '')) ||
		(isCalledOtherwise(name) && readableNumber(value) === undefined);
	return emails.length > 0 && [...row].every(isHarmless);
}

/** An address, but for that of a phone. */
function isEmail(value: unknown): boolean {
	const [, mailbox] = (typeof value === 'string' && /^([^\s@]+)@[^\s@]+$/.exec(value.trim())) || [];
	return mailbox !== undefined && phoneNumberIn(mailbox) === undefined;
}

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || asText(value).trim() === '';
}
