import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';

import { cutIntoParts } from '../../../sandbox/messages/smsParts.ts';
import { tries } from '../../support/properties.ts';

const lengths = (text: string) => cutIntoParts(text).map((part) => part.length);
const extensions = [...'^{}\\[~]|€\f'];

describe('Cutting a text into SMS parts', () => {
	it.each<[string, number, number[]]>([
		['a', 1, [1]],
		['a', 160, [160]],
		['ä', 161, [153, 8]],
		['a', 306, [153, 153]],
		['ä', 307, [153, 153, 1]],
		['ž', 70, [70]],
		['ž', 71, [67, 4]],
		['ž', 134, [67, 67]],
		['ž', 135, [67, 67, 1]],
		['😀', 35, [70]],
		['😀', 36, [66, 6]],
		// No part of the alphabet, however similar they are to a part of it.
		...['`', 'ç', '“', '…'].map((one): [string, number, number[]] => [one, 71, [67, 4]]),
		...extensions.flatMap(
			(one): Array<[string, number, number[]]> => [
				[one, 80, [80]],
				[one, 81, [76, 5]],
			],
		),
	])('cuts %j, %i times, into parts of %j', (character, times, expected) => {
		expect(lengths(character.repeat(times))).toEqual(expected);
	});

	it('knows the whole basic alphabet', () => {
		const alphabet =
			'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡' +
			'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
		expect(alphabet).toHaveLength(127);
		expect(lengths(alphabet + 'a'.repeat(33))).toEqual([160]);
	});

	it('fills part after part, and tears nothing that belongs together', () => {
		const ofGsm = fc.constantFrom('a', 'ä', '\r\n', '€', '[');
		const any = fc.oneof(ofGsm, fc.constantFrom('ž', '😀', '🇱🇹', 'e\u0323\u0301', '👨‍👩‍👧‍👦'));
		const textOf = (piece: typeof any) =>
			fc.array(fc.tuple(piece, fc.nat(90)), { minLength: 1, maxLength: 5 });
		fc.assert(
			fc.property(fc.oneof(textOf(ofGsm), textOf(any)), (runs) => {
				const text = runs.map(([piece, times]) => piece.repeat(times)).join('');
				const isGsm = /^[aä\r\n€[]*$/.test(text);
				const sizeOf = (part: string) => (isGsm ? part.replace(/[€[]/g, 'xx').length : part.length);
				const [alone, each] = isGsm ? [160, 153] : [70, 67];
				const pieces = runs.flatMap(([piece, times]) => Array<string>(times).fill(piece));
				const parts = [''];
				for (const piece of pieces.flatMap((one) => (one === '\r\n' ? ['\r', '\n'] : [one]))) {
					if (sizeOf(parts[0] + piece) > each) parts.unshift('');
					parts[0] += piece;
				}
				expect(cutIntoParts(text)).toEqual(sizeOf(text) <= alone ? [text] : parts.reverse());
			}),
			tries(500),
		);
	});

	it.each([
		['a letter with more marks than fit a part', `a${'\u0301'.repeat(300)}`],
		['a joined emoji longer than a part', `x${'👩‍'.repeat(80)}👩`],
	])('loses nothing, fits every part and tears no pair in %s', (_name, text) => {
		const parts = cutIntoParts(text);
		expect(parts.join('')).toBe(text);
		for (const part of parts) {
			expect(part.length).toBeGreaterThan(0);
			expect(part.length).toBeLessThanOrEqual(67);
			expect(part).not.toMatch(/\p{Surrogate}/u);
		}
	});

	it.each(['ä', '€', 'ž', '😀', 'a\u0301', '👩‍'])(
		'asks the library once for each character of many %j',
		(unit) => {
			const asked = jest.spyOn(SegmentedMessage.prototype as never, '_buildSegments');
			cutIntoParts(unit.repeat(10_000));
			expect(asked.mock.calls.length).toBeLessThanOrEqual([...unit].length);
			asked.mockRestore();
		},
	);
});
