import { Problem } from '../errors/problem';
import { countriesByCode, countryCalled } from '../values/countries/country';
import { isCalledNumber, isCalledOtherwise, isCalledPhone } from '../values/fieldNames';
import { asText } from '../values/parsing';
import { phoneNumberIn } from '../values/phoneNumbers';
import type { Leaf } from './leaves';
import { leavesOf, leavesWithin } from './leaves';
import { hasPlus, isDate, likelyNumber, mayBeNumber, readableNumber } from './readableNumber';

import type { ResponseHead } from './completeList';
import { ADVICE, completeListOrThrow } from './completeList';

/** An entry's values by their names, `a.b` for one within another; an entry that is a value itself has no name. */
type Row = Map<string, unknown>;

/** Fields that say what a number begins with that does not stand in front of it. */
const CODE = /country|dial|calling|prefix|area|region|nation|(^|[^a-z])(iso|cc|code$)/i;

/** Of these, those that name the country in one way or another. */
const COUNTRY = /country|^nation$|(^|[^a-z])(iso|cc)/i;

/** What says that a number stands for all that begin like it. */
const BEGINNING = /^(prefix|wildcard|pattern|regexp?|range|(starts?|begins?)[ _-]?with)$/i;

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
	const rows = completeListOrThrow(answer, head).map(rowOf);
	if (!rows.length) return new Set();
	if (field && !rows.some((row) => row.has(field))) {
		throw new Problem(`The suppression list has no field called ${field}`, ADVICE);
	}
	if (!field) rows.forEach(refuseMoreNumbers);
	const name = field || nameOfNumbers(rows);
	return new Set(
		rows.flatMap((row, index) => {
			const number = readableNumber(row.get(name));
			const isOther = isEmail(row.get(name)) || (!field && isBlank(row.get(name)));
			if (isOther && isAboutEmail(row)) return [];
			if (number !== undefined && isWithItsCode(row, name, number)) return [number];
			throw unreadable(row.get(name), index, name);
		}),
	);
}

/** @throws Problem if a value of an entry, or a name in it, has numbers that none of its fields has by itself */
function refuseMoreNumbers(row: Row, index: number): void {
	for (const [name, value] of row) {
		const isSeveral = typeof value === 'string' && /[,;|\r\n]/.test(value);
		const isListed = Array.isArray(value)
			? leavesWithin({ path: name.split('.'), value }).some(mayHoldNumber)
			: isSeveral && value.split(/[,;|\r\n]/).some(hasPlus);
		if (!isListed && !/(^|\.)\+?\d{7,15}(\.|$)/.test(name)) continue;
		throw new Problem(
			`Entry ${index + 1} of the suppression list may have more phone numbers in ${name.slice(0, 60)}`,
			ADVICE,
		);
	}
}

function mayHoldNumber({ path, value }: Leaf): boolean {
	const name = path.filter(Boolean).at(-1) ?? '';
	return (
		hasPlus(value) ||
		mayBeNumber(name, value) ||
		(isCalledPhone(path) && !isBlank(value)) ||
		path.some((one) => /^\+?\d{7,15}$/.test(one))
	);
}

function unreadable(value: unknown, index: number, name: string): Problem {
	const where = name ? ` in ${name}` : '';
	const isPart = likelyNumber(value) !== undefined;
	const kind = isPart
		? 'may have only a part of a phone number'
		: 'has something else than a phone number';
	const what = isBlank(value)
		? `has no phone number${where}`
		: `${kind}${where}: ${asText(value).slice(0, 60)}`;
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
	const columns = columnsOf(rows);
	const names = [...columns.keys()];
	if (names.every((name) => name === '')) return '';
	const isPossible = (name: string) =>
		columns.get(name)!.some((value) => hasPlus(value) || mayBeNumber(name, value));
	const calledPhone = names.filter((name) => isCalledPhone(name.split('.')));
	const filled = calledPhone.filter((name) => columns.get(name)!.length);
	const phones = filled.length ? filled : calledPhone;
	const numbers = names.filter((name) => isCalledNumber(name.split('.')));
	const found = phones.length
		? [...phones, ...numbers.filter((name) => !phones.includes(name) && isPossible(name))]
		: names.filter((name) => numbers.includes(name) || isPossible(name));
	const [only] = found;
	const isCertain =
		phones.length ||
		numbers.length ||
		columns.get(only)?.every((value) => hasPlus(value) || isEmail(value));
	if (found.length === 1 && isCertain) return only;
	throw new Problem(
		found.length > 1
			? `Several fields of the suppression list may hold phone numbers: ${found.slice(0, 5).join(' and ')}`
			: "It isn't certain which field of the suppression list holds the phone numbers",
		ADVICE,
	);
}

/** The values that are given under each name. */
function columnsOf(rows: Row[]): Map<string, unknown[]> {
	const columns = new Map<string, unknown[]>();
	for (const row of rows) {
		for (const [name, value] of row) {
			const column = columns.get(name) ?? [];
			if (!isBlank(value)) column.push(value);
			columns.set(name, column);
		}
	}
	return columns;
}

/** Whether a number begins with the country or area code that stands beside it, and is not the beginning of others. */
function isWithItsCode(row: Row, name: string, number: string): boolean {
	for (const value of row.values()) {
		if (typeof value === 'string' && BEGINNING.test(value.trim())) return false;
	}
	if (hasPlus(row.get(name)) || /^\s*00/.test(asText(row.get(name)))) return true;
	const beside = [...row].filter(
		([other, value]) => other !== name && CODE.test(other) && !isBlank(value),
	);
	const codes = beside.flatMap(([, value]) => codeIn(value) ?? []);
	const isUnknown = beside.some(([other, value]) => COUNTRY.test(other) && isWord(value));
	return codes.every((code) => number.startsWith(code)) && (codes.length > 0 || !isUnknown);
}

/** The calling code that a value is, or that of the country whose two letters or English name it is. */
function codeIn(value: unknown): string | undefined {
	const text = asText(value).trim();
	return (
		(countriesByCode.get(text.toUpperCase()) ?? countryCalled(text))?.callingCode ??
		/^(?:\+|00)?(\d{1,4})$/.exec(text)?.[1]
	);
}

/** A value that is neither an answer of yes or no nor a date. */
function isWord(value: unknown): boolean {
	return typeof value !== 'boolean' && !isDate(value);
}

/** Whether an entry is about an email address, and nothing else in it could be a phone number. */
function isAboutEmail(row: Row): boolean {
	const emails = [...row].filter(([, value]) => isEmail(value));
	const isHarmless = ([name, value]: [string, unknown]) =>
		isBlank(value) ||
		isEmail(value) ||
		isDate(value) ||
		(!isCalledPhone(name.split('.')) && !/\d/.test(asText(value))) ||
		(isCalledOtherwise(name) && !Array.isArray(value) && likelyNumber(value) === undefined);
	return emails.length > 0 && [...row].every(isHarmless);
}

/** An address, but for that of a phone. */
function isEmail(value: unknown): boolean {
	const [, mailbox] = (typeof value === 'string' && /^([^\s@]+)@[^\s@]+$/.exec(value.trim())) || [];
	return mailbox !== undefined && phoneNumberIn(mailbox) === undefined;
}

function isBlank(value: unknown): boolean {
	return asText(value).trim() === '';
}
