import { Problem } from '../../errors/problem';
import { isGiven } from '../given';
import { isNot } from '../words';
import { type Country, countriesByCode, countriesOf, countryName } from './country';

/** The international number of digits as a country dials them. @throws Problem if they mean no number, or two */
export function readNationalNumber(digits: string, country: Country, name: string, given: string) {
	const { code, callingCode } = country;
	const [meant, ...others] = readings(digits, country).map((number) => callingCode + number);
	const isChosen = `'Default Country' is ${countryName(code)} (+${callingCode})`;
	if (meant === undefined) {
		throw new Problem(
			`${name} isn't a phone number of ${countryName(code)}: ${given}`,
			`${isChosen}. Enter the number as it's dialed there, or with a leading + and its country code.`,
		);
	}
	if (!others.length) return meant;
	throw new Problem(
		`${name} may be +${meant} or +${others[0]}: ${given}`,
		`${isChosen}, where both are possible. Enter the number with a leading + and its country code.`,
	);
}

/** @throws Problem if there is no such country */
export function readCountry(given: unknown): Country {
	const country = typeof given === 'string' && countriesByCode.get(given.trim().toUpperCase());
	if (country) return country;
	const advice = 'Choose one from the list, or enter its two letters (ISO 3166-1), for example LT.';
	const what = isNot("'Default Country'", "isn't a country", given);
	throw new Problem(what, isGiven(given) ? advice : `${advice} Or remove it.`);
}

/** The national prefix that stands between a country code and a number, as in +44 0 7400 123456. */
export function prefixWithin(international: string): string | undefined {
	for (const country of countriesOf(international)) {
		const national = international.slice(country.callingCode.length);
		const isPrefix = (one: string) => isNumberOf(national.slice(one.length), country);
		const prefix = prefixesOf(national, country).find(isPrefix);
		if (prefix) return prefix;
	}
	return undefined;
}

/** Whether an international number is as long as one of its country, if somebody has its country code. */
export function isPossible(international: string): boolean {
	const countries = countriesOf(international);
	const isOne = (one: Country) => isNumberOf(international.slice(one.callingCode.length), one);
	return !countries.length || countries.some(isOne);
}

/** The calling codes of no country, such as those of satellite phones. */
const OF_NO_COUNTRY = /^(?:8[078]\d|979)/;

/** That nobody has an international number: no country has its calling code, or numbers that begin so and are as long. */
export function whyNobodys(international: string): string | undefined {
	if (OF_NO_COUNTRY.test(international)) return undefined;
	const [country] = countriesOf(international);
	if (!country) return `No country code begins with ${international.slice(0, 3)}.`;
	const { callingCode } = country;
	const national = international.slice(callingCode.length);
	return isPossible(international) ? undefined : `+${callingCode} has no number ${national}.`;
}

/** The numbers of a country that digits may mean, without its country code. */
function readings(digits: string, country: Country): string[] {
	const { callingCode } = country;
	const bare = prefixesOf(digits, country).map((prefix) => digits.slice(prefix.length));
	const national = [digits, ...bare].filter((number) => isNumberOf(number, country));
	if (!digits.startsWith(callingCode)) return [...new Set(national)];
	const number = digits.slice(callingCode.length);
	// An SMS is for a mobile phone. The other way round it may be a landline with its country code.
	if (isMobile(number, country) && !national.some((one) => isMobile(one, country))) return [number];
	return [...new Set(isNumberOf(number, country) ? [...national, number] : national)];
}

function prefixesOf(digits: string, { prefixes }: Country): string[] {
	return prefixes.filter((prefix) => digits.startsWith(prefix));
}

function isNumberOf(national: string, country: Country): boolean {
	return isMobile(national, country) || country.other.has(shapeOf(national));
}

function isMobile(national: string, { mobile }: Country): boolean {
	return mobile.has(shapeOf(national));
}

const shapeOf = (national: string): string => `${national[0]}:${national.length}`;
