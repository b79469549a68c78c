import type { RequestListener } from 'node:http';

import fc from 'fast-check';

import type { ResponseHead } from '../../../nodes/MessagingService/skipping/completeList';
import { suppressedNumbers } from '../../../nodes/MessagingService/skipping/suppressedNumbers';
import { withServer } from '../../support/answeringServer';
import { cpuTimeOf } from '../../support/cpuTime';
import { runNode } from '../../support/engine';
import { at } from '../../support/failing';
import { tries } from '../../support/properties';
import { messagesPerRecipient, recipients, send, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const skipping = { ...send, options: skip('skipSuppressed') };
const all = recipients(4).map(({ to }) => to);

/** How services write the number 37060000001, and how they hide it. */
const written: Array<(number: string) => unknown> = [
	(number) => number,
	(number) => Number(number),
	(number) => `+${number}`,
	(number) => `00${number}`,
	(number) => `tel:+${number}`,
	(number) => `+${number.slice(0, 3)} ${number.slice(3, 6)}-${number.slice(6)}`,
	(number) => `+${number.slice(0, 3)} (0) ${number.slice(3)}`,
	(number) => `0${number.slice(3)}`,
	(number) => `tel:${number}`,
	(number) => `+${number} ext. 5`,
	(number) => `+${number.slice(0, 7)}****`,
	(number) => `hash-${number.slice(8)}`,
	(number) => [number],
	(number) => ({ value: number }),
	(number) => ({ countryCode: number.slice(0, 3), number: number.slice(3) }),
];
const names = [
	...[
		'phone',
		'phoneNumber',
		'phone_number',
		'Phone Number',
		'PHONE',
		'msisdn',
		'MSISDN',
		'mobile',
	],
	...['number', 'to', 'To', 'recipient', 'recipientNumber', 'telephone', 'contact.phone', 'e164'],
	...['address', 'value', 'subscriber', 'contact', 'x', 'user'],
];
/** What stands beside it, and may look like a phone number. */
const others: object[] = [
	{ suppressedOn: '2026-01-01' },
	{ day: '01.02.2026' },
	{ stamp: '20260101' },
	{ addedAt: '2026-01-01T10:00:00Z' },
	{ at: 1767225600 },
	{ x1: 1767225600 },
	{ since: 1767225600000 },
	{ x2: '1767225600000' },
	{ id: 20000001 },
	{ id: '20000001' },
	{ entryId: '4c6b9a1e-2d3f-4e5a-8b7c-9d0e1f2a3b4c' },
	{ seq: 30000001 },
	{ accountNumber: 10001234 },
	{ reason: 'STOP' },
	{ email: 'ada@example.com' },
	{ countryCode: '370' },
	{ country: 'LT' },
	{ code: '+370', mobile: null },
	{ phoneType: 'mobile', phoneVerified: true },
	{ isMobile: true },
];

const put = (name: string, value: unknown): object => {
	const [first, second] = name.split('.');
	return { [first]: second ? { [second]: value } : value };
};
const entriesOf = (suppressed: string[]) =>
	fc.oneof(
		fc.constantFrom(...written).map((write) => suppressed.map(write)),
		fc
			.record({
				name: fc.constantFrom(...names),
				ways: fc.array(fc.constantFrom(...written), { minLength: 1, maxLength: 2 }),
				beside: fc.array(fc.constantFrom(...others), { maxLength: 3 }),
				isFirst: fc.boolean(),
			})
			.map(({ name, ways, beside, isFirst }) =>
				suppressed.map((number, index) => {
					const own = put(name, ways[index % ways.length](number));
					return isFirst ? Object.assign({}, own, ...beside) : Object.assign({}, ...beside, own);
				}),
			),
		// Some services write the same thing under two names.
		fc
			.tuple(fc.constantFrom(...names), fc.constantFrom(...names))
			.map((pair) => suppressed.map((number, index) => put(pair[index % 2], number))),
		fc.constant(suppressed.map((number) => ({ countryCode: '370', phone: number.slice(3) }))),
		fc
			.constantFrom('country', 'countryCode', 'country_iso', 'region', 'iso2', 'cc')
			.map((name) => suppressed.map((number) => ({ [name]: 'LT', phone: number.slice(3) }))),
		fc
			.constantFrom('prefix', 'dialCode', 'code', 'cc', 'callingCode', 'phone.prefix')
			.map((name) =>
				suppressed.map((number) => ({ [name]: number.slice(0, 3), phone: number.slice(3) })),
			),
	);

/** Envelopes that hold the whole list. */
const whole: Array<(list: unknown[]) => unknown> = [
	(list) => list,
	(list) => ({ items: list }),
	(list) => ({ data: { entries: list } }),
	(list) => ({ numbers: list, warnings: [] }),
	(list) => ({ warnings: [], errors: [], numbers: list }),
	(list) => ({ items: list, message: 'This is your list', success: true }),
	(list) => ({ items: list, total: list.length, page: 1, pages: 1, limit: 100, offset: 0 }),
	(list) => ({ items: list, hasMore: false, endCursor: 'abc', limit: list.length }),
	(list) => ({ count: list.length, next: null, previous: null, results: list }),
	(list) => ({ data: list, links: [{ rel: 'self', href: '/suppression?page=1' }] }),
	(list) => ({ items: list, took: 12, timed_out: false, version: '1.2', requestId: '20000001' }),
	(list) => ({ items: list, status: 'ok', code: 200, ok: true, generatedAt: 1767225600 }),
	(list) => ({ items: list, accountId: 30000001, timestamp: 1767225600000, size: 50 }),
	(list) => ({ object: 'list', url: '/v1/suppression', has_more: false, data: list }),
	(list) => ({ status: 200, message: 'OK', data: list }),
	(list) => ({ success: true, message: 'Successful.', data: list, hasMore: 'N' }),
	(list) => ({ hits: { total: { value: list.length }, hits: list } }),
	(list) => ({
		data: list,
		page: { number: 0, totalElements: list.length, totalPages: 1, size: 20 },
	}),
	(list) => ({
		data: list,
		links: { first: 'http://a:4010/x?page=1', last: 'http://a:4010/x?page=1', next: null },
		meta: {
			...{ current_page: 1, last_page: 1, per_page: 15, from: 1, to: list.length },
			...{ total: list.length, links: [{ url: null, label: 'Next &raquo;', active: false }] },
		},
	}),
	(list) => ({
		content: list,
		pageable: { sort: { sorted: false, unsorted: true }, offset: 0, pageNumber: 0, paged: true },
		...{ last: true, first: true, totalPages: 1, totalElements: list.length, size: 20, number: 0 },
		...{ numberOfElements: list.length, empty: false },
	}),
];

/** What says beside a list of so many that there are more. */
const said = {
	...{ more: true, isTruncated: 'true', truncated: 1, last: false, isLastPage: 'false', page: 2 },
	...{ last_page: '3', pageCount: 3, pages: 2, paging: { of: 2 }, number: 2, offset: 50, skip: 1 },
	...{ next: '/x', links: { next: { href: '/x' } }, _links: [{ rel: 'next', href: '/x' }] },
	...{ '@odata.nextLink': '/x', cursor: 'x', LastEvaluatedKey: { id: 'x' }, hasPrevious: true },
	...{ complete: false, partial: true, remainingItemCount: 3, pagesLeft: 1, noMore: false },
	...{ link: { last: '/x?page=2' }, total: '9+', totalCount: '>2', items: 'about 900', sum: 9 },
	...{ totalSuppressed: '1,200', count: -1, hits: { total: { value: 9 } }, range: '1-2/9', of: 3 },
	...{ message: 'The first 2 entries', warning: 'There are more', info: 'The list was cut' },
	...{ token: 'x', capped: true, batches: 3, chunk: '1/3', seen: 'x', x: 7, first: false },
};
const more: Array<(count: number) => object> = Object.entries(said).map(([name, value]) => () => ({
	[name]: value,
}));
for (const total of ['total', 'numFound', 'x-total', '@odata.count', 'numberOfElements']) {
	more.push((count) => ({ [total]: count + 1 }));
	more.push((count) => ({ meta: { pagination: { [total]: String(count + 90) } } }));
}
for (const size of ['limit', 'pageSize', 'per_page', 'maxResults']) {
	more.push((count) => ({ [size]: count || 'all' }));
}

const deeper = [
	(what: object) => what,
	(what: object) => ({ meta: what }),
	(what: object) => ({ meta: { a: { pagination: what } } }),
];

/** The headers that say so. */
const heads: Array<(count: number) => ResponseHead> = [
	{ link: '</suppression?page=2>; rel="next"' },
	{ link: '</a?page=1>; rel="first", </a?page=9>; title="x"; rel="next last"' },
	{ link: '</a>; rel=next' },
	{ 'x-total-count': '99' },
	{ 'x-total': '99' },
	{ 'total-count': '99' },
	{ 'X-WP-TotalPages': '2' },
	{ 'x-next-page': '2' },
	{ 'x-has-more': 'true' },
	{ 'x-next-cursor': 'abc' },
	...['x-next', 'x-hasmore', 'x-is-truncated', 'next-range'].map((name) => ({ [name]: 'yes' })),
	...['x-count', 'x-result-count', 'x-list-count'].map((name) => ({ [name]: '99' })),
	...['x-pagination-total', 'pagination-count', 'x-total-pages'].map((name) => ({ [name]: '99' })),
	{ 'content-range': 'items 0-1/99' },
	{ 'content-range': 'items 0-1/*' },
	{ 'x-pagination': '{"TotalCount":99,"PageSize":2}' },
].map((headers) => () => ({ statusCode: 200, headers }));
heads.push(() => ({ statusCode: 206, headers: {} }));
heads.push((count) => ({ statusCode: 200, headers: { 'x-total-count': String(count + 1) } }));

const plainHead: ResponseHead = {
	statusCode: 200,
	headers: {
		...{ 'content-type': 'application/json', 'content-length': '1200', age: '12' },
		...{ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '99', 'x-request-id': '20000001' },
		...{ 'x-rate-limit-total': '900', 'x-cache-hits': '7', 'x-csrf-token': 'abc' },
		...{ link: '</suppression?page=1>; rel="self"', 'x-total-count': '1', 'retry-after': '9' },
		...{ 'x-concurrency-remaining': '4', 'x-shard-count': '99', 'x-ratelimit-count': '99' },
		...{
			'x-ratelimit-remaining-requests': '99',
			'ratelimit-remaining': '9',
			'x-server-count': '9',
		},
		...{ 'x-nextjs-cache': 'HIT', 'server-timing': 'total;dur=12', 'keep-alive': 'timeout=5' },
		...{ nel: '{"max_age":604800}', 'x-total-time': '99', 'set-cookie': ['a=1', 'b=2'] },
	},
};

/** Who would get a message; undefined if nothing is sent. */
function sentTo(answer: unknown, head?: ResponseHead, field = ''): string[] | undefined {
	try {
		const suppressed = suppressedNumbers(answer, field, head);
		return all.filter((to) => !suppressed.has(to));
	} catch {
		return undefined;
	}
}

const groups = fc.subarray(all, { minLength: 1, maxLength: 3 });

describe('For any suppression list', () => {
	it('each number on it is skipped and all others are sent to, or nothing is sent', () => {
		const seen = { sent: 0, refused: 0 };
		const lists = groups.chain((suppressed) =>
			fc.record({
				suppressed: fc.constant(suppressed),
				list: entriesOf(suppressed),
				wrap: fc.constantFrom(...whole),
				head: fc.constantFrom(undefined, plainHead),
			}),
		);
		fc.assert(
			fc.property(lists, ({ suppressed, list, wrap, head }) => {
				const sent = sentTo(wrap(list), head);
				seen[sent ? 'sent' : 'refused']++;
				if (sent) expect(sent).toEqual(all.filter((to) => !suppressed.includes(to)));
			}),
			tries(4000),
		);
		expect(Math.min(seen.sent, seen.refused)).toBeGreaterThan(500);
	});

	it.each([
		...names.slice(0, 16).map((name) => [name, (number: string) => number] as const),
		...written.slice(0, 6).map((write) => ['phoneNumber', write] as const),
		...names.map((name) => [name, (number: string) => `+${number}`] as const),
	])('the number is found as %s (%#)', (name, write) => {
		const list = all.slice(0, 2).map((number) => ({ ...put(name, write(number)), ...others[0] }));
		for (const wrap of whole) {
			for (const head of [undefined, plainHead]) {
				const isTotalTold = head && { ...head.headers, 'x-total-count': '2' };
				const told = head && { ...head, headers: isTotalTold! };
				expect(sentTo(wrap(list), told)).toEqual(all.slice(2));
			}
		}
	});

	it('a number without + beside a country is the whole one, or nothing is sent', () => {
		const name = fc.constantFrom(
			...['country', 'countryCode', 'country_name', 'Country', 'iso3', 'cc', 'address.country'],
		);
		const country = fc.constantFrom(
			...['Lithuania', 'lithuania', 'LTU', 'Lietuva', 'LT', 'lt', '+370', '00370', 370, '??'],
		);
		const rest = fc.constantFrom<object>({}, { region: 'Vilnius' }, { countryName: 'Lietuva' });
		fc.assert(
			fc.property(name, country, rest, fc.constantFrom('', 'msisdn'), (field, of, more, named) => {
				const own = { ...more, ...put(field, of) };
				const national = [{ msisdn: all[0].slice(3), ...own }];
				expect(sentTo(national, undefined, named)).toBeUndefined();
				const whole = [undefined, all.slice(1)];
				expect(whole).toContainEqual(sentTo([{ msisdn: all[0], ...own }], undefined, named));
				for (const sign of ['+', '00']) {
					const certain = [{ msisdn: sign + all[0], ...own }];
					expect(sentTo(certain, undefined, named)).toEqual(all.slice(1));
				}
			}),
			tries(300),
		);
		for (const beside of [{ country: 'Lithuania' }, { country: { name: 'Lietuva', code: 'LT' } }]) {
			expect(sentTo([{ msisdn: all[0], ...beside }])).toEqual(all.slice(1));
		}
	});

	it('an entry with an email address in place of the number is left out, if nothing else in it can be one', () => {
		const name = fc.constantFrom('recipient', 'phone', 'to', 'address', 'value');
		fc.assert(
			fc.property(name, fc.boolean(), fc.boolean(), (one, isNamed, isFirst) => {
				const listed = (more: object) => {
					const rows = [{ [one]: `+${all[0]}` }, { [one]: 'ada@example.com', ...more }];
					return sentTo(isFirst ? rows : rows.reverse(), undefined, isNamed ? one : '');
				};
				for (const more of [{}, { type: 'email', addedAt: '2026-01-01', id: 'x1' }]) {
					expect(listed(more)).toEqual(all.slice(1));
				}
				for (const more of [
					...[{ contact: '0600 12345' }, { mobile: 'hidden' }, { id: Number(all[1]) }],
					...[{ ids: [all[1]] }, { 'log id': [`+${all[1]}`] }, { email2: `${all[1]}@a.example` }],
				]) {
					expect([more, listed(more)]).toEqual([more, undefined]);
				}
			}),
			tries(60),
		);
	});

	it('a number in a list within an entry is not overlooked', () => {
		const lists = fc.letrec((tie) => ({
			value: fc.oneof(
				{ maxDepth: 4 },
				fc.constantFrom(...written.slice(0, 6)).map((write) => write(all[1])),
				tie('list'),
				tie('object'),
			),
			list: fc
				.tuple(tie('value'), fc.array(fc.constantFrom('sms', '', 7, null)), fc.boolean())
				.map(([value, more, isFirst]) => (isFirst ? [value, ...more] : [...more, value])),
			object: fc
				.tuple(fc.constantFrom(...names, 'type'), tie('value'))
				.map(([name, value]) => ({ type: 'sms', [name]: value })),
		}));
		const fields = fc.constantFrom('aliases', 'others', 'members', 'channels', 'ids', 'a.b');
		fc.assert(
			fc.property(fields, lists.list, fc.boolean(), (name, list, isEmail) => {
				const entry = { phone: all[0], ...put(name, list) };
				const other = { email: 'ada@example.com', ...put(name, list) };
				expect(sentTo(isEmail ? [{ phone: all[0] }, other] : [entry])).toBeUndefined();
			}),
			tries(300),
		);
		const harmless = { tags: ['vip', 7], log: [{ at: '2026-01-01', by: 'Ada' }], aliases: [] };
		expect(sentTo([{ phone: all[0], ...harmless }])).toEqual(all.slice(1));
	});

	it('a part of a number, or more than one, is none, however it is written', () => {
		const number = fc.integer({ min: 60_000_000, max: 69_999_999 }).map((n) => `370${n}`);
		const changed = fc.oneof(
			number.chain((one) => fc.integer({ min: 7, max: 10 }).map((end) => one.slice(0, end))),
			fc.tuple(number, fc.stringMatching(/^[ -]?[0-9]{1,4}$/)).map(([one, more]) => one + more),
			fc
				.tuple(number, fc.nat(10), fc.stringMatching(/^[.\-()]{3,9}$/))
				.map(([one, at, gap]) => `+${one.slice(0, at + 1)}${gap}${one.slice(at + 1)}`),
			// Germany's numbers have many lengths.
			fc.stringMatching(/^\+49151[0-9]{6,8}(-|\.{3,5}|-{2,5}|\(\.+\))$/),
		);
		fc.assert(
			fc.property(changed, fc.constantFrom('', 'phone'), (phone, field) => {
				expect(sentTo([{ phone }], undefined, field)).toBeUndefined();
			}),
			tries(300),
		);
		for (const phone of ['+370 (600) 00001', '+370 - 600 - 00001', '(+370) 600 00001']) {
			expect([...suppressedNumbers([{ phone }], '')]).toEqual(['37060000001']);
		}
	});

	it('in which one entry cannot be read, nothing is sent, also if the user named the field', () => {
		const entry = fc.record({
			write: fc.constantFrom(...written.slice(6)),
			beside: fc.array(fc.constantFrom(...others), { maxLength: 3 }),
			wrap: fc.constantFrom(...whole),
			field: fc.constantFrom('', 'phone'),
			at: fc.nat(3),
		});
		fc.assert(
			fc.property(entry, ({ write, beside, wrap, field, at }) => {
				const list: object[] = all.slice(0, 3).map((phone) => ({ phone }));
				list.splice(at, 0, Object.assign({}, ...beside, { phone: write(all[3]) }));
				expect(sentTo(wrap(list), undefined, field)).toBeUndefined();
			}),
			tries(500),
		);
	});

	it('what is no country and no number stands in nobody’s way, whatever it is called', () => {
		for (const beside of [
			...[{ countryConfirmed: true }, { countrySince: '2026-01-01' }, { country: null }],
			...[{ entryId: [30000001] }, { seenAt: ['20260101'] }, { logId: [['30000001']] }],
			{ note: 'left a message, +1 for the team' },
		]) {
			expect([beside, sentTo([{ msisdn: all[0], ...beside }])]).toEqual([beside, all.slice(1)]);
		}
	});

	it('a total means its number, however it is written', () => {
		const many = Array.from({ length: 1234 }, (_, n) => String(37_070_000_000 + n));
		const ways = [
			(n: number) => n,
			(n: number) => String(n),
			(n: number) => n.toLocaleString('en'),
			(n: number) => n.toLocaleString('en').replace(',', ' '),
		];
		const counts = fc.constantFrom(3, 12, 999, 1000, 1234);
		const others = fc.constantFrom(0, 1, 9, 1000, 90_000);
		fc.assert(
			fc.property(counts, others, fc.constantFrom(...ways), (count, more, write) => {
				const answer = { items: many.slice(0, count), total: write(count + more) };
				expect(sentTo(answer)).toEqual(more ? undefined : all);
			}),
			tries(200),
		);
	});

	it('the field that the user names is the one, whatever stands beside it', () => {
		const entry = fc.record({
			write: fc.constantFrom(...written.slice(0, 6)),
			name: fc.constantFrom(...names),
			beside: fc.array(fc.constantFrom(...others), { maxLength: 3 }),
		});
		fc.assert(
			fc.property(entry, ({ write, name, beside }) => {
				const more = { phoneNumber2: all[3], mobile2: 'none' };
				const list = all
					.slice(0, 2)
					.map((number) => Object.assign({}, ...beside, more, put(name, write(number))));
				expect(sentTo(list, undefined, name)).toEqual(all.slice(2));
				expect(sentTo([...list, { ...more }], undefined, name)).toBeUndefined();
			}),
			tries(300),
		);
	});

	it('that says in any way that there is more, nothing is sent', () => {
		for (const count of [0, 1, 3]) {
			const list = all.slice(0, count).map((phone) => ({ phone }));
			for (const says of more) {
				for (const deep of deeper) {
					const answer = { ...deep(says(count)), data: list };
					expect([answer, sentTo(answer)]).toEqual([answer, undefined]);
				}
			}
			for (const head of heads.map((one) => one(count))) {
				for (const answer of [list, { items: list }]) {
					expect([head, sentTo(answer, head)]).toEqual([head, undefined]);
				}
			}
		}
	});

	it('that has beside it what the node does not know, nothing is sent', () => {
		const word = fc.constantFrom(
			...['next', 'more', 'page', 'count', 'left', 'rest', 'token', 'range', 'batch', 'of', 'x'],
			...['Cursor', '_marker', 'After', 'scroll', 'Total', 'item', 'shown', 'state', 'key', 'id'],
		);
		const beside = fc.record({
			name: fc.tuple(word, word).map((words) => words.join('')),
			value: fc.constantFrom<unknown>(true, 'yes', 'x', '/x', 5, '97', { a: 'x' }),
			deep: fc.constantFrom(...deeper),
			count: fc.nat(3),
		});
		fc.assert(
			fc.property(beside, ({ name, value, deep, count }) => {
				const list = all.slice(0, count).map((phone) => ({ phone }));
				expect(sentTo({ ...deep({ [name]: value }), data: list })).toBeUndefined();
				const head = { statusCode: 200, headers: { [`x-page-${name}`]: String(value) } };
				expect(sentTo(list, head)).toBeUndefined();
			}),
			tries(1000),
		);
	});

	it.each<[unknown]>([
		[{ numbers: all.slice(0, 1), others: [] }],
		[{ data: [], meta: { suppressed: all.slice(0, 1) } }],
		[{ data: [], links: [{ phone: all[0] }] }],
		[{ data: [{ phone: all[0] }], links: { last: '/x?page=2' } }],
		[{ data: [{ phone: all[0] }], links: { last: '/x?size=9&page_number=12' } }],
		[{ items: [], [all[0]]: { reason: 'STOP' } }],
		[{ items: [], [all[0]]: null }],
		[{ items: [{ phone: all[0] }], total: 0 }],
		[{ items: [], id: `+${all[0]}` }],
		[{ items: [], object: all[0] }],
		[{ phone: all[0], history: [] }],
		[{ address: all[0], history: [] }],
		[{ address: all[0], warnings: [] }],
		[[{ phone: all[0] }, all[1]]],
		[[{ phone: all[0] }, { phone: [all[1]] }]],
		[[{ phone: all[0] }, { phone: { value: all[1] } }]],
		[[[{ phone: all[1] }], { phone: all[0] }]],
		[[{ phone: all[0] }, { error: 'page 2 failed' }]],
		[{ items: [], code: 403 }],
		[{ items: [], error: 'down' }],
		[{ items: [], meta: { error: 'down' } }],
		[{ items: [], meta: { a: { message: 'Try later' } } }],
		[[all[0], '2026-01-01']],
		[['20260101']],
		[[1767225600]],
		[[1767225600000]],
		[[{ phone: '2026-01-01' }]],
		[[{ phone: all[0], mobile: all[1] }]],
		[[{ a: { phone: all[0] }, 'a.phone': all[1] }]],
		[[{ hashedPhone: 'abcdef', addedBy: `+${all[0]}` }]],
		[[{ number: 30000001, address: all[0] }]],
		[[{ phone: all[0] }, { email: `${all[1]}@sms.example.com` }]],
		[[{ phone: all[0] }, { email: 'ada@example.com', contact: '0600 12345' }]],
		[[{ phone: all[0] }, { email: 'ada@example.com', seq: Number(all[1]) }]],
		[[{ phone: all[0] }, { email: 'ada@example.com', mobile: 'hidden' }]],
		[[{ phone: all[0], aliases: `+${all[1]}; +${all[2]}` }]],
		[[{ phone: all[0], aliases: { [all[1]]: true } }]],
		[[{ phone: all[0], contacts: [{ phone: '8 600 12345' }] }]],
		[[{ phone: '+49151123456', match: 'prefix' }]],
		[[{ msisdn: '15112345678', country: 'Deutschland' }]],
		...['3706000', '+370 600 00001-12', '3706000-----', '37060000(...)', '37060000000-09'].map(
			(phone): [unknown] => [[{ phone }]],
		),
	])('in which somebody could be overlooked, nothing is sent: %j', (answer) => {
		expect(sentTo(answer)).toBeUndefined();
	});
});

describe('Skip Suppressed', () => {
	it('reads a long list, and refuses one with as many fields, without n8n standing still', () => {
		const numbers = Array.from({ length: 10_000 }, (_, n) => String(37_060_000_000 + n));
		const long = cpuTimeOf(() =>
			suppressedNumbers(
				numbers.map((phone) => ({ phone, id: phone })),
				'',
			),
		);
		const wide = cpuTimeOf(() => sentTo(numbers.map((name) => ({ [`x${name}`]: name }))));
		expect(wide).toBeLessThan(20 * long);
	});

	it('refuses an answer of too many levels at once, wherever they are, and reads one of a few', () => {
		const fields = Object.fromEntries(Array.from({ length: 8000 }, (_, n) => [`n${n}`, 'x']));
		const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
			let value: unknown = fields;
			for (let level = 0; level < levels; level++) value = wrap(value);
			return value;
		};
		for (const wrap of [(a: unknown) => ({ a }), (a: unknown) => [a], (a: unknown) => [{ a }]]) {
			for (const put of [
				(a: unknown) => ({ items: [{ phone: all[0] }], a: { a } }),
				(a: unknown) => [{ phone: all[0], a }],
			]) {
				const isWithin = Array.isArray(put(1));
				if (Array.isArray(wrap(1)) && !isWithin) continue;
				const read = () => suppressedNumbers(put(nested(450, wrap)), '');
				expect(read).toThrow('The suppression list has too many levels to be read');
				if (isWithin) expect(sentTo(put(nested(5, wrap)))).toEqual(all.slice(1));
			}
		}
		const timeAt = (levels: number) =>
			cpuTimeOf(() => sentTo({ items: [{ phone: all[0] }], a: nested(levels, (a) => ({ a })) }));
		expect(timeAt(450)).toBeLessThan(5 * timeAt(10));
	});

	it('sends to nobody who is on the list, whatever that looks like', async () => {
		const lists = groups.chain((suppressed) =>
			fc.tuple(fc.constant(suppressed), entriesOf(suppressed), fc.constantFrom(...whole)),
		);
		await fc.assert(
			fc.asyncProperty(lists, async ([suppressed, list, wrap]) => {
				await service.reset();
				const body = JSON.stringify(wrap(list));
				await service.fail({ path: '/suppression', kind: 'status', status: 200, body });
				const items = all.map((to) => ({ to }));
				const { error } = await runNode(service.credential, skipping, items);
				const left = error ? [] : all.filter((to) => !suppressed.includes(to));
				expect(Object.keys(await messagesPerRecipient(service)).sort()).toEqual(left.sort());
			}),
			tries(40),
		);
	});

	it('lets a full list with a message beside it be', async () => {
		const body = { data: [{ phone: all[0] }], message: 'Here is your list', detail: 'of today' };
		await service.fail({ path: '/suppression', kind: 'status', status: 200, body });
		const { error } = await runNode(service.credential, skipping, recipients(2));
		expect(error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [all[1]]: 1 });
	});

	it.each<[number, Record<string, string>, string]>([
		[206, {}, 'says status: 206'],
		[200, { Link: '</suppression?page=2>; rel="next"' }, 'says link.next: '],
		[200, { 'X-Total-Count': '2' }, 'says x-total-count: 2'],
		[200, { 'Content-Range': 'items 0-0/2' }, 'says content-range: items 0-0/2'],
	])('sends nothing by a list with status %i and %j', async (status, headers, said) => {
		const type = { 'content-type': 'application/json' };
		const answer: RequestListener = (_, response) =>
			response.writeHead(status, { ...type, ...headers }).end('[{"phone":"37060099999"}]');
		await withServer(answer, async ({ address, received }) => {
			const { error } = await runNode(at(service, address), skipping, recipients(2));
			expect(error?.message).toContain(`The suppression list has 1 entry, and ${said}`);
			expect(received).toHaveLength(1);
		});
	});

	it('shows no part of the API key, also where what a header says is cut', async () => {
		const key = String(service.credential.apiKey);
		const headers = { 'x-total-count': '9'.repeat(90) + key };
		const answer: RequestListener = (_, response) =>
			response.writeHead(200, { 'content-type': 'application/json', ...headers }).end('[]');
		await withServer(answer, async ({ address }) => {
			const { error } = await runNode(at(service, address), skipping, recipients(2));
			expect(error?.message).toContain(`x-total-count: ${'9'.repeat(90)}***`);
		});
	});
});
