import { SegmentedMessage } from 'sms-segments-calculator';

const room = { septets: { alone: 160, each: 153 }, units: { alone: 70, each: 67 } };
const graphemes = new Intl.Segmenter();

/** By each character that came: how many septets it takes, none if it is not in GSM 03.38. */
const septets = new Map<string, number>();

function septetsOf(character: string): number {
	let size = septets.get(character);
	if (size === undefined) {
		const { encodingName, messageSize } = new SegmentedMessage(character);
		size = encodingName === 'GSM-7' ? messageSize / 7 : 0;
		septets.set(character, size);
	}
	return size;
}

/**
 * Cuts a text into the parts it travels in, as GSM 03.38 says: 160 septets alone or 153 each when
 * there are several, extension characters count two, 70 or 67 units when the text needs UCS-2.
 */
export function cutIntoParts(text: string): string[] {
	const characters = [...text];
	const isGsm = characters.every(septetsOf);
	const { alone, each } = isGsm ? room.septets : room.units;
	const sizeOf = isGsm ? septetsOf : (piece: string) => piece.length;
	const whole = isGsm ? characters.reduce((sum, one) => sum + sizeOf(one), 0) : text.length;
	if (whole <= alone) return [text];
	const pieces = isGsm
		? characters
		: Array.from(graphemes.segment(text), ({ segment }) => segment).flatMap((one) =>
				one === '\r\n' ? [...one] : [one],
			);
	const parts = [''];
	let used = 0;
	const add = (piece: string, isApart = false) => {
		const size = sizeOf(piece);
		if (used > 0 && (isApart || used + size > each)) used = parts.push('') * 0;
		parts[parts.length - 1] += piece;
		used += size;
	};
	for (const piece of pieces) {
		if (sizeOf(piece) <= each) add(piece);
		else {
			// A character with more marks than fit a part is cut, and shares its parts with no other.
			[...piece].forEach((one, index) => add(one, index === 0));
			used = each;
		}
	}
	return parts;
}
