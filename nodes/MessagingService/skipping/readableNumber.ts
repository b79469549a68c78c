import { hasPossibleLength } from '../values/countries/nationalNumber';
import { phoneNumberIn } from '../values/phoneNumbers';

/** Dates, also as digits alone: of a day, or of a second. */
const DATE =
	/^\+?(19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}(?!\d)|^\d{1,2}[-./]\d{1,2}[-./](\d\d|\d{4})(?!\d)|^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{6})?$/;

/** What a field of phone numbers is called, in letters alone; an accountNumber is none. */
const PHONE =
	/(phone|msisdn|mobile|cell|cellular|gsm|^tel|(contact|recipient|to|destination|subscriber|dialed|suppressed|blocked)(?=n[uo]))(number|num|no|nr|raw|value|international|normalized|formatted|full|digits)*s?$/;

/** What may be called otherwise too. */
const NUMBER = /^(number|no|nr|to|recipient|receiver|destination|addressee)s?$/;

/** Fields that hold no phone numbers, whatever their values look like: IDs and times. */
const ID = /(^|[^a-z])(id|uuid|guid|key|hash|version|count|index)$|(?<=[a-z\d])(Id|ID|Uuid|Guid)$/;
const TIME =
	/time|date|since|until|created|updated|modified|added|expir|(^|[^a-z])(at|on|ts)$|[a-z](At|On)$/;

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

/** Whether a field is called like a phone number, or stands within one that is. */
export function isCalledPhone(path: string[]): boolean {
	return path.some((name) => /^e[._]?164$/i.test(name) || PHONE.test(lettersOf(name)));
}

/** Whether a field is called in a way that phone numbers are, but other things too. */
export function isCalledNumber(path: string[]): boolean {
	return NUMBER.test(lettersOf(path.at(-1) ?? ''));
}

/** Whether a field is called like an ID or a time. */
export function isCalledOtherwise(name: string): boolean {
	return ID.test(name) || TIME.test(name);
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

/** A field that says whether there is a number is called like none. */
function lettersOf(name: string): string {
	if (/^(is|has|was)(?![a-z])/.test(name)) return '';
	return name.toLowerCase().replace(/e[._-]?164|[^a-z]/g, '');
}
