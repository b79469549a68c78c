import { leavesOf, listIn } from '../../../nodes/MessagingService/answers/list';
import { expectFewLooks } from '../../support/counted';

const list = [{ id: 1 }, { id: 2 }];

describe('The list of an answer', () => {
	it.each<unknown>([
		list,
		{ items: list },
		{ items: list, total: ' 2 ' },
		{ data: { items: list, meta: { totalCount: '2' } } },
		{ items: list, next: null, errors: {}, message: ' ', page: undefined },
	])('is found: %j', (answer) => {
		expect(listIn(answer)).toEqual(list);
	});

	it.each<unknown>([
		...[1, 3, true, '2+', '> 2'].map((total) => ({ items: list, total })),
		{ items: list, Total: 2 },
		{ items: list, next: 'null' },
		{ items: list, count: 2 },
		{ items: list, page: 1 },
		{ items: list, hasMore: false },
		{ items: list, others: [] },
		{ items: [1, 2] },
		{ items: [{}, [1]] },
		{},
		null,
		'text',
		undefined,
	])('is not found, so that the answer comes out whole: %j', (answer) => {
		expect(listIn(answer)).toBeUndefined();
	});

	it.each<unknown>([[], { items: [] }, { items: [], total: 0 }])('may be empty: %j', (answer) => {
		expect(listIn(answer)).toEqual([]);
	});
});

describe('The leaves of an answer', () => {
	it('are its lists, and the values beside them, by the names that lead there', () => {
		expect(leavesOf({ a: { b: list, c: { d: 1, e: {} } }, f: null })).toEqual([
			{ name: 'b', path: 'a.b', value: list },
			{ name: 'd', path: 'a.c.d', value: 1 },
			{ name: 'e', path: 'a.c.e', value: {} },
			{ name: 'f', path: 'f', value: null },
		]);
		expect(leavesOf(list)).toEqual([{ name: '', path: '', value: list }]);
	});
});

it('A walk to the list and the leaves looks at each value a few times', () => {
	expectFewLooks(leavesOf);
	expectFewLooks(listIn);
});
