import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Each page that opens, and each report, asks for the same numbers again. */
const known = new Map<string, ReturnType<typeof parsePhoneNumberFromString>>();
const isNumber = (to: string) => /^\d{7,15}$/.test(to);

function parsed(to: string) {
	if (known.size >= 10_000) known.clear();
	if (!known.has(to))
		known.set(to, isNumber(to) ? parsePhoneNumberFromString(`+${to}`) : undefined);
	return known.get(to);
}

/** A phone number as people read it, such as +370 600 12345; anything else as it is. */
export const inGroups = (to: string) =>
	parsed(to)?.formatInternational() ?? (isNumber(to) ? `+${to}` : to);

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The country of a phone number in words, or its calling code if several share it; undefined if it has none. */
export function countryOf(to: string): string | undefined {
	const { country, countryCallingCode } = parsed(to) ?? {};
	return country ? countryNames.of(country) : countryCallingCode && `+${countryCallingCode}`;
}

/** Whether no country has such a phone number. UK numbers reserved for fiction are in the examples. */
export const isNobodys = (to: string) =>
	isNumber(to) && !parsed(to)?.isValid() && !/^447700900\d{3}$/.test(to);

/** Whether a number could be a phone number: its digits, their count, its country code, and that country's numbers. */
export function validatePhoneNumber(phoneNumber: string) {
	const refuse = (reason: string) => ({ phoneNumber, valid: false, reason });
	if (!/^\d+$/.test(phoneNumber)) return refuse('The number holds something else than digits');
	if (!isNumber(phoneNumber)) return refuse('The number must have 7 to 15 digits');
	const countryCode = parsed(phoneNumber)?.countryCallingCode;
	if (countryCode === undefined) return refuse('The number begins with no known country code');
	if (isNobodys(phoneNumber)) return refuse('No country has this number');
	return { phoneNumber, valid: true, countryCode };
}
