import { itemsInWords } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import {
	prefixWithin,
	readCountry,
	readNationalNumber,
	whyNobodys,
} from './countries/nationalNumber';
import { isGiven } from './given';
import {
	BIDI_CONTROL,
	DATE,
	DATE_DIGITS,
	FRACTION,
	HAS_ZERO_IN_BRACKETS,
	SEPARATORS,
	SHORT_DECIMAL,
	TWO_ZEROS,
} from './numberForms';
import { counted, kindOf, shortened } from './words';

const ADVICE =
	'Enter the number with its country code, for example +370 600 12345. It can have 7 to 15 digits, with spaces, dashes, dots, or parentheses between them.';

const NATIONAL_ADVICE = `${ADVICE} If your numbers are written as they're dialed within a country, choose it under Options → Default Country, or under 'Account Defaults' in the credential.`;

const ONE_NUMBER =
	'It looks like a date, a decimal number, or more than one number. Enter one number, for example +370 600 12345 or 00370 600 12345, and nothing behind it.';

const ROUNDED =
	'Its last digits are lost. Format the column as text in the spreadsheet and enter the number again.';

/** Why a value is no phone number, said behind the parameter's name, and the advice. */
type Refusal = { what: string; advice: string };
const refused = (what: string, advice = ADVICE): Refusal => ({ what, advice });

/** A phone number as the service wants it: E.164 without its +. @throws Problem naming the parameter and the value */
export function normalizePhoneNumber(value: unknown, parameter: string, defaultCountry?: unknown) {
	const text = readText(value);
	if (typeof text === 'string' && defaultCountry !== undefined) {
		const country = readCountry(defaultCountry);
		const national = nationalDigits(text);
		if (national) return readNationalNumber(national, country, parameter, shortened(text));
	}
	const read = readEntered(text);
	if (typeof read === 'string') return read;
	const isLeftOut = isGiven(defaultCountry) && !isGiven(value);
	const advice = isLeftOut ? `Fill in ${parameter}.` : read.advice;
	const empty = isGiven(value) ? undefined : parameter;
	throw new Problem(`${parameter} ${read.what}`, advice, { empty });
}

/** A number as a user enters it without a default country, or undefined: without + or 00, somebody must be able to have it. */
export function usersNumber(value: unknown): string | undefined {
	return numberOf(readEntered(readText(value)));
}

/** Without + or 00, only a number that somebody can have counts as one with its country code. */
function readEntered(text: string | Refusal): string | Refusal {
	const read = readInternational(text);
	const isText = typeof text === 'string' && typeof read === 'string';
	if (!isText || /^(?:\+|00)/.test(text.replace(SEPARATORS, ''))) return read;
	const why = whyNobodys(read);
	const what = `isn't an international phone number: ${shortened(text)}`;
	return why ? { what, advice: `${why} ${NATIONAL_ADVICE}` } : read;
}

const numberOf = (read: string | Refusal) => (typeof read === 'string' ? read : undefined);

/** An international number as it was sent, or as the service writes it, whether or not anybody can have it; else undefined. */
export function servicesNumber(value: unknown): string | undefined {
	return numberOf(readInternational(readText(value)));
}

/** Whether nobody can have an international number, as digits: mostly, one of them is missing. */
export const isNobodys = (number: unknown) =>
	typeof number === 'string' && /^\d+$/.test(number) && whyNobodys(number) !== undefined;

/** E.g. `2 numbers that their country doesn't have: items 3 and 7`. */
export const nobodysInWords = (items: number[]): string =>
	`${counted(items.length, 'number')} that ${items.length === 1 ? 'its' : 'their'} country doesn't have: ${itemsInWords(items, 20)}`;

/** A value as the text of a number, or why it's no number. */
export function readText(value: unknown): string | Refusal {
	if (!isGiven(value)) return refused('is empty');
	if (typeof value !== 'string' && typeof value !== 'number') {
		return refused(`must be one phone number, but it's ${kindOf(value)}`);
	}
	// As text the point or the minus would count as a separator, and other digits would be left.
	if (typeof value === 'number' && (value < 0 || value % 1 !== 0)) {
		return refused(`isn't a phone number: ${value}`);
	}
	const given = String(value).trim();
	// Those among the separators turn nothing around in a number.
	if (BIDI_CONTROL.test(given) && BIDI_CONTROL.test(given.replace(SEPARATORS, ''))) {
		return refused(
			`has an invisible character that changes the order in which its digits are shown: ${shortened(given.replace(/[^\d+]/g, ''))}`,
			'Type the number instead of pasting it.',
		);
	}
	const text = spreadsheetNumber(given);
	if (text === undefined) return refused(`was rounded by a spreadsheet: ${given}`, ROUNDED);
	if (isOtherValue(text)) return refused(`isn't a phone number: ${shortened(text)}`, ONE_NUMBER);
	return text;
}

/** The digits of a spreadsheet's 3.7060012345E+10 or 37060012345.0; other text as it is; undefined if it is rounded. */
function spreadsheetNumber(text: string): string | undefined {
	const whole = /^(\+?\d{7,})\.0+$/.exec(text)?.[1];
	if (whole) return whole;
	const scientific = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text);
	if (!scientific) return text;
	const [, first, decimals = '', exponent] = scientific;
	const missing = Number(exponent) - decimals.length;
	if (missing > 0) return undefined;
	const beyond = missing < 0 ? decimals.slice(missing) : '';
	return /^0*$/.test(beyond) ? first + decimals.slice(0, Number(exponent)) : text;
}

/** Whether a text would be a number without its separators, but is something else or more. */
function isOtherValue(text: string): boolean {
	if (DATE.test(text) || endsInBrackets(text)) return true;
	if (FRACTION.test(text) && !SHORT_DECIMAL.test(text)) return true;
	return text.replace(SEPARATORS, '').startsWith('00') && !TWO_ZEROS.test(text);
}

/** Whether the last digits are in brackets behind others: the last one between digits opens. */
function endsInBrackets(text: string): boolean {
	const between = text.split(/\d+/).slice(1, -1).join('');
	const lastOf = (one: string, other: string) =>
		Math.max(between.lastIndexOf(one), between.lastIndexOf(other));
	return lastOf('(', '[') > lastOf(')', ']');
}

function readInternational(text: string | Refusal): string | Refusal {
	if (typeof text !== 'string') return text;
	if (HAS_ZERO_IN_BRACKETS.test(text)) {
		return refused(
			`isn't an international phone number: ${text}`,
			'The (0) is dialed only within the country. Leave it out.',
		);
	}
	const stripped = text.replace(SEPARATORS, '');
	const isDate = DATE_DIGITS.test(stripped);
	const digits = stripped.replace(/^(\+|00)/, '');
	if (isDate || !/^\d{7,15}$/.test(digits)) {
		const advice = isDate || /^\d{16,}$/.test(digits) ? ONE_NUMBER : oddSign(digits);
		return refused(`isn't a phone number: ${shortened(text)}`, advice ?? ADVICE);
	}
	if (digits.startsWith('0')) {
		const looksNational = digits === stripped;
		return refused(`has no country code: ${text}`, looksNational ? NATIONAL_ADVICE : ADVICE);
	}
	if (/^1[2-9]\d{9}$/.test(digits)) return digits;
	// Such as 0011 or 001, which are dialed before a country code in Australia and Singapore.
	if (digits.startsWith('1')) {
		return refused(
			`isn't a phone number: ${shortened(text)}`,
			'A number with the country code 1 has 10 more digits. For another country, write + and its country code in front.',
		);
	}
	const prefix = prefixWithin(digits);
	if (!prefix) return digits;
	return refused(
		`isn't an international phone number: ${shortened(text)}`,
		`The ${prefix} behind the country code is dialed only within the country. Leave it out.`,
	);
}

/** The advice on a sign that no number has in it, such as that of a spreadsheet's text, or a + that isn't in front. */
function oddSign(digits: string): string | undefined {
	const [odd] = /[^\d+]+|\+/.exec(digits) ?? [];
	const sign = odd?.trim() ? `"${shortened(odd)}"` : 'a line break';
	return (
		odd && `It has ${sign} in it. Enter one number, for example +370 600 12345, and nothing else.`
	);
}

/** The digits of what may be a number as it is dialed within a country; undefined for an international one. */
function nationalDigits(text: string): string | undefined {
	const digits = SHORT_DECIMAL.test(text) ? text.slice(0, -2) : text.replace(SEPARATORS, '');
	const isNational = /^\d{1,20}$/.test(digits) && !digits.startsWith('00');
	return isNational && !HAS_ZERO_IN_BRACKETS.test(text) ? digits : undefined;
}
