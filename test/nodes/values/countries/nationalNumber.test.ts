import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CountryCode } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber } from 'libphonenumber-js/max';

import { repositoryRoot } from '../../../../dev/places';
import { allCountries } from '../../../../nodes/MessagingService/values/countries/country';
import { normalizePhoneNumber } from '../../../../nodes/MessagingService/values/phoneNumbers';
import { explained } from './explained';
import { numbersOf } from './numbersOf';

const read = (given: unknown, country: string) => normalizePhoneNumber(given, "'To'", country);

test('the document has every disagreement with the library, and its reason', () => {
	const document = readFileSync(join(repositoryRoot, 'docs/default-country.md'), 'utf8');
	const rows = document.split('\n').filter((row) => /^\| (Mobile|Landline) with/.test(row));
	const expected = Object.entries(explained).map(
		([what, { countries, why }]) => `| ${what} | ${countries} | ${why} |`,
	);
	expect(rows).toEqual(expected);
});

describe("A country's example of a mobile number is read", () => {
	const countries = allCountries().map(({ code }) => code as CountryCode);
	it.each(countries)('%s', (country) => {
		const example = getExampleNumber(country, examples)!;
		const digits = example.number.slice(1);
		const as = {
			international: example.formatInternational(),
			withZeros: `00${digits}`,
			national: example.formatNational(),
			withoutPrefix: example.nationalNumber,
			withoutPlus: digits,
		};
		const readAs = Object.entries(as).map(([name, given]) => [name, read(given, country)]);
		expect(Object.fromEntries(readAs)).toEqual(
			Object.fromEntries(Object.keys(as).map((name) => [name, digits])),
		);
	});
});

describe('As it is dialed within the country', () => {
	it.each<[string, string, unknown, string]>([
		['0 in Germany', 'DE', '0151 23456789', '4915123456789'],
		['0 in Lithuania', 'LT', '0 600 12345', '37060012345'],
		['8 in Lithuania', 'LT', '(8 600) 12345', '37060012345'],
		['8 in Kazakhstan', 'KZ', '8 701 234 5678', '77012345678'],
		['06 in Hungary', 'HU', '06 20 123 4567', '36201234567'],
		['1 in the United States', 'US', '1 (201) 555-0123', '12015550123'],
		['no prefix in Spain', 'ES', '612 34 56 78', '34612345678'],
		['the 0 that stays in Italy', 'IT', '06 1234 5678', '390612345678'],
		['the 0 that stays in Ivory Coast', 'CI', '01 23 45 67 89', '2250123456789'],
		['the 15 of a mobile phone in Argentina', 'AR', '011 15-2345-6789', '5491123456789'],
		['the area left out on Barbados', 'BB', '250 1234', '12462501234'],
		['a country that shares its code', 'GG', '07400 123456', '447400123456'],
		['a prefix in brackets', 'DE', '(0) 151 23456789', '4915123456789'],
		['a prefix that a spreadsheet cut off', 'LT', 60012345, '37060012345'],
		['a decimal point behind', 'LT', '60012345.0', '37060012345'],
		['a decimal point behind a short number', 'FO', '211234.0', '298211234'],
		['scientific notation', 'LT', '6.0012345E+7', '37060012345'],
		['a landline', 'LT', '8 5 212 3456', '37052123456'],
		['a landline of a length that mobile numbers have not', 'DE', '030 123456', '4930123456'],
	])('%s', (_, country, given, digits) => {
		expect(read(given, country)).toBe(digits);
	});
});

describe('International numbers of all countries', () => {
	const numbers = allCountries().flatMap(({ code, callingCode }) =>
		(['MOBILE', 'FIXED_LINE'] as const).flatMap((kind) =>
			numbersOf(code as CountryCode, kind, 20).map((national) => ({ code, callingCode, national })),
		),
	);
	const international = (given: string) => normalizePhoneNumber(given, "'To'");

	it('stay what they are', () => {
		const changed = numbers.filter(({ callingCode, national }) => {
			const number = `${callingCode}${national}`;
			// The service takes 7 to 15 digits.
			if (!/^\d{7,15}$/.test(number)) return false;
			try {
				return international(`+${number}`) !== number;
			} catch {
				return true;
			}
		});
		expect(numbers.length).toBeGreaterThan(5_000);
		expect(changed).toEqual([]);
	});

	it('are refused with a national prefix in them that nothing there begins with, and never read without it', () => {
		const prefixed = numbers.filter(({ code }) =>
			['AU', 'DE', 'FR', 'GB', 'HU', 'LT', 'RU', 'UA', 'US'].includes(code),
		);
		const prefixes: Record<string, string> = { HU: '06', LT: '8', RU: '8', US: '1' };
		const taken = prefixed.filter(({ code, callingCode, national }) => {
			try {
				international(`+${callingCode} ${prefixes[code] ?? '0'} ${national}`);
				return true;
			} catch {
				return false;
			}
		});
		expect(taken).toEqual([]);
	});
});

describe('With the country code in front', () => {
	it.each([
		['Lithuania', 'LT', '370 600 12345', '37060012345'],
		['Lithuania, as a number', 'LT', 37060012345, '37060012345'],
		['Russia, where the prefix is not the code', 'RU', '7 912 345 67 89', '79123456789'],
		['Germany, where landlines may be as long', 'DE', '49 151 23456789', '4915123456789'],
		['the Netherlands, where other mobile numbers are as long', 'NL', '31612345678', '31612345678'],
		['Austria', 'AT', '43 664 1234567', '436641234567'],
		['Italy', 'IT', '39 312 345 6789', '393123456789'],
	])('%s', (_, country, given, digits) => {
		expect(read(given, country)).toBe(digits);
	});

	it('is not seen where it is none', () => {
		expect(read('393 123 4567', 'IT')).toBe('393931234567');
		expect(read('7 912 345 67 89', 'KZ')).toBe('79123456789');
		expect(read('36 123 456', 'HU')).toBe('3636123456');
	});
});

it.each(['+4915123456789', '004915123456789', ' + 49 151 23456789'])(
	'An international number stays what it is: %s',
	(given) => expect(read(given, 'LT')).toBe('4915123456789'),
);

describe('Refused is', () => {
	it.each([
		[
			'what may be either, with both named',
			'9591234567',
			'MM',
			"'To' may be +959591234567 or +9591234567: 9591234567",
		],
		['a number too short', '0600 123', 'LT', "'To' isn't a phone number of Lithuania: 0600123"],
		[
			'a number too long',
			'0600 123456',
			'LT',
			"'To' isn't a phone number of Lithuania: 0600123456",
		],
		[
			"another country's number without a plus",
			'4915123456789',
			'LT',
			"'To' isn't a phone number of Lithuania: 4915123456789",
		],
		[
			'a number that lacks a digit, with its prefix',
			'06001234',
			'LT',
			"'To' isn't a phone number of",
		],
		['what is no number', '0600 CALL', 'LT', "'To' isn't a phone number: 0600 CALL"],
		['(0) behind a country code', '49 (0) 151 23456789', 'DE', "'To' isn't an international phone"],
		['a zero behind the plus', '+0 600 12345', 'LT', "'To' has no country code: +0 600 12345"],
		['no country', '0600 12345', 'Lithuania', "'Default Country' isn't a country: Lithuania"],
		['no country, with a plus too', '+37060012345', 'XX', "'Default Country' isn't a country: XX"],
		['what every object has', '+37060012345', 'constructor', "'Default Country' isn't a country"],
	])('%s', (_, given, country, message) => {
		expect(() => read(given, country)).toThrow(message);
	});

	it.each([{ code: 'LT' }, ['LT'], true, 370])('a country that is no text: %j', (country) => {
		expect(() => normalizePhoneNumber('0600 12345', "'To'", country)).toThrow(
			"'Default Country' isn't a country: ",
		);
	});

	it.each<[unknown, string, boolean]>([
		['0600 123', 'LT', true],
		['abc', 'LT', true],
		[true, 'LT', true],
		['', 'LT', true],
		['+370 8 600 12345', 'LT', true],
		['9591234567', 'MM', false],
		['0600 12345', 'Lithuania', false],
		['0600 12345', '', false],
	])('with whether nobody can have the number: %j in %j', (given, country, isInvalidValue) => {
		const details: unknown = isInvalidValue
			? expect.objectContaining({ isInvalidValue })
			: expect.not.objectContaining({ isInvalidValue: true });
		expect(() => read(given, country)).toThrow(expect.objectContaining({ details }));
	});

	it('with what to do', () => {
		expect(() => read('9591234567', 'MM')).toThrow(
			expect.objectContaining({
				description:
					"'Default Country' is MM, where both are possible. Enter the number with a leading + and its country code.",
			}),
		);
		expect(() => read('12', 'LT')).toThrow(
			expect.objectContaining({ description: expect.stringContaining("as it's dialed there") }),
		);
	});
});

it('Without the option nothing is national', () => {
	expect(normalizePhoneNumber('37060012345', "'To'")).toBe('37060012345');
	for (const given of ['060012345', '(0) 600 12345']) {
		expect(() => normalizePhoneNumber(given, "'To'")).toThrow(
			expect.objectContaining({
				message: `'To' has no country code: ${given}`,
				description: expect.stringContaining('Options → Default Country'),
			}),
		);
	}
	expect(() => normalizePhoneNumber('+060012345', "'To'")).toThrow(
		expect.objectContaining({ description: expect.not.stringContaining('Default Country') }),
	);
});

it.each(['LT', 'lt', ' Lt '])('A country may be given as %j', (country) => {
	expect(read('0600 12345', country)).toBe('37060012345');
});

it.each([null, '', '  '])('The option without a country is refused: %j', (country) => {
	for (const given of ['060012345', '+37060012345', '37060012345']) {
		expect(() => normalizePhoneNumber(given, "'To'", country)).toThrow(
			"'Default Country' is empty",
		);
	}
});
