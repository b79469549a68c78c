import fc from 'fast-check';

import {
	isAccepted,
	parseAnswer,
	parseExactJson,
} from '../../../nodes/MessagingService/answers/read';
import { clockForTests } from '../../support/clock';
import { answersForTests, exits, exitsOf } from '../../support/exits';
import { tries } from '../../support/properties';

const KEY = 'a-long-enough-key';
const read = (text: string) => parseAnswer(text, 200, KEY);
const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);

it('A status says from 200 to 299 that the service did what it was asked for', () => {
	const accepted = [199, 200, 204, 299, 300].filter((statusCode) => isAccepted({ statusCode }));
	expect(accepted).toEqual([200, 204, 299]);
});

describe('The text of a 2xx answer', () => {
	it('may be empty, and is JSON otherwise, the key not in it', () => {
		for (const empty of ['', ' \n', 'null']) expect(read(empty)).toBeUndefined();
		expect(read('{"a":[1]}')).toEqual({ a: [1] });
		expect(read(`{"a":"${KEY}","${KEY}":1}`)).toEqual({ a: '***', '***': 1 });
		// As some services write HTML in JSON.
		expect(parseAnswer('{"a":"k\\u0026amp;12345678"}', 200, 'k&12345678')).toEqual({ a: '***' });
		expect(() => parseAnswer(`It is ${KEY}`, 203, KEY)).toThrow(
			expect.objectContaining({
				message: "The service's answer isn't JSON: It is ***",
				description: expect.stringContaining('Check the address'),
				details: expect.objectContaining({ httpCode: '203', outcome: 'unknown' }),
			}),
		);
	});

	it('keeps each digit of a number that JavaScript would round, and leaves texts alone', () => {
		const large = fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n });
		const text = fc.oneof(
			large.map(String),
			large.map((number) => `"${number}" \\`),
			fc.string({ unit: 'binary' }),
		);
		fc.assert(
			fc.property(text, large, fc.boolean(), fc.maxSafeInteger(), (said, id, isMinus, safe) => {
				const number = isMinus ? -id : id;
				const json = `{${JSON.stringify(said)}: [${number}, ${JSON.stringify(said)}], "n": ${safe},"m":${number}}`;
				expect(parseExactJson(json)).toStrictEqual({
					json: { ...{ [said]: [String(number), said] }, n: safe, m: String(number) },
				});
			}),
			tries(500),
		);
	});

	it.each([19_979, 290])('shows no part of the key where its words are cut: %i', (before) => {
		expect(() => read(`${'x'.repeat(before)}${KEY} tail`)).toThrow(
			expect.objectContaining({
				message: expect.not.stringContaining(KEY.slice(0, 8)),
			}),
		);
	});

	it.each(['1e400', '-1e400', '1e21', '9007199254740993', '12345678901234567.5'])(
		'has the number %s as a text',
		(number) => expect(read(`{"a":${number}}`)).toEqual({ a: number }),
	);

	it.each(['1.5e3', '0.1', '9007199254740991', '1E-7', '-0'])('has %s as a number', (number) =>
		expect(read(`{"a":${number}}`)).toEqual({ a: Number(number) }),
	);
});

describe('The bounds of an answer', () => {
	it('are 100 levels and 2,000,000 values, beyond which nothing is made of it', () => {
		const parse = jest.spyOn(JSON, 'parse');
		const listOf = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
		expect(read(nested(99, '{}'))).toBeDefined();
		expect(read(listOf(1_999_998))).toHaveLength(1_999_998);
		parse.mockClear();
		expect(() => read(nested(101))).toThrow("The service's answer has more than 100 levels");
		expect(() => read('['.repeat(101))).toThrow('more than 100 levels');
		expect(() => read('{"a":'.repeat(101))).toThrow('more than 100 levels');
		expect(() => read(listOf(2_000_000))).toThrow('more than 2,000,000 values');
		// Jest itself reads the source maps of errors.
		expect(parse.mock.calls.filter(([text]) => /^(\[|\{"a":)/.test(text))).toEqual([]);
		parse.mockRestore();
	});

	it('count no brackets and commas of texts, whatever quotes and backslashes are in them', () => {
		const text = fc.array(fc.constantFrom('[', '{', '"', '\\', ']', ',', 'a'), { maxLength: 400 });
		fc.assert(
			fc.property(text, (characters) => {
				const said = characters.join('');
				const answer = `[${JSON.stringify(said)},${nested(60)},${JSON.stringify(said)}]`;
				expect(read(answer)).toEqual([said, expect.anything(), said]);
				expect(() => read(answer.replace(nested(60), nested(100)))).toThrow('100 levels');
			}),
			tries(200),
		);
	});

	it('leave a page one, however its scripts are nested', () => {
		const page = `<!DOCTYPE html><title>Sign in</title><script>${'{'.repeat(200)}</script>`;
		expect(() => read(page)).toThrow(/isn't JSON: Sign in$/);
	});
});

const clock = clockForTests();
const meet = answersForTests(clock);

it.each(exits)(
	"An answer to $name that isn't JSON is an error, and no reason to send again",
	async (exit) => {
		const { items, error, isUnknown, asked } = await meet(exit, '{"messageId":"m');
		expect(error).toContain("isn't JSON: ");
		expect(items.filter(({ reportError }) => !reportError)).toEqual([]);
		// To make the same setting once more changes nothing.
		expect(isUnknown).toBe(['sms', 'send', 'change', 'check'].includes(exit.kind));
		if (exit.kind !== 'report') expect(asked).toEqual([exit.path]);
	},
);

describe('What comes out of an answer', () => {
	const told = exitsOf('sms', 'send', 'change', 'set', 'check', 'list', 'thing', 'report').filter(
		({ parameters }) => parameters.operation !== 'sendAndWait',
	);

	it.each(told)('has large IDs exact, and no key in any spelling: $name', async (exit) => {
		const apiKey = 'k<&>1234567';
		const says = ['k<&>1234567', 'K&lt;&amp;&gt;1234567', 'k%3C%26%3e1234567'];
		const part = { messageId: 'm', partId: 'p', to: 1, says };
		const text = JSON.stringify(part).replace('"to":1', '"to":12345678901234567890');
		const isList = exit.kind === 'list' || exit.kind === 'report';
		const { items } = await meet(exit, isList ? `[${text}]` : text, { apiKey });
		const expected = { ...part, to: '12345678901234567890', says: ['***', '***', '***'] };
		const [{ parts = items }] = items as [{ parts?: unknown }];
		expect(parts).toEqual([expected]);
	});

	it('is as many entries as Limit says', async () => {
		const [exit] = exitsOf('list').filter(({ name }) => name === 'contact getAll');
		const parameters = { ...exit.parameters, limit: 5 };
		const { items } = await meet({ ...exit, parameters }, '[7,7,7,7,7,7]');
		expect(items).toEqual(Array(5).fill({ value: 7 }));
	});
});
