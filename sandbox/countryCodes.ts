import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Each page that opens, and each report, asks for the same numbers again. */
const known = new Map<string, { shown: string; isNobodys: boolean }>();

/** Britain keeps them free for films, and the examples use them. */
const forFilms = /^447700900\d{3}$/;

function look(to: string) {
	const before = known.get(to);
	if (before !== undefined) return before;
	const isNumber = /^\d{7,15}$/.test(to);
	const number = isNumber ? parsePhoneNumberFromString(`+${to}`) : undefined;
	const shown = number?.formatInternational() ?? (isNumber ? `+${to}` : to);
	const isNobodys = isNumber && !number?.isValid() && !forFilms.test(to);
	if (known.size >= 10_000) known.clear();
	known.set(to, { shown, isNobodys });
	return { shown, isNobodys };
}

/** A phone number as people read it, such as +370 600 12345; anything else as it is. */
export const inGroups = (to: string) => look(to).shown;

/** Whether no country has such a phone number. */
export const isNobodys = (to: string) => look(to).isNobodys;

/** Whether a number could be a phone number: its digits, their count, its country code, and that country's numbers. */
export function validatePhoneNumber(phoneNumber: string) {
	const refuse = (reason: string) => ({ phoneNumber, valid: false, reason });
	if (!/^\d+$/.test(phoneNumber)) return refuse('The number holds something else than digits');
	if (!/^\d{7,15}$/.test(phoneNumber)) return refuse('The number must have 7 to 15 digits');
	const countryCode = parsePhoneNumberFromString(`+${phoneNumber}`)?.countryCallingCode;
	if (countryCode === undefined) return refuse('The number begins with no known country code');
	if (isNobodys(phoneNumber)) return refuse('No country has this number');
	return { phoneNumber, valid: true, countryCode };
}
