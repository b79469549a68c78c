import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';
import { getCountryCallingCode, parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';

import { repositoryRoot } from '../../../../dev/places';
import { normalizePhoneNumber } from '../../../../nodes/MessagingService/values/phoneNumbers';
import type { Kind } from './numbersOf';
import { countries, numbersOf } from './numbersOf';

/** Of each country, each kind and each form: more than a hundred thousand in all. */
const NUMBERS_OF_A_KIND = 72;

const NAMES = { MOBILE: 'Mobile', FIXED_LINE: 'Landline' };

/** Where a number is not read as libphonenumber means it, and in which countries: the document has the reasons. */
const explained = new Map(
	readFileSync(join(repositoryRoot, 'docs/default-country.md'), 'utf8')
		.split('\n')
		.filter((row) => /^\| (Mobile|Landline) with/.test(row))
		.map((row) => row.split('|').map((cell) => cell.trim()))
		.map(([, what, countries]) => [what, countries]),
);

/** How people in the country may give it. */
const formsOf = (number: PhoneNumber) => ({
	'with its prefix': number.formatNational(),
	'without its prefix': number.nationalNumber as string,
	'with its country code': number.number.slice(1),
});

test('generated numbers of all countries are read as libphonenumber means them, but for what is explained', () => {
	const found = new Map<string, string[]>();
	const counts = { MOBILE: 0, FIXED_LINE: 0 };
	let librarysOwn = 0;
	for (const { country, kind, number } of allNumbers()) {
		for (const [form, given] of Object.entries(formsOf(number))) {
			counts[kind]++;
			const digits = number.number.slice(1);
			const read = readAs(given, country);
			if (parse(given, country)?.number !== number.number) librarysOwn++;
			if (read === digits) continue;
			const what = `${NAMES[kind]} ${form}, ${read === undefined ? 'refused' : 'read as another'}`;
			const example = `${country}: ${given} of ${digits}${read ? ` as ${read}` : ''}`;
			found.set(what, [...(found.get(what) ?? []), example]);
		}
	}
	process.stdout.write(report(counts, librarysOwn, found));
	expect(counts.MOBILE + counts.FIXED_LINE).toBeGreaterThan(100_000);
	const unexplained = [...found].flatMap(([what, examples]) =>
		examples.filter((example) => !explained.get(what)?.includes(example.slice(0, 2))),
	);
	expect(unexplained).toEqual([]);
});

function* allNumbers(): Generator<{ country: CountryCode; kind: Kind; number: PhoneNumber }> {
	for (const country of countries) {
		for (const kind of ['MOBILE', 'FIXED_LINE'] as const) {
			for (const made of numbersOf(country, kind, NUMBERS_OF_A_KIND)) {
				const number = parse(`+${getCountryCallingCode(country)}${made}`);
				if (number) yield { country, kind, number };
			}
		}
	}
}

function readAs(given: string, country: string): string | undefined {
	try {
		return normalizePhoneNumber(given, 'To', country);
	} catch {
		return undefined;
	}
}

function report(counts: object, librarysOwn: number, found: Map<string, string[]>): string {
	const lines = [...found].sort().map(([what, examples]) => {
		const times = new Map<string, number>();
		for (const [first, second] of examples) {
			times.set(first + second, (times.get(first + second) ?? 0) + 1);
		}
		const which = [...times].map(([country, often]) => `${country} ${often}`).join(', ');
		return `${what}: ${examples.length} (${which}), e.g. ${examples[0]}\n`;
	});
	const title = `${JSON.stringify(counts)}; the library itself reads ${librarysOwn} of them in another way.\n`;
	return title + lines.join('');
}
