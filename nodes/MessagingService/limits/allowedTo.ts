import { Problem } from '../errors/problem';
import { asText, listOf } from '../values/parsing';
import { phoneNumberIn } from '../values/phoneNumbers';

/** Whether a number, as digits with its country code, may be sent to. */
export type IsAllowed = (number: string) => boolean;

/**
 * Reads which numbers may be sent to: whole ones, and beginnings with a * behind them. Undefined for all.
 *
 * @throws Problem if an entry is neither
 */
export function readAllowedTo(given: unknown): IsAllowed | undefined {
	if (given === undefined || given === '') return undefined;
	const allowed = listOf(given).map((entry) => readBeginning(entry) ?? readNumber(entry));
	if (!allowed.length) {
		throw new Problem("'Allowed To' has no phone number", 'Enter one, or leave the field empty.');
	}
	return (number) => allowed.some((isAllowed) => isAllowed(number));
}

function readBeginning(entry: unknown): IsAllowed | undefined {
	const text = typeof entry === 'string' ? entry.trim() : '';
	if (!text.endsWith('*')) return undefined;
	const digits = text
		.slice(0, -1)
		.replace(/[\s().-]/g, '')
		.replace(/^(\+|00)/, '');
	if (/^[1-9]\d{0,14}$/.test(digits)) return (number) => number.startsWith(digits);
	throw new Problem(
		`'Allowed To' has an entry that isn't the beginning of a phone number: ${asText(entry)}`,
		'Enter the country code, or more, and a * behind it, for example +370*.',
	);
}

function readNumber(entry: unknown): IsAllowed {
	const digits = phoneNumberIn(entry);
	if (digits !== undefined) return (number) => number === digits;
	throw new Problem(
		`'Allowed To' has an entry that isn't a whole phone number: ${asText(entry)}`,
		'Enter numbers with their country code. To allow all that begin alike, add a *, for example +370*.',
	);
}
