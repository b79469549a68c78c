import { TABLE } from './table';

/** How a country's phone numbers are dialed and look. */
export type Country = {
	/** Two letters (ISO 3166-1). */
	code: string;
	/** What stands in front of its numbers elsewhere, e.g. 370. */
	callingCode: string;
	/** What people in the country may dial in front of its numbers, e.g. 0. */
	prefixes: string[];
	/** The first digit and the length of its mobile numbers, e.g. 6:8; of a number in its country's form. */
	mobile: Set<string>;
	other: Set<string>;
};

/** All countries by their two letters. */
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
export function countryName(code: string): string {
	return names.of(code) ?? code;
}

const byName = new Map(
	[...countriesByCode].map(([code, country]) => [countryName(code).toLowerCase(), country]),
);

/** The country with this name in English, whatever its case. */
export function countryCalled(name: string): Country | undefined {
	return byName.get(name.toLowerCase());
}

/** The countries with the calling code that an international number begins with: no code begins like another. */
export function countriesOf(number: string): Country[] {
	return [1, 2, 3].flatMap((length) => byCallingCode.get(number.slice(0, length)) ?? []);
}

/** `6-8:23+9:5` is 2:6, 2:7, 2:8, 3:6, 3:7, 3:8 and 5:9. */
function shapesIn(kinds: string): Set<string> {
	const shapes = kinds.split('+').flatMap((kind) => {
		const [lengths, digits = ''] = kind.split(':');
		return lengths.split(',').flatMap((range) => {
			const [from, to = from] = range.split('-').map(Number);
			const count = to - from + 1;
			return [...digits].flatMap((digit) =>
				Array.from({ length: count }, (_, index) => `${digit}:${from + index}`),
			);
		});
	});
	return new Set(shapes);
}
