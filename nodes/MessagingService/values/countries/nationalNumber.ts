import { Problem } from '../../errors/problem';
import { asText, isNot } from '../parsing';
import type { Country } from './country';
import { allCountries, countriesOf, countryOf } from './country';

/** How well a number fits what is known of a country's numbers; only the length has to. */
enum Fit {
	None,
	Length,
	Other,
	Mobile,
}

/**
 * The number that somebody in a country means who gives these digits: as they are dialed there, with or without
 * the national prefix, or with the country code already in front.
 *
 * @returns the number with its country code
 * @throws Problem if it is none, or may be either
 */
export function readNationalNumber(digits: string, country: Country, parameter: string): string {
	const { code, callingCode } = country;
	const national = nationalReading(digits, country);
	const international = digits.startsWith(callingCode)
		? readingOf(digits.slice(callingCode.length), country)
		: undefined;
	const meant = chosen(national, international);
	if (meant.length === 1) return callingCode + meant[0];
	if (!meant.length) {
		throw new Problem(
			`${parameter} isn't a phone number of ${countryName(code)}: ${digits}`,
			`'Default Country' is ${code}. Enter the number as it's dialed there, or with a leading + and its country code.`,
			{ isInvalidValue: true },
		);
	}
	const [first, second] = meant.map((number) => `+${callingCode}${number}`);
	throw new Problem(
		`${parameter} may be ${first} or ${second}: ${digits}`,
		`'Default Country' is ${code}, where both are possible. Enter the number with a leading + and its country code.`,
	);
}

/** @throws Problem if there is no such country */
export function readCountry(given: unknown): Country {
	const country = typeof given === 'string' && countryOf(given.trim().toUpperCase());
	if (country) return country;
	const advice = 'Choose one from the list, or enter its two letters (ISO 3166-1), for example LT.';
	const isEmpty = asText(given ?? '').trim() === '';
	const what = isNot("'Default Country'", "isn't a country", given);
	throw new Problem(what, isEmpty ? `${advice} Or remove it.` : advice);
}

/**
 * The national prefix that stands between a country code and a number, as in +44 0 7400 123456: only if no
 * number there is known to begin so, and what is behind it is known to be one.
 */
export function prefixWithin(international: string): string | undefined {
	for (const country of countriesOf(international)) {
		const national = international.slice(country.callingCode.length);
		const bare = withoutPrefix(national, country);
		if (bare === national || !national.endsWith(bare)) continue;
		if (fitOf(national, country) > Fit.Length || fitOf(bare, country) <= Fit.Length) continue;
		return national.slice(0, -bare.length);
	}
	return undefined;
}

/** Whether numbers with this calling code have as many digits; of one that nobody has nothing is known. */
export function hasPossibleLength(international: string): boolean {
	const countries = countriesOf(international);
	return (
		!countries.length ||
		countries.some(({ callingCode, mobile, other }) =>
			[...mobile, ...other].some(({ lengths }) =>
				lengths.has(international.length - callingCode.length),
			),
		)
	);
}

/** A country's name in English; Node.js knows it. */
export function countryName(code: string): string {
	return names.of(code) ?? code;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

let codesByName: Map<string, string> | undefined;

/** The country with this name in English, whatever its case. */
export function countryCalled(name: string): Country | undefined {
	codesByName ??= new Map(
		allCountries().map(({ code }) => [countryName(code).toLowerCase(), code]),
	);
	return countryOf(codesByName.get(name.toLowerCase()) ?? '');
}

type Reading = { number: string; fit: Fit };

/** What is meant: one number, either of two, or none. */
function chosen(national?: Reading, international?: Reading): string[] {
	if (!national || !international || national.number === international.number) {
		return [national ?? international].flatMap((reading) => reading?.number ?? []);
	}
	if (international.fit === Fit.Length && national.fit > Fit.Length) return [national.number];
	if (national.fit === Fit.Length && international.fit > Fit.Length) return [international.number];
	// An SMS is for a mobile phone. The other way round it may be a landline with its country code.
	if (international.fit === Fit.Mobile && national.fit === Fit.Other) return [international.number];
	return [national.number, international.number];
}

/** The number without its national prefix, or as it is if that fits better. */
function nationalReading(digits: string, country: Country): Reading | undefined {
	const bare = withoutPrefix(digits, country);
	const reading = readingOf(bare, country);
	const asItIs = readingOf(digits, country, bare === digits ? Fit.Length : Fit.Other);
	return asItIs && asItIs.fit > (reading?.fit ?? Fit.None) ? asItIs : reading;
}

function readingOf(number: string, country: Country, least = Fit.Length): Reading | undefined {
	const fit = fitOf(number, country);
	return fit < least ? undefined : { number, fit };
}

function fitOf(number: string, { mobile, other }: Country): Fit {
	const ofLength = (kinds: Country['mobile']) =>
		kinds.filter(({ lengths }) => lengths.has(number.length));
	const begins = (kinds: Country['mobile']) => kinds.some(({ start }) => start.test(number));
	const [mobiles, others] = [ofLength(mobile), ofLength(other)];
	if (begins(mobiles)) return Fit.Mobile;
	if (begins(others)) return Fit.Other;
	return mobiles.length + others.length ? Fit.Length : Fit.None;
}

/** The digits without the national prefix, and without what else is dialed within the country only. */
function withoutPrefix(digits: string, { prefix }: Country): string {
	const match = prefix?.pattern.exec(digits);
	if (!prefix || !match) return digits;
	// As the library does: only what the last group takes is put in another way.
	const isReplaced = prefix.becomes && match.at(-1) && match.length > 1;
	return isReplaced
		? digits.replace(prefix.pattern, prefix.becomes)
		: digits.slice(match[0].length);
}
