import { TABLE } from './table';

export type Country = {
	/** Two letters (ISO 3166-1). */
	code: string;
	/** Stands in front of its numbers elsewhere, e.g. 370. */
	callingCode: string;
	/** Digits that people in the country may dial in front of its numbers, e.g. 0. */
	prefixes: string[];
	/** The first digit and the length of its mobile numbers, e.g. 6:8; of a number in its country's form. */
	mobile: Set<string>;
	other: Set<string>;
};

export const countriesByCode = new Map<string, Country>();

const byCallingCode = new Map<string, Country[]>();
for (const entry of TABLE.trim().split(/;\n?/)) {
	const [callingCode, mobile, other, ...rows] = entry.split(' ');
	const shapes = { mobile: shapesIn(mobile), other: shapesIn(other) };
	const countries = rows.map((row): Country => {
		const [code, prefixes] = row.split('=');
		return { code, callingCode, prefixes: prefixes.split(',').filter(Boolean), ...shapes };
	});
	byCallingCode.set(callingCode, countries);
	for (const country of countries) countriesByCode.set(country.code, country);
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's name in English; Node.js knows it. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** The countries with the calling code of an international number: no code begins like another. */
export function countriesOf(number: string): Country[] {
	for (const length of [1, 2, 3]) {
		const countries = byCallingCode.get(number.slice(0, length));
		if (countries) return countries;
	}
	return [];
}

/** `6-8:23+9:5` is 2:6, 2:7, 2:8, 3:6, 3:7, 3:8 and 5:9. */
function shapesIn(kinds: string): Set<string> {
	const shapes = kinds.split('+').flatMap((kind) => {
		const [lengths, digits = ''] = kind.split(':');
		const each = lengths.split(',').flatMap((range) => {
			const [from, to = from] = range.split('-').map(Number);
			return Array.from({ length: to - from + 1 }, (_, index) => from + index);
		});
		return [...digits].flatMap((digit) => each.map((length) => `${digit}:${length}`));
	});
	return new Set(shapes);
}

/** Digits of a number that are hardly anybody else's last ones. */
const ENOUGH = 10;

/** The endings that a number's digits may mean: without a prefix in front or behind a country code, or with any cut. */
export function nationalEndings(digits: string): string[] {
	const code = countriesOf(digits)[0]?.callingCode ?? '';
	const behindCode = code ? withoutPrefix(digits.slice(code.length)) : [];
	const dialed = Array.from({ length: Math.max(0, digits.length - ENOUGH) }, (_, first) =>
		digits.slice(first + 1),
	);
	return [digits, ...withoutPrefix(digits), ...behindCode.map((rest) => code + rest), ...dialed];
}

const prefixes = new Set([...countriesByCode.values()].flatMap((country) => country.prefixes));

function withoutPrefix(digits: string): string[] {
	const inFront = [...prefixes].filter((prefix) => digits.startsWith(prefix));
	return inFront.map((prefix) => digits.slice(prefix.length));
}
