import { Problem } from '../errors/problem';

const ADVICE =
	'Give the number with its country code, e.g. +370 600 12345. A leading + or 00, spaces, dashes, dots and brackets do no harm; 7 to 15 digits have to be left.';

// Spaces, dashes, dots and brackets, and the invisible marks that come along when a number is copied.
const SEPARATORS = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff\u2010-\u2015\u2212().[\]-]/g;

/** Why a value is no phone number: what happened, behind the parameter's name, and what to do. */
type Refusal = { what: string; advice: string };

/**
 * A phone number as the service wants it: 7 to 15 digits beginning with the country code (E.164
 * without its +). Takes text, and the numbers that spreadsheets and expressions give.
 *
 * @param parameter the parameter's name as the user sees it
 * @throws Problem naming the parameter and the value
 */
export function normalisePhoneNumber(value: unknown, parameter: string): string {
	const read = readPhoneNumber(value);
	if (typeof read === 'string') return read;
	throw new Problem(`${parameter} ${read.what}`, read.advice);
}

/** The same, or undefined for what is no phone number: an error takes long to make where there are many. */
export function phoneNumberIn(value: unknown): string | undefined {
	const read = readPhoneNumber(value);
	return typeof read === 'string' ? read : undefined;
}

function readPhoneNumber(value: unknown): string | Refusal {
	const refused = (what: string, advice = ADVICE): Refusal => ({ what, advice });
	if (value === undefined || value === null || (typeof value === 'string' && !value.trim())) {
		return refused('is empty');
	}
	if (typeof value !== 'string' && typeof value !== 'number') {
		return refused(`is not a phone number, but ${kindOf(value)}`);
	}

	// As text the point or the minus would count as a separator, and other digits would be left.
	if (typeof value === 'number' && (value < 0 || value % 1 !== 0)) {
		return refused(`is not a phone number: ${value}`);
	}

	const text = spreadsheetNumber(String(value).trim());
	if (text === undefined) {
		return refused(
			`was rounded by a spreadsheet: ${String(value).trim()}`,
			'Its last digits are lost. Format the column as text in the spreadsheet and enter the number again.',
		);
	}
	if (/\(\s*0\s*\)/.test(text)) {
		return refused(
			`is not an international phone number: ${text}`,
			'The (0) is dialed only within the country. Leave it out.',
		);
	}
	const digits = text.replace(SEPARATORS, '').replace(/^(\+|00)/, '');
	if (!/^\d{7,15}$/.test(digits)) return refused(`is not a phone number: ${shortened(text)}`);
	return digits.startsWith('0') ? refused(`has no country code: ${text}`) : digits;
}

/** 3.7060012345E+10 and 37060012345.0 as plain digits; undefined for a number that was rounded. */
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

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : String(value);
}

function shortened(text: string): string {
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
