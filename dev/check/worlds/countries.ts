import { type CountryCode, getCountries, isSupportedCountry } from 'libphonenumber-js';

/** Languages in which a row may name a country. */
const LANGUAGES =
	'en de fr es pt it nl da sv nb nn fi is et lv lt pl cs sk hu sl hr bs sr mk bg ro el sq tr uk ru ga cy ca'.split(
		' ',
	);

let named: Map<string, CountryCode> | undefined;

/** The country whose code or name a cell is, in whatever language. */
export function countryIn(cell: unknown): CountryCode | undefined {
	if (typeof cell !== 'string' || cell.length > 40) return undefined;
	const name = cell.trim();
	if (/^[A-Z]{2}$/.test(name)) return isSupportedCountry(name) ? name : undefined;
	named ??= new Map(
		LANGUAGES.flatMap((language) => {
			const names = new Intl.DisplayNames(language, { type: 'region' });
			return getCountries().map((code) => [names.of(code)!.toLowerCase(), code] as const);
		}),
	);
	return named.get(name.toLowerCase());
}
