/** How a text travels: GSM 03.38's seven bits for a character, or UTF-16 for texts with any other. */
export type SmsEncoding = 'GSM-7' | 'UCS-2';

/** What a text takes to send. */
type SmsSize = {
	encoding: SmsEncoding;
	/** In what the encoding counts: septets (an extension character takes two), or UTF-16 units. */
	length: number;
	/** How many SMS parts it takes, at least 1. */
	parts: number;
	/** How many more plain characters the last part would take. */
	charactersLeft: number;
};

/** What fits, alone and in one of several parts: these carry a header of six bytes. */
export const ROOM = { 'GSM-7': { alone: 160, each: 153 }, 'UCS-2': { alone: 70, each: 67 } };

/** The basic characters of GSM 03.38. */
export const GSM7_BASIC =
	'\n\r !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ';

/** Those of its extension table, each of which takes two septets. */
export const GSM7_EXTENSION = '\f[\\]^{|}~€';

const SEPTETS = new Map([
	...[...GSM7_BASIC].map((character) => [character, 1] as const),
	...[...GSM7_EXTENSION].map((character) => [character, 2] as const),
]);

const graphemes = new Intl.Segmenter();

/** Whether a character is one of GSM-7's, the extension table's included. */
export function isGsm7(character: string): boolean {
	return SEPTETS.has(character);
}

/** The characters of a text that GSM-7 lacks, each once, in their order. */
export function charactersBeyondGsm7(text: string): string[] {
	return [...new Set(text)].filter((character) => !isGsm7(character));
}

/**
 * Counts a text as GSM 03.38 and 23.040 say. Nothing that belongs together is cut in two: no extension
 * character, and in UCS-2 nothing that is read as one character, e.g. an emoji with its skin tone.
 * How the service itself cuts is not published.
 */
export function measureSms(text: string): SmsSize {
	const encoding = charactersBeyondGsm7(text).length ? 'UCS-2' : 'GSM-7';
	const sizes = encoding === 'GSM-7' ? septetsOf(text) : unitsOf(text);
	const length = sizes.reduce((sum, size) => sum + size, 0);
	const { alone, each } = ROOM[encoding];
	if (length <= alone) return { encoding, length, parts: 1, charactersLeft: alone - length };

	let parts = 1;
	let used = 0;
	for (const size of sizes) {
		if (used > 0 && used + size > each) {
			parts++;
			used = 0;
		}
		// What no part holds is cut all the same, and shares none of its parts.
		parts += Math.ceil(size / each) - 1;
		used += Math.min(size, each);
	}
	return { encoding, length, parts, charactersLeft: each - used };
}

function septetsOf(text: string): number[] {
	return [...text].map((character) => SEPTETS.get(character) ?? 1);
}

/** What has to stay together in UCS-2, in UTF-16 units. */
function unitsOf(text: string): number[] {
	return Array.from(graphemes.segment(text), ({ segment }) => segment).flatMap((grapheme) =>
		grapheme === '\r\n' ? [1, 1] : [grapheme.length],
	);
}
