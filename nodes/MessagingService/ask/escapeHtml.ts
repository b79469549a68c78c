/** The user's own words: in a language that nobody told us, from left to right or the other way. */
export const theirs = 'lang="" dir="auto"';

const CHARACTERS: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Any text, as it stands in HTML: between tags, or in quotes as the value of an attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => CHARACTERS[character]);
}
