import { isGsm7 } from './parts';

/** Characters that word processors and phones put in, by their replacement in GSM-7. */
const KIN: Record<string, string> = {
	"'": '‘’‚‛′‵ʹʼʻˈ`´＇',
	'"': '“”„‟″‶«»〝〞＂',
	'-': '‐‑‒–—―−⁃•﹣－',
	...{ '...': '…', '<': '‹', '>': '›', '/': '⁄∕', x: '×', '~': '∼' },
	...{ '1/2': '½', '1/4': '¼', '3/4': '¾', '(TM)': '™', '(C)': '©', '(R)': '®', No: '№' },
	...{ ff: 'ﬀ', fi: 'ﬁ', fl: 'ﬂ', ffi: 'ﬃ', ffl: 'ﬄ' },
	// Spaces that do not break, or that are of another width, and the tab.
	' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
	'\n': '\u0085\u2028\u2029',
	// Soft hyphen, zero-width space, word joiner, byte order mark, and marks of direction.
	'': '\u00ad\u200b\u200e\u200f\u2060\ufeff',
};

/** The replacements by character. */
export const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
	Object.entries(KIN).flatMap(([plain, characters]) =>
		[...characters].map((character) => [character, plain] as const),
	),
);

/** A character in GSM-7; undefined if GSM-7 has nothing that reads the same. */
export function simplified(character: string): string | undefined {
	return isGsm7(character) ? character : REPLACEMENTS.get(character);
}

/** Between a whole number and its fraction: 1½ is 1 1/2, and not 11/2. */
const BEFORE_FRACTION = /(?<=\d)(?=[\u00bc-\u00be])/g;

/** Replaces typographic characters. Letters stay; a letter and its accent that came as two characters become one. */
export function simplifyText(text: string): string {
	const characters = [...text.normalize('NFC').replace(BEFORE_FRACTION, ' ')];
	// In a text that stays UCS-2, marks of direction cost nothing more, and some texts need them.
	const isSaved = characters.every((one) => simplified(one) !== undefined);
	const isKept = (one: string) => !isSaved && /[\u200e\u200f]/.test(one);
	return characters.map((one) => (isKept(one) ? one : (simplified(one) ?? one))).join('');
}
