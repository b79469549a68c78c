import fc from 'fast-check';

import { SegmentedMessage } from 'sms-segments-calculator';

import { charactersBeyondGsm7, measureSms } from '../../../nodes/MessagingService/smsText/parts';
import { cutIntoParts } from '../../../sandbox/messages/smsParts';
import { tries } from '../../support/properties';

const basicPlane = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));

/** Texts whose parts are counted otherwise than by the library that the sandbox uses. */
const counted = (texts: string[]) =>
	texts
		.map((text) => ({ text, ours: measureSms(text).parts, library: cutIntoParts(text).length }))
		.filter(({ ours, library }) => ours !== library);

describe('The parts of an SMS', () => {
	it.each([
		['', 'GSM-7', 0, 1, 160],
		['a'.repeat(160), 'GSM-7', 160, 1, 0],
		['a'.repeat(161), 'GSM-7', 161, 2, 145],
		['€'.repeat(80), 'GSM-7', 160, 1, 0],
		// An extension character is not cut in two: 152 septets, and one stays empty.
		['€'.repeat(81), 'GSM-7', 162, 2, 143],
		['ą'.repeat(70), 'UCS-2', 70, 1, 0],
		['ą'.repeat(71), 'UCS-2', 71, 2, 63],
		['👍'.repeat(36), 'UCS-2', 72, 2, 61],
		['a\r\nb', 'GSM-7', 4, 1, 156],
		// A line break may be cut in two.
		[`${'ą'.repeat(66)}\r\n${'ą'.repeat(66)}`, 'UCS-2', 134, 2, 0],
		// What no part holds is cut, and shares none.
		[`z${'\u0301'.repeat(140)}`, 'UCS-2', 141, 3, 0],
		[`ab${`z${'\u0301'.repeat(70)}`}c`, 'UCS-2', 74, 4, 66],
	])('of text %# are counted as they travel', (text, encoding, length, parts, charactersLeft) => {
		expect(measureSms(text)).toEqual({ encoding, length, parts, charactersLeft });
	});

	it('have the encoding and the length that the library says, for every character of the basic plane', () => {
		const different = basicPlane.filter((character) => {
			const { encoding, length } = measureSms(character);
			const { encodingName, messageSize } = new SegmentedMessage(character);
			return encoding !== encodingName || length !== messageSize / (encoding === 'GSM-7' ? 7 : 16);
		});
		expect(different).toEqual([]);
	});

	it('are as many as the library says, for texts of all characters of the basic plane', () => {
		// 32 in a row, so that marks on one letter still fit a part.
		const rows = Array.from({ length: basicPlane.length / 32 }, (_, row) =>
			basicPlane.slice(row * 32, (row + 1) * 32).join(''),
		);
		expect(counted(rows.map((row) => `${'a'.repeat(36)}${row}${'b'.repeat(66)}${row}`))).toEqual(
			[],
		);
		expect(counted(rows.map((row) => `${row}${row}${'c'.repeat(100)}`))).toEqual([]);
	});

	it('are as many as the library says, for any text', () => {
		const units = [
			fc.constantFrom(...'abc .,{}€[]\\~^|éÅΩ\n\r\'"'),
			fc.constantFrom(...basicPlane),
			// None that is newer than the library's tables, e.g. a handshake of two skin tones.
			fc.constantFrom(...'👍🏽|👨‍👩‍👧‍👦|🇱🇹|a|ė|e\u0301|\r\n|❤️|1️⃣|👩‍⚕️|한|ﷺ'.split('|')),
			fc.constantFrom('\ud83d', '\udc4d', 'a', 'ž'),
			fc.nat(20).map((marks) => `z${'\u0301'.repeat(marks)}`),
		];
		const text = fc.oneof(
			...units.map((unit) =>
				fc.array(unit, { minLength: 1, maxLength: 250, size: 'max' }).map((all) => all.join('')),
			),
		);
		const seen = { 'GSM-7': 0, 'UCS-2': 0 };
		fc.assert(
			fc.property(text, (one) => {
				seen[measureSms(one).encoding]++;
				expect(counted([one])).toEqual([]);
			}),
			tries(500),
		);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
	});

	it('name what makes a text UCS-2, each character once', () => {
		expect(charactersBeyondGsm7('“Ąžuolas” – “👍” {€}')).toEqual(['“', 'Ą', 'ž', '”', '–', '👍']);
	});
});
