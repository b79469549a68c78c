type SmsSize = {
	/** GSM 03.38's seven bits for a character, or UTF-16 for texts with any other. */
	encoding: 'GSM-7' | 'UCS-2';
	/** In septets (an extension character takes two), or in UTF-16 units. */
	length: number;
	/** How many SMS parts it takes, at least 1. */
	parts: number;
	/** How many more plain characters the last part would take. */
	charactersLeft: number;
};

/** The room in an SMS alone, and in one of several parts, each of which has a header of six bytes. */
const ROOM = { 'GSM-7': { alone: 160, each: 153 }, 'UCS-2': { alone: 70, each: 67 } };

/** The basic characters of GSM 03.38. */
export const GSM7_BASIC =
	'\n\r !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ';

/** The characters of its extension table, each of which takes two septets. */
export const GSM7_EXTENSION = '\f[\\]^{|}~€';

const SEPTETS = new Map([
	...[...GSM7_BASIC].map((character) => [character, 1] as const),
	...[...GSM7_EXTENSION].map((character) => [character, 2] as const),
]);

const graphemes = new Intl.Segmenter();

export const isGsm7 = (character: string): boolean => SEPTETS.has(character);

/** The characters of a text that GSM-7 lacks, each once, in their order. */
export function charactersBeyondGsm7(text: string): string[] {
	return [...new Set(text)].filter((character) => !isGsm7(character));
}

/** Counts a text by GSM 03.38 and 23.040, and cuts (assumed) no extension character or emoji with its skin tone. */
export function measureSms(text: string): SmsSize {
	const encoding = charactersBeyondGsm7(text).length ? 'UCS-2' : 'GSM-7';
	const sizes = encoding === 'GSM-7' ? [...text].map((one) => SEPTETS.get(one)!) : unitsOf(text);
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
		// A piece that is longer than a part is cut all the same, and shares its parts with no other.
		parts += Math.ceil(size / each) - 1;
		used += Math.min(size, each);
	}
	return { encoding, length, parts, charactersLeft: each - used };
}

/** The lengths of the pieces that stay together in UCS-2, in UTF-16 units. */
function unitsOf(text: string): number[] {
	return Array.from(graphemes.segment(text), ({ segment }) => segment).flatMap((grapheme) =>
		grapheme === '\r\n' ? [1, 1] : [grapheme.length],
	);
}
