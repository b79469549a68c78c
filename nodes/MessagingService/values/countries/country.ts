import { TABLE } from './table';

/** Numbers of some lengths that begin in some way. */
type Kind = { lengths: Set<number>; start: RegExp };

/** How a country's phone numbers are dialed and look. */
export type Country = {
	/** Two letters (ISO 3166-1). */
	code: string;
	/** What stands in front of its numbers elsewhere, e.g. 370. */
	callingCode: string;
	/** What stands in front of its numbers within the country, e.g. 0; what it becomes is mostly nothing. */
	prefix?: { pattern: RegExp; becomes: string };
	mobile: Kind[];
	other: Kind[];
};

/** A country as it stands in the table. */
type Row = { code: string; callingCode: string; prefix: string; mobile: string; other: string };

const rows = new Map<string, Row>(
	TABLE.trim()
		.split(/;\n?/)
		.flatMap((entry) => {
			const [callingCode, mobile, other, ...countries] = entry.split(' ');
			return countries.map((country): [string, Row] => {
				const [, code, prefix] = /^(\w\w)=(.*)$/.exec(country)!;
				return [code, { code, callingCode, prefix, mobile, other }];
			});
		}),
);

const countries = new Map<string, Country>();

/** All countries, as they stand in the table. */
export function allCountries(): Array<Pick<Country, 'code' | 'callingCode'>> {
	return [...rows.values()];
}

const codesOf = new Map<string, string[]>();
for (const { code, callingCode } of rows.values()) {
	codesOf.set(callingCode, [...(codesOf.get(callingCode) ?? []), code]);
}

/** The calling code that an international number begins with: none is how another one begins. */
function callingCodeOf(number: string): string | undefined {
	return [1, 2, 3].map((length) => number.slice(0, length)).find((start) => codesOf.has(start));
}

/** The countries with the calling code that an international number begins with. */
export function countriesOf(number: string): Country[] {
	return (codesOf.get(callingCodeOf(number) ?? '') ?? []).map((code) => countryOf(code)!);
}

/** The country with these two letters, if there is one. */
export function countryOf(code: string): Country | undefined {
	const row = rows.get(code);
	if (!row) return undefined;
	const known = countries.get(code);
	if (known) return known;
	const { callingCode, prefix, mobile, other } = row;
	const [pattern, becomes = ''] = prefix.split('>');
	const country: Country = {
		code,
		callingCode,
		prefix: pattern ? { pattern: new RegExp(`^(?:${pattern})`), becomes } : undefined,
		mobile: kindsOf(mobile),
		other: kindsOf(other),
	};
	countries.set(code, country);
	return country;
}

/** `6-8:2,3[01]+9:51` */
function kindsOf(kinds: string): Kind[] {
	return kinds
		.split('+')
		.filter(Boolean)
		.map((kind) => {
			const [lengths, starts] = kind.split(':');
			return {
				lengths: new Set(lengths.split(',').flatMap(rangeOf)),
				start: new RegExp(`^(?:${starts.replaceAll(',', '|')})`),
			};
		});
}

/** `6-8` is 6, 7 and 8. */
function rangeOf(range: string): number[] {
	const [from, to = from] = range.split('-').map(Number);
	return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
