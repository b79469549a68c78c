import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { distinct, inBatches, Item } from '../../../nodes/MessagingService/run/item';
import type { Asked } from '../../support/outcomes';
import { batchOf, outcomesOf } from '../../support/outcomes';
import { tries } from '../../support/properties';

const request = { method: 'POST', path: '/v1/sms/bulk' } as const;

/** A batch of these numbers, for the items from 10 on. */
const batchTo = (numbers: string[], more: Partial<Asked> = {}): Asked => ({
	...batchOf(
		numbers.map((to) => ({ to })),
		10,
	),
	...more,
});

/** What each item got: its json, or the message of its problem. */
const got = (answer: unknown, asked: Asked) =>
	outcomesOf(answer, asked).map((outcome, position) => [
		asked.itemIndexes[position],
		outcome.items ? outcome.items : outcome.problem.message,
	]);

const one = (json: IDataObject, item: number) => [item, [{ json, pairedItem: { item } }]];

/** The answer as it came, at the first item's place. */
const whole = (answer: IDataObject[], numbers: string[]) => {
	const pairedItem = numbers.map((_, index) => ({ item: 10 + index }));
	return numbers.map((_, index) => [
		10 + index,
		index ? [] : answer.map((json) => ({ json, pairedItem })),
	]);
};

describe('The entries of a bulk answer', () => {
	const numbers = ['37060000001', '37060000002', '37060000003'];
	const [a, b, c] = ['a', 'b', 'c'].map((messageId) => ({ messageId }));

	it('go to the items in their order, if they name no numbers or the same', () => {
		const expected = [one(a, 10), one(b, 11), one(c, 12)];
		expect(got([a, b, c], batchTo(numbers))).toEqual(expected);
		const numbered = [a, b, c].map((entry, index) => ({ ...entry, to: `+${numbers[index]}` }));
		expect(got(numbered, batchTo(numbers))).toEqual(numbered.map((json, n) => one(json, 10 + n)));
	});

	it('go to the one item that is left, if one alone names none', () => {
		const [second, third] = [
			{ ...b, to: numbers[1] },
			{ ...c, to: numbers[2] },
		];
		expect(got([third, second, a], batchTo(numbers))).toEqual([
			one(a, 10),
			one(second, 11),
			one(third, 12),
		]);
	});

	it.each<[string, IDataObject[]]>([
		['are fewer', [a, b]],
		['are more', [a, b, c, a]],
		['name another number', [{ ...a, to: '37069999999' }, b, c]],
		['name a number too often', [{ ...a, to: numbers[1] }, { ...b, to: numbers[1] }, c]],
		['are in another order, several of them without a number', [{ ...a, to: numbers[1] }, b, c]],
		['are in order, several of them without a number', [a, { ...b, to: numbers[1] }, c]],
		['hold two of the numbers', [{ ...a, to: numbers[0], then: numbers[1] }, b, c]],
		['are each about all', [a, b, c].map((entry) => ({ ...entry, all: numbers }))],
		['hold a number as it is dialed at home', [{ ...a, via: '0 6000 0002' }, b, c]],
		['hold a masked number', [{ ...a, via: '3706****002' }, b, c]],
		['hold a masked number under a likely name', [{ ...a, recipient: '...002' }, b, c]],
		['hold a number within a text', [{ ...a, via: `${numbers[1]}@c.us` }, b, c]],
		['hold a number that was not asked for', [{ ...a, via: 37069999999 }, b, c]],
		...[true, null, '', [], {}, 'Ada', 7].map((to): [string, IDataObject[]] => [
			`have ${JSON.stringify(to)} in place of a number`,
			[{ ...a, to } as IDataObject, b, c],
		]),
	])('come out as they are, for all of them, if they %s', (_, answer) => {
		expect(got(answer, batchTo(numbers))).toEqual(whole(answer, numbers));
	});

	it.each<[IDataObject | string | null, string]>([
		[{ to: numbers[1], state: 'blocked' }, `: {"to":"${numbers[1]}","state":"blocked"}`],
		[{ batchId: '7', reason: 'Blocked' }, ': Blocked'],
		[{ id: '', sid: null, uuid: { a: 1 } }, ': {"id":"","sid":null,"uuid":{"a":1}}'],
		['x', ': x'],
		[null, ''],
	])('fail an item for which they name no message, where they do for others: %j', (no, words) => {
		const [first, third] = [
			{ ...a, to: numbers[0] },
			{ ...c, to: numbers[2] },
		];
		const expected = `The service names no message for this item${words}`;
		expect(got([first, no, third] as IDataObject[], batchTo(numbers))).toEqual([
			one(first, 10),
			[11, expected],
			one(third, 12),
		]);
	});

	it('that say no fail their items, where something is sent', () => {
		const no = { error: 'No route' };
		expect(got([a, no, c], batchTo(numbers))).toEqual([one(a, 10), [11, 'No route'], one(c, 12)]);
		expect(got([a, no, c], batchTo(numbers, { effect: undefined }))[1]).toEqual(one(no, 11));
		// What names a message has sent it, whatever else it says.
		const said = [a, { ...no, ...b }, c].map((entry, n) => ({
			...entry,
			to: numbers[n],
		}));
		expect(got(said, batchTo(numbers))[1]).toEqual(one(said[1], 11));
	});

	it('fail all items, if one says no and nobody knows whose it is', () => {
		const answer = [a, { error: 'No route' }];
		const entry = batchTo(numbers);
		expect(got(answer, entry)).toEqual([10, 11, 12].map((item) => [item, 'No route']));
		expect(got({ messages: answer }, entry)).toEqual(got(answer, entry));
		const outcomes = outcomesOf(answer, entry);
		// One of them holds the answer: n8n keeps it with the execution.
		expect(outcomes.map((outcome) => outcome.problem?.details)).toMatchObject([
			{ origin: 'service', outcome: 'unknown', data: { answer } },
			{ origin: 'service', outcome: 'unknown', data: undefined },
			{ origin: 'service', outcome: 'unknown', data: undefined },
		]);
	});
});

describe('The answer to one item', () => {
	const alone: Asked = { request, itemIndexes: [7], isWhole: true };
	const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
	const paired = (all: IDataObject[]) => [
		[7, all.map((json) => ({ json, pairedItem: { item: 7 } }))],
	];

	it('comes out whole, also if it looks like that to a batch', () => {
		const body = rows;
		expect(got(rows, { ...alone, request: { ...request, body } })).toEqual(paired(rows));
		expect(got({ rows }, alone)).toEqual(paired([{ rows }]));
	});

	it('comes out as its entries if it is a list, as many as are wanted', () => {
		expect(got({ rows }, { ...alone, isList: true })).toEqual(paired(rows));
		expect(got(rows, { ...alone, isList: true, limit: 2 })).toEqual(paired(rows.slice(0, 2)));
		expect(got({ a: 1 }, { ...alone, isList: true })).toEqual(paired([{ a: 1 }]));
	});

	it('is nothing if it is an empty list where a list may be, and a success anywhere else', () => {
		expect(got([], { ...alone, mayBeNone: true })).toEqual(paired([]));
		expect(got([], { ...alone, effect: 'read' })).toEqual(paired([{ success: true }]));
		expect(got({ rows: [] }, { ...alone, effect: 'read', isList: true })).toEqual(paired([]));
		expect(got({ rows: [] }, { ...alone, effect: 'read' })).toEqual(paired([{ rows: [] }]));
		expect(got([], alone)).toEqual(paired([{ success: true }]));
		expect(got(undefined, { ...alone, effect: 'read' })).toEqual(paired([{ success: true }]));
	});
});

describe('Items', () => {
	const item = (index: number, body: unknown) =>
		new Item(index, () => ({ ...request, body: body as IDataObject }));

	it('go out in batches, each of them once and in their order', () => {
		fc.assert(
			fc.property(fc.nat(20), fc.integer({ min: 1, max: 8 }), (count, size) => {
				const items = Array.from({ length: count }, (_, n) => item(n, { n }));
				const batches = inBatches(items, size);
				expect(batches).toHaveLength(Math.ceil(count / size));
				for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(size);
				expect(batches.flat()).toEqual(items);
			}),
			tries(100),
		);
	});

	it('that are the same go out once, for all of their items', () => {
		const items = [item(0, '[1]'), item(1, '[2]'), item(2, '[1]'), item(3, '[1]')];
		expect(distinct(items).map((same) => same.map(({ index }) => index))).toEqual([[0, 2, 3], [1]]);
	});
});
