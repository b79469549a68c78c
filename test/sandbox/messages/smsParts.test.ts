import { SegmentedMessage } from 'sms-segments-calculator';

import { cutIntoParts } from '../../../sandbox/messages/smsParts.ts';

const lengths = (text: string) => cutIntoParts(text).map((part) => part.length);

describe('Cutting a text into SMS parts', () => {
	it.each([
		[1, [1]],
		[160, [160]],
		[161, [153, 8]],
		[306, [153, 153]],
		[307, [153, 153, 1]],
		[459, [153, 153, 153]],
		[460, [153, 153, 153, 1]],
	])('cuts %i GSM characters into parts of %j', (length, expected) => {
		expect(lengths('ä'.repeat(length))).toEqual(expected);
		expect(lengths('a'.repeat(length))).toEqual(expected);
	});

	it.each([
		[70, [70]],
		[71, [67, 4]],
		[134, [67, 67]],
		[135, [67, 67, 1]],
		[201, [67, 67, 67]],
		[202, [67, 67, 67, 1]],
	])('cuts %i characters outside GSM into parts of %j', (length, expected) => {
		expect(lengths('ž'.repeat(length))).toEqual(expected);
	});

	it.each([...'^{}\\[~]|€\f'])('counts the extension character %j as two', (extension) => {
		expect(lengths('a'.repeat(158) + extension)).toEqual([159]);
		expect(lengths('a'.repeat(159) + extension)).toEqual([153, 7]);
		expect(lengths(extension.repeat(80))).toEqual([80]);
		expect(lengths(extension.repeat(81))).toEqual([76, 5]);
	});

	it('does not tear an extension character at the end of a part', () => {
		const parts = cutIntoParts(`${'a'.repeat(152)}€${'b'.repeat(20)}`);
		expect(parts).toEqual(['a'.repeat(152), `€${'b'.repeat(20)}`]);
	});

	it('counts an extension character as one when the text is UCS-2 anyway', () => {
		expect(lengths(`ž${'€'.repeat(69)}`)).toEqual([70]);
	});

	it('knows the whole basic alphabet, and the back-tick as no part of it', () => {
		const alphabet =
			'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡' +
			'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
		expect(alphabet).toHaveLength(127);
		expect(lengths(alphabet + 'a'.repeat(33))).toEqual([160]);
		expect(lengths('`'.repeat(71))).toEqual([67, 4]);
		expect(lengths('ç'.repeat(71))).toEqual([67, 4]);
	});

	it('keeps line ends of two characters in the GSM alphabet', () => {
		expect(lengths(`${'a'.repeat(158)}\r\n`)).toEqual([160]);
		expect(lengths(`ä${'a'.repeat(158)}\r\n`)).toEqual([153, 8]);
	});

	it('does not tear a surrogate pair', () => {
		expect(lengths('😀'.repeat(35))).toEqual([70]);
		expect(lengths('😀'.repeat(36))).toEqual([66, 6]);
		expect(lengths(`${'ž'.repeat(66)}😀${'ž'.repeat(10)}`)).toEqual([66, 12]);
	});

	it.each([
		['families joined of four', '👨‍👩‍👧‍👦'.repeat(20)],
		['flags', '🇱🇹'.repeat(50)],
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

	it('does not replace characters by similar ones of the GSM alphabet', () => {
		expect(cutIntoParts('“quoted” – text…')).toEqual(['“quoted” – text…']);
		expect(lengths('“'.repeat(71))).toEqual([67, 4]);
	});
});

describe('The work of cutting a long text', () => {
	it.each(['ä', '€', 'ž', '😀', 'a\u0301', '👩‍'])(
		'asks the library once for each character of %j',
		(unit) => {
			const asked = jest.spyOn(SegmentedMessage.prototype as never, '_buildSegments');
			cutIntoParts(unit.repeat(10_000));
			expect(asked.mock.calls.length).toBeLessThanOrEqual([...unit].length);
			asked.mockRestore();
		},
	);
});
