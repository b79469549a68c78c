import { isGsm7 } from '../../../nodes/MessagingService/smsText/parts';
import { simplified, simplifyText } from '../../../nodes/MessagingService/smsText/simplify';

const basicPlane = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));

it.each([
	['cafe\u0301', 'café'],
	['Z\u030cvaigz\u030cde\u0307', 'Žvaigždė'],
	['1½ h, 2¼, ¾ kg, a½', '1 1/2 h, 2 1/4, 3/4 kg, a1/2'],
	['\u200e“Hi”\u200f', '"Hi"'],
	['\u200e“שלום”\u200f, 5\u200b', '\u200e"שלום"\u200f, 5'],
	['“Don’t” – „wait“…', '"Don\'t" - "wait"...'],
	['10\u00a0000\u202f€\u2009×\u20092\t½', '10 000 € x 2 1/2'],
	['so\u00adft\u200bly\ufeff', 'softly'],
	['‹a› «b» № 1™', '<a> "b" No 1(TM)'],
	['line\u2028break', 'line\nbreak'],
	['Ąžuolas 👍🏽', 'Ąžuolas 👍🏽'],
])(
	'Letters stay, each with its accent, and typographic characters become plain: %s',
	(text, plain) => {
		expect(simplifyText(text)).toBe(plain);
	},
);

describe('Simplified characters', () => {
	it('are all of GSM-7, and never change one that is', () => {
		const changed = basicPlane.filter((character) => {
			const plain = simplified(character);
			return plain !== undefined && plain !== character;
		});
		expect(changed.length).toBeGreaterThan(60);
		expect(changed.filter(isGsm7)).toEqual([]);
		expect(changed.map(simplified).filter((plain) => ![...plain!].every(isGsm7))).toEqual([]);
		const gsm7 = basicPlane.filter(isGsm7);
		expect(gsm7).toHaveLength(137);
		expect(gsm7.map(simplifyText)).toEqual(gsm7);
	});

	it('leave letters, digits and marks of other scripts alone', () => {
		const letters = basicPlane.filter(
			(character) =>
				/[\p{L}\p{M}\p{Nd}]/u.test(character) && character.normalize('NFC') === character,
		);
		expect(letters.length).toBeGreaterThan(50_000);
		// Typographic ligatures and the apostrophes that Unicode counts as letters.
		expect(letters.filter((letter) => simplifyText(letter) !== letter)).toEqual([...'ʹʻʼˈﬀﬁﬂﬃﬄ']);
	});
});
