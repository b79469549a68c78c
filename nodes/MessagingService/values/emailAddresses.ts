import { Problem } from '../errors/problem';
import type { ReadValue } from './readers';
import { refuseControls, requiredText } from './readers';

const ADDRESS = String.raw`[^\s@<>,"]+@[^\s@<>,"]+`;
/** A name in quotes, in which a backslash may stand before a quote (RFC 5322, 3.2.4). */
const QUOTED = String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*"`;

/** An address, or a name before one in angle brackets. Each text fits in one way at most: a search takes linear time. */
const MAILBOX = new RegExp(`^(?:${ADDRESS}|(?:${QUOTED}\\s*|[^\\s"<>,@][^"<>,@]*)?<${ADDRESS}>)$`);

/** A comma, or what stands between two; quotes that nobody closes go to the end. */
const PIECE = new RegExp(`,|[^",]+|${QUOTED}?`, 'g');

/** What commas outside quotes separate; nothing behind the last comma is no entry. */
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
export const emailAddress: ReadValue = (value, name, timeZone, options) => {
	const text = String(requiredText(value, name, timeZone, options)).trim();
	refuseControls(text, name);
	if (MAILBOX.test(text)) return text;
	throw new Problem(
		`${name} isn't an email address: ${text}`,
		'Enter it like ada@example.com, or with a name in front and the address in angle brackets. A name with a comma needs double quotes.',
	);
};

/** One or several, separated by commas. */
export const emailAddresses: ReadValue = (value, name, timeZone, options) => {
	const entries = splitAddresses(String(requiredText(value, name, timeZone, options)));
	return entries
		.map((entry, index) => {
			const entryName = entries.length > 1 ? `Address ${index + 1} of ${name}` : name;
			return emailAddress(entry, entryName, timeZone, options);
		})
		.join(', ');
};
