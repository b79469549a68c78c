import type { CountryCode } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber } from 'libphonenumber-js/max';

import { countriesByCode } from '../../../../nodes/MessagingService/values/countries/country';
import { normalizePhoneNumber } from '../../../../nodes/MessagingService/values/phoneNumbers';
import { numbersOf } from './numbersOf';

const read = (given: unknown, country: string) => normalizePhoneNumber(given, "'To'", country);

describe("A country's example of a mobile number is read", () => {
	const unread: Record<string, string> = { AR: 'national', MM: 'withoutPlus' };
	const countries = [...countriesByCode.values()].map(({ code }) => code as CountryCode);
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
		for (const [form, given] of Object.entries(as)) {
			if (unread[country] !== form) expect([form, read(given, country)]).toEqual([form, digits]);
		}
	});
});

it.each<[string, string, unknown, string]>([
	['0 in Lithuania', 'LT', '0 600 12345', '37060012345'],
	['8 in Lithuania', 'LT', '(8 600) 12345', '37060012345'],
	['8 in Kazakhstan', 'KZ', '8 701 234 5678', '77012345678'],
	['the 0 that stays in Italy', 'IT', '06 1234 5678', '390612345678'],
	['the 0 that stays in Ivory Coast', 'CI', '01 23 45 67 89', '2250123456789'],
	['a prefix in brackets', 'DE', '(0) 151 23456789', '4915123456789'],
	['a prefix that a spreadsheet cut off', 'LT', 60012345, '37060012345'],
	['a decimal point behind', 'LT', '60012345.0', '37060012345'],
	['a decimal point behind a short number', 'FO', '211234.0', '298211234'],
	['scientific notation', 'LT', '6.0012345E+7', '37060012345'],
	['a landline of a length that mobile numbers have not', 'DE', '030 123456', '4930123456'],
	['the country code in front', 'LT', '370 600 12345', '37060012345'],
	['the country code in a number', 'LT', 37060012345, '37060012345'],
	['a country code that is not the prefix', 'RU', '7 912 345 67 89', '79123456789'],
	['a country code where landlines may be as long', 'DE', '49 151 23456789', '4915123456789'],
	['a country code before mobile numbers', 'NL', '31612345678', '31612345678'],
	['a country code before one of many lengths', 'AT', '43 664 1234567', '436641234567'],
	['a country code where no prefix is', 'IT', '39 312 345 6789', '393123456789'],
	['no country code in what begins like it', 'IT', '393 123 4567', '393931234567'],
	['a country code that is another country too', 'KZ', '7 912 345 67 89', '79123456789'],
	['no country code in a landline', 'HU', '36 123 456', '3636123456'],
	['a plus of another country', 'LT', '+4915123456789', '4915123456789'],
	['two zeros of another country', 'LT', '004915123456789', '4915123456789'],
	['a country in small letters', 'lt', '0600 12345', '37060012345'],
	['a country with spaces around it', ' Lt ', '0600 12345', '37060012345'],
])('With a country is read: %s', (_, country, given, digits) => {
	expect(read(given, country)).toBe(digits);
});

describe('International numbers of all countries', () => {
	const numbers = [...countriesByCode.values()].flatMap(({ code, callingCode }) =>
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

const none = (country: string) => `isn't a phone number of ${country}`;

it.each<[string, unknown, unknown, string]>([
	['one too short', '0600 123', 'LT', `${none('Lithuania')}: 0600 123`],
	['one too long', '0600 123456', 'LT', `${none('Lithuania')}: 0600 123456`],
	["another country's without a plus", '4915123456789', 'LT', none('Lithuania')],
	['one that lacks a digit behind its prefix', '06001234', 'LT', none('Lithuania')],
	['one without its area', '250 1234', 'BB', none('Barbados')],
	['the 15 of a mobile phone in Argentina', '011 15-2345-6789', 'AR', none('Argentina')],
	['what is no number', '0600 CALL', 'LT', "isn't a phone number: 0600 CALL"],
	['a boolean', true, 'LT', "must be one phone number, but it's true"],
	['an empty text', '', 'LT', 'is empty'],
	['a prefix behind a country code', '+370 8 600 12345', 'LT', "isn't an international phone"],
	['(0) behind a country code', '49 (0) 151 23456789', 'DE', "isn't an international phone"],
	['a zero behind the plus', '+0 600 12345', 'LT', 'has no country code: +0 600 12345'],
	['what may be either', '9591234567', 'MM', 'may be +959591234567 or +9591234567: 9'],
	['a landline or a mobile number', '390 415 8232', 'IT', 'may be +393904158232 or'],
])('With a country is refused: %s', (_, given, country, message) => {
	expect(() => read(given, country as string)).toThrow(`'To' ${message}`);
});

it.each([
	...['Lithuania', 'XX', 'constructor', { code: 'LT' }, ['LT'], true, 370],
	...[null, '', '  '],
])('What is no country is refused, with any number: %j', (country) => {
	const isBlank = !String(country ?? '').trim();
	const message = isBlank ? "'Default Country' is empty" : "'Default Country' isn't a country: ";
	for (const given of ['060012345', '+37060012345', '37060012345']) {
		const reading = () => normalizePhoneNumber(given, "'To'", country);
		expect(reading).toThrow(message);
	}
});

it.each([
	[
		'9591234567',
		'MM',
		"'Default Country' is Myanmar (Burma) (+95), where both are possible. Enter the number with a",
	],
	['12', 'LT', "as it's dialed there"],
])('A refusal says what to do: %s in %s', (given, country, advice) => {
	const description: unknown = expect.stringContaining(advice);
	expect(() => read(given, country)).toThrow(expect.objectContaining({ description }));
});

it.each([
	['060012345', true],
	['(0) 600 12345', true],
	['+060012345', false],
])('Without a country nothing is national: %s', (given, looksNational) => {
	const reading = () => normalizePhoneNumber(given, "'To'");
	expect(reading).toThrow(`'To' has no country code: ${given}`);
	const advice: unknown = expect.stringContaining('Options → Default Country');
	const [told, untold] = [
		{ description: advice },
		{ description: expect.not.stringContaining('Default Country') },
	];
	expect(reading).toThrow(expect.objectContaining(looksNational ? told : untold));
});
