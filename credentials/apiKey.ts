/** Longer than any key, and short enough to look for it in every answer. */
const LONGEST = 512;

/** Why no header can carry a key (RFC 9110, 5.5); undefined if one can. A key is never changed. */
export function whyUnsendable(apiKey: string): string | undefined {
	if (apiKey.length > LONGEST) return `The API key is longer than ${LONGEST} characters`;
	if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(apiKey)) return undefined;
	if (!apiKey.trim()) return 'The API key is empty';
	if (apiKey !== apiKey.trim()) return 'The API key begins or ends with a space or a new line';
	return "The API key has a character that can't be sent, such as a new line or a letter beyond A to Z";
}
