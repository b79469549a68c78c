import { Problem } from '../errors/problem';
import { refuseControls, requiredText } from './readers';

/** An address, or a name before one in angle brackets, perhaps in quotes with a backslash before a quote (RFC 5322, 3.2.4). */
const MAILBOX =
	/^(?:[^\s@<>,"]+@[^\s@<>,"]+|(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"\s*|[^\s"<>,@][^"<>,@]*)?<[^\s@<>,"]+@[^\s@<>,"]+>)$/;

/** A comma, or what stands between two; quotes that nobody closes go to the end. */
const PIECE = /,|[^",]+|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/g;

/** The entries between commas outside quotes; nothing behind the last comma is no entry. */
export function splitAddresses(text: string): string[] {
	const entries = [''];
	for (const [piece] of text.matchAll(PIECE)) {
		if (piece === ',') entries.push('');
		else entries[entries.length - 1] += piece;
	}
	if (entries.length > 1 && !entries[entries.length - 1].trim()) entries.pop();
	return entries.map((entry) => entry.trim());
}

/** An email address with or without a name; of the address only its @ is checked. */
export function emailAddress(value: unknown, name: string): string {
	const text = requiredText(value, name).trim();
	refuseControls(text, name);
	if (MAILBOX.test(text)) return text;
	throw new Problem(
		`${name} isn't an email address: ${text}`,
		'Enter it like ada@example.com, or with a name in front and the address in angle brackets. A name with a comma needs double quotes.',
	);
}

/** One or several, separated by commas. */
export function emailAddresses(value: unknown, name: string): string {
	if (Array.isArray(value)) {
		const advice = "Join it with commas, as in {{ $json.emails.join(', ') }}.";
		throw new Problem(`${name} must be text, but it's a list`, advice);
	}
	const entries = splitAddresses(requiredText(value, name));
	const joined = entries.find((entry) => entry.includes(';') && !MAILBOX.test(entry));
	if (joined !== undefined) {
		const advice = 'Separate addresses with commas in place of semicolons.';
		throw new Problem(`${name} isn't an email address: ${joined}`, advice);
	}
	const nameOf = (index: number) => (entries.length > 1 ? `Address ${index + 1} of ${name}` : name);
	return entries.map((entry, index) => emailAddress(entry, nameOf(index))).join(', ');
}
