import * as fc from 'fast-check';

import { MadeUp } from '../../../dev/doctor/results/madeUp';
import { shapeOf } from '../../../dev/doctor/shapes';
import { tries } from '../../support/properties';

const field = fc.constantFrom('to', 'name', 'items', 'amount', 'messageId', 'state');
const { json } = fc.letrec((tie) => ({
	json: fc.oneof(
		{ maxDepth: 3 },
		fc.string(),
		fc.string({ unit: 'grapheme' }),
		fc.uuid(),
		fc.integer(),
		fc.constantFrom(
			null,
			true,
			'+370 600 12345',
			37060012345,
			'Ada Lovelace',
			'2030-01-31T09:00:00.000Z',
		),
		fc.array(tie('json'), { maxLength: 4 }),
		fc.dictionary(field, tie('json'), { maxKeys: 4 }),
	),
}));

it('what is made up has the same form, and is the same each time', () => {
	fc.assert(
		fc.property(json, (given) => {
			const madeUp = new MadeUp();
			const made = madeUp.json(given);
			expect(shapeOf(made)).toBe(shapeOf(given));
			expect(madeUp.json(given)).toEqual(made);
		}),
		tries(300),
	);
});

it.each([
	'37060012345',
	'+370 600 12345',
	'Ada Lovelace',
	'ada@lovelace.org',
	'9b2f7c1e-1111-4222-8333-444455556666',
	'Your code is 814723. Tell nobody',
	'c_8f3a91b2',
	'Ąžuolas 😀 naïve',
])('%s is replaced by something as long', (text) => {
	const made = new MadeUp().text(text);
	expect(made).not.toBe(text);
	expect([...made]).toHaveLength([...text].length);
	const words = text.match(/[\p{L}]{4,}|\d{5,}/gu) ?? [];
	for (const word of words) expect(made).not.toContain(word);
});

it.each([
	...['failed', 'OK', 'EUR', '27', '', '000000', '2030-01-31T09:00:00.000Z', 'Not found'],
	...['items 0-99/1000', 'items 1000-1999/2000', 'items 2026-11-23', 'items 1.2.3'],
])('%s says nothing of anybody, and stays', (text) => {
	expect(new MadeUp().text(text)).toBe(text);
});

it('a number is never replaced by itself', () => {
	const digits = '814723';
	const made = Array.from({ length: 20_000 }, () => new MadeUp().text(digits));
	expect(made.filter((text) => text === digits || !/^814\d{3}$/.test(text))).toEqual([]);
});

it('a number is the same one in each spelling, with its country', () => {
	const madeUp = new MadeUp();
	const plain = madeUp.text('37060012345');
	expect(plain).toMatch(/^370\d{8}$/);
	expect(madeUp.json(37060012345)).toBe(Number(plain));
	expect(madeUp.text('+370 600 12345').replace(/\D/g, '')).toBe(plain);
	expect(madeUp.text('To 37060012345: no')).toContain(plain);
});

it.each(['+370 600 12 345', '8 600 123 45', '(0) 660-123-4567', '+370.60.01.23.45'])(
	'%s is replaced inside a text and as a name, too',
	(number) => {
		const madeUp = new MadeUp();
		const made = madeUp.text(`Call ${number} now`);
		expect(made).not.toContain(number);
		expect(made.replace(/\d/g, '0')).toContain(number.replace(/\d/g, '0'));
		expect(JSON.stringify(madeUp.json({ [number]: 1 }))).not.toContain(number);
	},
);

it('of money only the differences stay', () => {
	const madeUp = new MadeUp();
	const amounts = [8123.45, 8123.41, 8123.37].map((amount) =>
		madeUp.json([{ amount, currency: 'EUR' }]),
	);
	expect(amounts).toEqual([100, 99.96, 99.92].map((amount) => [{ amount, currency: 'EUR' }]));
});
