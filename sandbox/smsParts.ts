import { SegmentedMessage } from 'sms-segments-calculator';

/** GSM 03.38 single-septet characters that ASCII shares: no extension character, no back-tick. */
const plainAscii = /^[\n\r -Z_a-z]*$/;
const ucs2UnitsPerPart = 67;

/**
 * Cuts a text into the parts it travels in, as GSM 03.38 says: 160 septets alone or 153 each when
 * there are several, extension characters count two, 70 or 67 units when the text needs UCS-2.
 */
export function cutIntoParts(text: string): string[] {
	// The library takes half a millisecond for a full part, and most texts do not need it.
	if (text.length <= 160 && plainAscii.test(text)) return [text];
	const { segments, encodingName } = new SegmentedMessage(text);
	const parts = segments.map((segment) =>
		// A segment is an Array whose own map() would add header entries, so copy it first.
		Array.from(segment as Iterable<{ raw?: string }>, ({ raw }) => raw ?? '').join(''),
	);
	if (encodingName === 'GSM-7' || parts.length === 1) return parts;
	return parts.flatMap(cutOverlong).filter((part) => part !== '');
}

// The library never cuts a grapheme, so one with more marks than fit a part comes out too long.
function cutOverlong(part: string): string[] {
	if (part.length <= ucs2UnitsPerPart) return [part];
	const pieces = [''];
	for (const character of part) {
		const last = pieces.length - 1;
		if (pieces[last].length + character.length > ucs2UnitsPerPart) pieces.push(character);
		else pieces[last] += character;
	}
	return pieces;
}
