import { hasPossibleLength } from '../values/countries/nationalNumber';
import { isCalledOtherwise } from '../values/fieldNames';
import { phoneNumberIn } from '../values/phoneNumbers';

/** Dates, also as digits alone: of a day, or of a second. */
const DATE =
	/^\+?(19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}(?!\d)|^\d{1,2}[-./]\d{1,2}[-./](\d\d|\d{4})(?!\d)|^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{6})?$/;

export function isDate(value: unknown): boolean {
	return (
		(typeof value === 'string' || typeof value === 'number') && DATE.test(String(value).trim())
	);
}

/** Separators in the place of digits; one between spaces is none, and a dash at the end is. */
const GAP = /[^\d+]{3}|[\p{Pd}\u2212]$/u;

/** The phone number that a value certainly is, whole: of a length that its country has, without a gap. */
export function readableNumber(value: unknown): string | undefined {
	const number = likelyNumber(value);
	if (number === undefined || !hasPossibleLength(number)) return undefined;
	const written = String(value).trim().replace(/^tel:/i, '');
	return GAP.test(written.replace(/\s(\S)\s/g, '$1')) ? undefined : number;
}

/**
 * The phone number that a value looks like, as it would be sent to: no date, and no Unix time. Those of our days
 * begin with 1, and have not the 11 digits of a number that does.
 */
export function likelyNumber(value: unknown): string | undefined {
	if (isDate(value)) return undefined;
	const isLink = typeof value === 'string' && /^\s*tel:\+/i.test(value);
	return phoneNumberIn(isLink ? value.trim().slice(4) : value);
}

/** Whether a value is a number with a + in front, so that it can be nothing else. */
export function hasPlus(value: unknown): boolean {
	const begins = typeof value === 'string' && /^\s*(tel:)?\+/i.test(value);
	return begins && likelyNumber(value) !== undefined;
}

/** Whether a value looks like a phone number, in a field that may hold some. */
export function mayBeNumber(name: string, value: unknown): boolean {
	return !isCalledOtherwise(name) && likelyNumber(value) !== undefined;
}
