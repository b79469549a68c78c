import { readFileSync } from 'node:fs';

import type { CountryCode } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber } from 'libphonenumber-js/max';

import { tableFile } from '../../../../dev/countries/place';
import { tableSource } from '../../../../dev/countries/table';
import { allCountries } from '../../../../nodes/MessagingService/values/countries/country';
import { normalisePhoneNumber } from '../../../../nodes/MessagingService/values/phoneNumbers';

const read = (given: unknown, country: string) => normalisePhoneNumber(given, 'To', country);

test('the table is what the library says', () => {
	expect(readFileSync(tableFile, 'utf8')).toBe(tableSource());
	expect(Buffer.byteLength(readFileSync(tableFile))).toBeLessThan(10_000);
	expect(allCountries()).toHaveLength(245);
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
