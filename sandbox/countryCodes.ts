import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Whether a number could be a phone number: its digits, their count, and its country code. */
export function validatePhoneNumber(phoneNumber: string) {
	const refuse = (reason: string) => ({ phoneNumber, valid: false, reason });
	if (!/^\d+$/.test(phoneNumber)) return refuse('The number holds something else than digits');
	if (!/^\d{7,15}$/.test(phoneNumber)) return refuse('The number must have 7 to 15 digits');
	const countryCode = parsePhoneNumberFromString(`+${phoneNumber}`)?.countryCallingCode;
	if (countryCode === undefined) return refuse('The number begins with no known country code');
	return { phoneNumber, valid: true, countryCode };
}
