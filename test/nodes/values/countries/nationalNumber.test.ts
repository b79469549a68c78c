import type { CountryCode } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber } from 'libphonenumber-js/max';

import { countriesByCode } from '../../../../nodes/MessagingService/values/countries/country';
import { normalizePhoneNumber } from '../../../../nodes/MessagingService/values/phoneNumbers';
import { numbersOf } from './numbersOf';

const read = (given: unknown, country?: unknown) => normalizePhoneNumber(given, "'To'", country);

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
	['the country code in a number', 'LT', 37060012345, '37060012345'],
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
	const readOrNothing = (given: string) => {
		try {
			return read(given);
		} catch {
			return undefined;
		}
	};

	it('stay what they are', () => {
		expect(numbers.length).toBeGreaterThan(5_000);
		const all = numbers.map(({ callingCode, national }) => `${callingCode}${national}`);
		// The service takes 7 to 15 digits.
		const possible = all.filter((number) => /^\d{7,15}$/.test(number));
		expect(possible.filter((number) => readOrNothing(`+${number}`) !== number)).toEqual([]);
	});

	it('are refused with a national prefix in them that nothing there begins with, and never read without it', () => {
		const prefixes: Record<string, string> = {
			...{ AU: '0', DE: '0', FR: '0', GB: '0', HU: '06', LT: '8', RU: '8', UA: '0', US: '1' },
		};
		const prefixed = numbers
			.filter(({ code }) => code in prefixes)
			.map(({ code, callingCode, national }) => `+${callingCode} ${prefixes[code]} ${national}`);
		expect(prefixed.filter((given) => readOrNothing(given) !== undefined)).toEqual([]);
	});
});

const none = (country: string) => `isn't a phone number of ${country}`;

it.each<[string, unknown, string, string, advice?: string]>([
	['one too short', '0600 123', 'LT', `${none('Lithuania')}: 0600 123`, "as it's dialed there"],
	['one too long', '0600 123456', 'LT', `${none('Lithuania')}: 0600 123456`],
	["another country's without a plus", '4915123456789', 'LT', none('Lithuania')],
	['one that lacks a digit behind its prefix', '06001234', 'LT', none('Lithuania')],
	['one without its area', '250 1234', 'BB', none('Barbados')],
	['the 15 of a mobile phone in Argentina', '011 15-2345-6789', 'AR', none('Argentina')],
	['what is no number', '0600 CALL', 'LT', "isn't a phone number: 0600 CALL"],
	['a prefix behind a country code', '+370 8 600 12345', 'LT', "isn't an international phone"],
	['(0) behind a country code', '49 (0) 151 23456789', 'DE', "isn't an international phone"],
	['a zero behind the plus', '+0 600 12345', 'LT', 'has no country code: +0 600 12345'],
	[
		...([
			'what may be either',
			'9591234567',
			'MM',
			'may be +959591234567 or +9591234567: 9',
		] as const),
		"'Default Country' is Myanmar (Burma) (+95), where both are possible. Enter the number with a",
	],
	['a landline or a mobile number', '390 415 8232', 'IT', 'may be +393904158232 or'],
])('With a country is refused: %s', (_, given, country, message, advice = '') => {
	expect(() => read(given, country)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(`'To' ${message}`),
			description: expect.stringContaining(advice),
		}),
	);
});

it.each([
	...['Lithuania', 'XX', 'constructor', { code: 'LT' }, ['LT'], true, 370],
	...[null, '', '  '],
])('What is no country is refused, with any number: %j', (country) => {
	const isBlank = !String(country ?? '').trim();
	const message = `'Default Country' ${isBlank ? 'is empty' : "isn't a country: "}`;
	for (const given of ['060012345', '+37060012345', '37060012345'])
		expect(() => read(given, country)).toThrow(message);
});
