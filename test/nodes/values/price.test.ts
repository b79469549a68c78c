import fc from 'fast-check';

import { inMoney, readPrices } from '../../../nodes/MessagingService/values/price';
import { tries } from '../../support/properties';

const read = (given: unknown) => readPrices(given, "'Price per Part'");
const NUMBERS = ['37060012345', '4915123456789', '447700900123'];

describe('Prices', () => {
	it.each([
		['0.04', ['0.04', '0.04', '0.04']],
		[0.04, ['0.04', '0.04', '0.04']],
		['0.04 eur', ['0.04 EUR', '0.04 EUR', '0.04 EUR']],
		['+370: 0.04, +49: 0.09 EUR, 0.08', ['0.04 EUR', '0.09 EUR', '0.08 EUR']],
		['+370:0.04EUR\n+370 600: 1', ['1.00 EUR', undefined, undefined]],
		['+49 (151): 0.1234', [undefined, '0.1234', undefined]],
		['0', ['0.00', '0.00', '0.00']],
		['', []],
		[' , ', []],
		[undefined, []],
		[null, []],
	])('of %j are read', (given, expected) => {
		const prices = read(given);
		const shown = NUMBERS.map((number) => {
			const price = prices?.priceOf(number);
			return price === undefined ? undefined : inMoney(price, prices!.currency);
		});
		expect(prices && shown).toEqual(expected.length ? expected : undefined);
	});

	it.each([
		...['0,04', 'free', '0.04 €', '-1', '370: 0.04', '+370 0.04', '+0: 1', '+370: 0.04: 1', '1e3'],
		...['+370: 0,04 EUR', '+370: 0,04, +49: 0.09 EUR', '+370: 0.04,0.08', '+370: 1,5; 0.08'],
		...['0.04 EUR, +49: 0.09 USD', '0.04, 0.05', '+370: 1, +3-70: 2', ['0.04', {}], true],
		// An expression that found nothing leaves a blank in front of its currency, or behind its amount.
		...['0.04 ', '0.04\t', '+370: 0.04 EUR, 0.08 ', '+370: ', '+370:', ' EUR', ': 0.04', '+: 0.04'],
		'+49 (151): 0.1234567',
	])('of %j are refused in words', (given) => {
		expect(() => read(given)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining("'Price per Part' has an entry that can't be read: "),
				description: expect.stringContaining('+370: 0.04 EUR'),
			}),
		);
	});

	it('of any beginnings are those of the longest that fits', () => {
		const digits = fc.stringMatching(/^[1-3]{1,4}$/);
		fc.assert(
			fc.property(fc.uniqueArray(digits, { maxLength: 8 }), digits, (beginnings, number) => {
				const prices = read(beginnings.map((one, index) => `+${one}: ${index + 1}`).join(', '));
				const fitting = beginnings.filter((one) => number.startsWith(one));
				const longest = fitting.toSorted((a, b) => b.length - a.length)[0];
				const price = longest && (beginnings.indexOf(longest) + 1) * 1_000_000;
				expect(prices?.priceOf(number)).toBe(price);
			}),
			tries(300),
		);
	});
});
