import { Problem } from '../errors/problem';
import type { Country } from './countries/country';
import { countryOf } from './countries/country';
import { readNationalNumber } from './countries/nationalNumber';
import { asText } from './parsing';

const ADVICE =
	'Give the number with its country code, e.g. +370 600 12345. A leading + or 00, spaces, dashes, dots and brackets do no harm; 7 to 15 digits have to be left.';

const NATIONAL_ADVICE = `${ADVICE} Where numbers are given as they are dialed within a country, choose it under Options → Default Country.`;

// Spaces, dashes, dots and brackets, and the invisible marks that come along when a number is copied.
const SEPARATORS = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff\u2010-\u2015\u2212().[\]-]/g;

/** The (0) of +49 (0) 170; one in front of all else is a national prefix. */
const HAS_ZERO_IN_BRACKETS = /.\(\s*0\s*\)/;

/**
 * A phone number as the service wants it: 7 to 15 digits beginning with the country code (E.164
 * without its +). Takes text, and the numbers that spreadsheets and expressions give.
 *
 * @param parameter the parameter's name as the user sees it
 * @param defaultCountry that of numbers without a leading + or 00, as Options have it; blank: they begin with
 * their country code too
 * @throws Problem naming the parameter and the value
 */
export function normalisePhoneNumber(
	value: unknown,
	parameter: string,
	defaultCountry?: unknown,
): string {
	if (value === undefined || value === null || (typeof value === 'string' && !value.trim())) {
		throw new Problem(`${parameter} is empty`, ADVICE);
	}
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw new Problem(`${parameter} is not a phone number, but ${kindOf(value)}`, ADVICE);
	}

	// As text the point or the minus would count as a separator, and other digits would be left.
	if (typeof value === 'number' && (value < 0 || value % 1 !== 0)) {
		throw new Problem(`${parameter} is not a phone number: ${value}`, ADVICE);
	}

	const text = spreadsheetNumber(String(value).trim(), parameter);
	const stripped = text.replace(SEPARATORS, '');
	if (isGiven(defaultCountry)) {
		const country = readCountry(defaultCountry);
		// Short numbers too may have become decimal ones, whose point is no separator.
		const national = /^\d{4,6}\.0$/.test(text) ? text.slice(0, -2) : stripped;
		if (
			/^\d{1,20}$/.test(national) &&
			!national.startsWith('00') &&
			!HAS_ZERO_IN_BRACKETS.test(text)
		) {
			return readNationalNumber(national, country, parameter);
		}
	}
	if (HAS_ZERO_IN_BRACKETS.test(text)) {
		throw new Problem(
			`${parameter} is not an international phone number: ${text}`,
			'The (0) is dialed only within the country. Leave it out.',
		);
	}
	const digits = stripped.replace(/^(\+|00)/, '');
	if (!/^\d{7,15}$/.test(digits)) {
		throw new Problem(`${parameter} is not a phone number: ${shortened(text)}`, ADVICE);
	}
	if (digits.startsWith('0')) {
		const looksNational = !/^(\+|00)/.test(stripped);
		throw new Problem(
			`${parameter} has no country code: ${text}`,
			looksNational ? NATIONAL_ADVICE : ADVICE,
		);
	}
	return digits;
}

function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null && String(value).trim() !== '';
}

/** @throws Problem if there is no such country */
function readCountry(given: unknown): Country {
	const country = typeof given === 'string' && countryOf(given.trim().toUpperCase());
	if (country) return country;
	throw new Problem(
		`Default Country is not a country: ${shortened(asText(given))}`,
		'Choose one from the list, or give its two letters (ISO 3166-1), e.g. LT.',
	);
}

/** 3.7060012345E+10 and 37060012345.0 as plain digits; a number that was rounded is refused. */
function spreadsheetNumber(text: string, parameter: string): string {
	if (/^\+?\d{7,}\.0+$/.test(text)) return text.replace(/\.0+$/, '');

	const scientific = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text);
	if (!scientific) return text;
	const [, first, decimals = '', exponent] = scientific;
	const missing = Number(exponent) - decimals.length;
	if (missing > 0) {
		throw new Problem(
			`${parameter} was rounded by a spreadsheet: ${text}`,
			'Its last digits are lost. Format the column as text in the spreadsheet and enter the number again.',
		);
	}
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
