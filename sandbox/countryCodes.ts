import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A phone number as people read it, such as +370 600 12345; anything else as it is. */
export function inGroups(to: string): string {
	const known = groups.get(to);
	if (known !== undefined) return known;
	const isNumber = /^\d{7,15}$/.test(to);
	const shown = isNumber
		? (parsePhoneNumberFromString(`+${to}`)?.formatInternational() ?? `+${to}`)
		: to;
	if (groups.size >= 10_000) groups.clear();
	groups.set(to, shown);
	return shown;
}

/** Each page that opens asks for the same numbers again. */
const groups = new Map<string, string>();

/** Whether a number could be a phone number: its digits, their count, and its country code. */
export function validatePhoneNumber(phoneNumber: string) {
	const refuse = (reason: string) => ({ phoneNumber, valid: false, reason });
	if (!/^\d+$/.test(phoneNumber)) return refuse('The number holds something else than digits');
	if (!/^\d{7,15}$/.test(phoneNumber)) return refuse('The number must have 7 to 15 digits');
	const countryCode = parsePhoneNumberFromString(`+${phoneNumber}`)?.countryCallingCode;
	if (countryCode === undefined) return refuse('The number begins with no known country code');
	return { phoneNumber, valid: true, countryCode };
}
