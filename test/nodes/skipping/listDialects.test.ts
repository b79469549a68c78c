import fc from 'fast-check';

import type { ResponseHead } from '../../../nodes/MessagingService/skipping/completeList';
import { suppressedNumbers } from '../../../nodes/MessagingService/skipping/suppressedNumbers';
import { tries } from '../../support/properties';

const listOf = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ phone: `+3706000000${index}` }));

type Wrap = (list: unknown[]) => object;

const laravel: Wrap = (data) => ({
	...{ current_page: 1, data, first_page_url: 'https://a/s?page=1', from: data.length ? 1 : null },
	...{
		last_page: 1,
		last_page_url: 'https://a/s?page=1',
		next_page_url: null,
		path: 'https://a/s',
	},
	...{ per_page: data.length || 15, prev_page_url: null, to: data.length || null },
	...{ total: data.length, links: [{ url: 'https://a/s?page=1', label: '1', active: true }] },
});
const spring: Wrap = (content) => {
	const sort = { empty: true, sorted: false, unsorted: true };
	return {
		...{ content, sort, last: true, first: true, empty: !content.length, size: 20, number: 0 },
		pageable: { sort, offset: 0, pageNumber: 0, pageSize: 20, paged: true, unpaged: false },
		...{ totalPages: content.length ? 1 : 0, totalElements: content.length },
		numberOfElements: content.length,
	};
};

/** How frameworks and services say that this is all. */
const whole: Record<string, Wrap> = {
	laravel,
	spring,
	laravelCursor: (data) => ({ data, path: 'https://a/s', per_page: 15, next_page_url: null }),
	php: (data) => ({ status: true, error: false, message: 'Success', data, meta: [] }),
	hal: (suppressions) => ({
		_embedded: { suppressions },
		_links: {
			...{ self: { href: 'https://a/s?page=0&size=20{&sort}', templated: true } },
			...{ first: { href: 'https://a/s?page=0' }, last: { href: '/s?page=0' } },
		},
		page: { size: 20, totalElements: suppressions.length, totalPages: 1, number: 0 },
	}),
	jsonApi: (data) => ({
		...{ jsonapi: { version: '1.1' }, data, included: [], meta: { total: data.length } },
		links: { self: 'https://a/s?page%5Bnumber%5D=1&page%5Bsize%5D=50', next: null },
	}),
	odata: (value) => ({ '@odata.context': 'https://a/$metadata#S', value }),
	relay: (edges) => ({
		data: {
			suppressions: {
				edges,
				pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'a', endCursor: 'b' },
				totalCount: edges.length,
			},
		},
	}),
	stripe: (data) => ({ object: 'list', url: '/v1/s', has_more: false, data }),
	django: (results) => ({ count: results.length, next: null, previous: null, results }),
	google: (items) => ({ kind: 'list', etag: 'abc', items }),
	messageBird: (items) => ({
		...{ offset: 0, limit: 20, count: items.length, totalCount: items.length, items },
		links: { first: 'https://a/?offset=0', previous: null, next: null, last: '/?offset=0' },
	}),
	nested: (numbers) => ({ suppressionList: { numbers, count: numbers.length } }),
	onePage: (items) => ({ items, page: 1, pages: 1, per_page: items.length || 5 }),
};

/** What says beside two entries that there are more, or may say so. */
const partial: object[] = [
	...[
		{ count: 2, limit: 2 },
		{ numberOfElements: 2, size: 2 },
		{ hits: { total: { relation: 'gte' } } },
	],
	...[{ moreInfo: null, limit: 2 }, { nextSync: '', limit: 2 }, { limit: '2' }],
	...[{ complete: 0 }, { is_last: 0 }, { isLastPage: '0' }, { done: 0 }, { last: 0 }],
	...[
		{ message: 'There are more' },
		{ message: 'See the next page' },
		{ title: 'Page one of three' },
	],
	...[
		{ message: 'Weitere Einträge auf der nächsten Seite' },
		{ info: 'Die Liste ist unvollständig' },
	],
	...[{ description: 'Gekürzt' }, { message: 'Не всё' }, { weitere: true }, { gesamt: 9 }],
	...[{ naechsteSeite: '/x' }, { ещё: true }, { message: 'Numbers retrieved: 1 of 3' }],
	{ links: { first: '/x?offset=0', last: '/x?offset=40' } },
	{ links: { last: '/x/pages/9' } },
	...[{ links: { self: '/x?cursor=abc' } }, { links: { self: '/x?p=2' } }, { url: '/x?page=2' }],
	...[{ self: '/x?page%5Bnumber%5D=2' }, { last_page_url: 'https://a/x?page=2' }],
	...[{ url: '/x?%=2&page=3' }, { Count: 2, ScannedCount: 99 }, { metadata: { continue: 'abc' } }],
	{ pageInfo: { hasNextPage: true, endCursor: 'b' } },
	{ '@odata.nextLink': 'https://a?$skip=2' },
];

/** What may stand beside two entries, each with another value that may not. */
const harmless: Array<[said: object, doubtful: object]> = [
	[{ success: 'y' }, { success: 'n' }],
	[{ ok: 'Yes' }, { ok: 'ye' }],
	[{ complete: true }, { complete: 'not quite' }],
	[{ isLast: 'TRUE' }, { isLast: 'true?' }],
	[{ hasMore: 'no' }, { hasMore: 'not yet' }],
	[{ truncated: false }, { truncated: 'a bit' }],
	[{ partial: 0 }, { partial: 1 }],
	[{ id: 'abc' }, { id: '+37060012345' }],
	[{ requestId: 'r-1' }, { requestId: '+37060012345' }],
	[{ apiVersion: '2' }, { versions: '2' }],
	[{ timestamp: '2026-11-22T10:00:00Z' }, { resumeAt: '2026-11-22T10:00:00Z' }],
	[{ generatedAt: 1763800000 }, { continueAt: 1763800000 }],
	[{ status: 'Success.' }, { status: 'Success, in part' }],
	[{ status: '200' }, { status: '206' }],
	[{ message: 'Your suppressed phone numbers' }, { message: 'Some of them' }],
	[{ page: '1' }, { page: 2 }],
	[{ currentPage: 1 }, { currentPage: 3 }],
	[{ totalPages: 1 }, { totalPages: 4 }],
	[{ limit: 3 }, { limit: 2 }],
	[{ perPage: '1,000' }, { perPage: '1-000' }],
	[{ total: '2' }, { total: 'many' }],
	[{ totalCount: 2 }, { totalCount: 3 }],
	[{ self: '/suppression?limit=100' }, { self: '/suppression?offset=100' }],
	[{ self: '/suppression?page=1' }, { self: '/suppression?page=10' }],
	[{ self: '/suppression?sort=date' }, { self: '/suppression?sort=2' }],
	[{ self: '/suppression?sort=v2' }, { self: '/suppression?p=v2' }],
	[{ url: 'https://a/suppression' }, { url: 'suppression' }],
	[{ next: '' }, { next: 'x' }],
	[{ cursor: 'abc', hasMore: false }, { cursor: 'abc' }],
	[
		{ limit: 2, hasMore: 'no' },
		{ limit: 2, hasMore: 'none' },
	],
	[
		{ limit: 2, isLast: 'y' },
		{ limit: 2, isLast: 'ay' },
	],
	[
		{ limit: 2, pages: 1 },
		{ limit: 2, page: 1 },
	],
	[
		{ limit: 2, total: 2 },
		{ limit: 2, count: 2 },
	],
];

const count = (answer: unknown, head?: ResponseHead) => suppressedNumbers(answer, '', head).size;

describe('A suppression list in the dialect of a framework', () => {
	it.each(Object.entries(whole))('is read if it says that this is all: %s', (_name, wrap) => {
		for (const length of [0, 1, 2, 9]) expect(count(wrap(listOf(length)))).toBe(length);
	});

	it('is not read if anything beside it says that there may be more', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...Object.values(whole)),
				fc.constantFrom(...partial.filter((said) => !/"(limit|size)"/.test(JSON.stringify(said)))),
				fc.constantFrom('', 'meta', 'x'),
				(wrap, said, at) => {
					const answer = { ...wrap(listOf(2)), ...(at ? { [at]: said } : said) };
					expect(() => count(answer)).toThrow('The suppression list ');
				},
			),
			tries(1000),
		);
	});

	it.each(partial)('is not read beside %j', (said) => {
		expect(() => count({ items: listOf(2), ...said })).toThrow('The suppression list ');
	});

	it.each(harmless)('is read beside %j, and not beside %j', (said, doubtful) => {
		expect(count({ items: listOf(2), ...said })).toBe(2);
		expect(() => count({ items: listOf(2), ...doubtful })).toThrow('The suppression list ');
	});

	it.each([
		['</a?page=1>; rel="first", </a?page=9>; rel="last"', false],
		['</a?offset=0>; rel=first, </a?offset=50>; rel=last', false],
		['</a?page=1>; rel="first", </a?page=1>; rel="last"', true],
		['</a?page=2>; rel="next"', false],
	])('with the header Link: %s', (link, isWhole) => {
		const read = () => count(listOf(2), { statusCode: 200, headers: { link } });
		if (isWhole) expect(read()).toBe(2);
		else expect(read).toThrow('The suppression list has 2 entries, and says link.');
	});
});
