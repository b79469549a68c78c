import fc from 'fast-check';

import type { ResponseHead } from '../../../nodes/MessagingService/answers/suppressionList';
import { contract } from '../../../nodes/MessagingService/answers/contract';
import { suppressedBy } from '../../../nodes/MessagingService/answers/suppressionList';
import { expectFewLooks } from '../../support/counted';
import type { Problem } from '../../../nodes/MessagingService/errors/problem';
import { answersForTests, exitsOf } from '../../support/exits';
import { tries } from '../../support/properties';

const headOf = (headers: Record<string, string> = {}, statusCode = 200): ResponseHead => ({
	statusCode,
	headers,
});
type Named = { field?: string; ignored?: string[]; head?: ResponseHead };

const reading = (answer: unknown, { field, ignored = [], head = headOf() }: Named = {}) =>
	suppressedBy(answer, { field, ignored }, head);

/** Who of these would get a message; undefined if nothing is sent. */
function sentTo(answer: unknown, numbers: string[], named?: Named): string[] | undefined {
	try {
		const isSuppressed = reading(answer, named);
		return numbers.filter((number) => !isSuppressed(number));
	} catch {
		return undefined;
	}
}

/** What the user is told who sends nothing by an answer. */
function refusalBy(answer: unknown, named?: Named): string {
	try {
		reading(answer, named);
	} catch (error) {
		const { message, description } = error as Problem;
		return `${message}. ${description}`;
	}
	throw new Error('The list was read');
}

const all = ['37060000001', '37060000002', '37060000003', '37060000004'];
const listOf = (count: number) => all.slice(0, count).map((phoneNumber) => ({ phoneNumber }));

describe('A suppression list', () => {
	it.each<[string, unknown, Named?]>([
		['a bare list', listOf(2)],
		['plain numbers as texts', all.slice(0, 2)],
		['plain numbers', all.slice(0, 2).map(Number)],
		['plain numbers, whatever field is named', all.slice(0, 2), { field: 'phone' }],
		['both', [all[0], { phoneNumber: all[1] }]],
		['one list in an object', { data: { entries: listOf(2) } }],
		['empty fields beside it', { items: listOf(2), next: null, errors: {}, message: ' ' }],
		['its total beside it', { items: listOf(2), total: 2, page: { totalCount: '2' } }],
		['its total in a header', listOf(2), { head: headOf({ 'x-total-count': '2' }) }],
		[
			'headers of other things',
			listOf(2),
			{
				head: headOf({
					...{ etag: '7', age: '9', 'accept-ranges': 'bytes', 'x-account-id': '7' },
					...{ 'cf-ipcountry': 'LT', 'x-nextjs-cache': 'MISS', 'x-discount': '1' },
				}),
			},
		],
		['a field within another', all.slice(0, 2).map((p) => ({ a: { b: p } })), { field: 'a.b' }],
		['a field with a dot', all.slice(0, 2).map((p) => ({ 'a.b': p })), { field: 'a.b' }],
		[
			'fields that the user ignores, by name or path',
			{ object: 'list', items: listOf(2), links: { self: '/x' }, tags: ['a'] },
			{ ignored: ['object', 'links.self', 'tags'] },
		],
		[
			'a header that the user ignores',
			listOf(2),
			{ ignored: ['link'], head: headOf({ link: 'x' }) },
		],
	])('is read as %s', (_, answer, named: Named = {}) => {
		expect(sentTo(answer, all, named)).toEqual(all.slice(2));
	});

	it('may be empty, and keeps nobody back then', () => {
		for (const answer of [[], { items: [], total: 0 }]) expect(sentTo(answer, all)).toEqual(all);
	});

	it.each<[unknown, string, Named?]>([
		[
			[{ msisdn: all[0] }],
			"Entry 1 of the suppression list has no phone number in 'phoneNumber': {\"msisdn\":\"37060000001\"}. Nothing was sent. Look at the list with Suppression → Get Many, and enter the field that has the numbers as 'Field of the Numbers' under 'Account Defaults' in the Messaging Service credential.",
		],
		[
			[...listOf(2), { phoneNumber: 'hidden' }],
			"Entry 3 of the suppression list has no phone number in 'phoneNumber': hidden.",
		],
		[
			[...listOf(1), null, 7],
			"Entry 2 of the suppression list has no phone number in 'phoneNumber': .",
		],
		[
			listOf(1),
			"Entry 1 of the suppression list has no phone number in 'PhoneNumber': {",
			{ field: 'PhoneNumber' },
		],
		[
			{ items: listOf(2), page: 1, links: { next: '/x' } },
			"The suppression list has 2 entries, and says page: 1, links.next: /x. Nothing was sent, because somebody who isn't in this answer may be suppressed. If these fields don't say that there are more entries, enter them as 'Ignored Fields' under 'Account Defaults' in the Messaging Service credential. To copy: page, links.next",
		],
		[{ items: [], page: 1, pageCount: 3 }, 'says pageCount: 3. ', { ignored: ['page'] }],
		[
			{ a: [1], b: { c: [] } },
			'The answer has 2 lists, and any may be the suppression list: a, b.c. ',
		],
		[
			{ a: 1 },
			"The suppression list couldn't be read: the answer has no list. Nothing was sent. Suppression → Get Many shows the answer.",
		],
		[undefined, 'the answer has no list'],
		['37060000001', 'the answer has no list'],
		[
			{ error: 'Try later', items: [] },
			"The suppression list couldn't be read: Try later. Nothing was sent.",
		],
		[{ data: { success: false }, items: [] }, 'read: {"success":false}. Nothing was sent.'],
		[
			listOf(1),
			'The suppression list has 1 entry, and says status: 206.',
			{ head: headOf({}, 206) },
		],
		[listOf(1), 'says link: </a>. ', { head: headOf({ link: '</a>' }) }],
	])(
		'is not read, and the user is told why and what to fill in: %j',
		(answer, words, named: Named = {}) => {
			expect(refusalBy(answer, named)).toContain(words);
		},
	);
});

// prettier-ignore
/** Headers that say, or may say, that there are more entries. */
const moreHeaders: Array<Record<string, string>> = [
	...['x-total-count', 'x-total', 'total-count', 'X-WP-TotalPages', 'x-next-page', 'x-has-more', 'x-next-cursor', 'x-next', 'x-hasmore',
		'x-is-truncated', 'next-range', 'x-count', 'x-result-count', 'x-list-count', 'x-pagination-total', 'pagination-count', 'x-total-pages',
		'x-ms-continuation', 'x-continuation-token', 'x-content-range', 'x-offset', 'x-page-size', 'x-items-per-page', 'x-last-page-number',
		'link', 'content-range', 'X-Content-Range', 'x-pagination',
	].flatMap((name) => [name, name.replace(/(?<!^x|-ms|-wp|content)-(?!ms|wp)/gi, '')]),
	...contract['list-paging'].headers.map((name) => `X-${name}`),
].flatMap((name) => [{ [name]: '99' }, { [name]: 'yes' }]);

describe('Of the lists that may not be whole, not one is taken', () => {
	it.each([0, 1, 3])('by its status or its headers: a list of %i', (count) => {
		const heads = [
			...moreHeaders.map((headers) => headOf(headers)),
			...[headOf({ 'x-total-count': String(count + 1) }), headOf({}, 206)],
		];
		const lists = [listOf(count), { items: listOf(count) }];
		const taken = heads.filter((head) => lists.some((answer) => sentTo(answer, all, { head })));
		expect(taken).toEqual([]);
	});

	it('that has beside it anything but its total', () => {
		const word = fc.constantFrom(
			...['next', 'more', 'page', 'count', 'left', 'rest', 'token', 'range', 'batch', 'of', 'x'],
			...['Cursor', '_marker', 'After', 'scroll', 'Total', 'item', 'shown', 'state', 'key', 'id'],
			...['limit', 'last', '@odata.', 'is', 'ещё', ''],
		);
		const beside = fc.record({
			name: fc.tuple(word, word).map((words) => words.join('')),
			value: fc.constantFrom<unknown>(
				...[true, false, 'yes', 'n', 'x', '/x?page=2', -1, 5, '97', '9+', '1-2/9', 'ONE MORE'],
				...[{ a: 'x' }, ['x'], [{ rel: 'next' }]],
			),
			deep: fc.constantFrom(
				(a: object) => a,
				(a: object) => ({ meta: a }),
				(a: object) => ({ b: { c: a } }),
			),
			count: fc.nat(3),
		});
		fc.assert(
			fc.property(beside, ({ name, value, deep, count }) => {
				const list = listOf(count);
				const said = value === 'ONE MORE' ? count + 1 : value;
				expect(sentTo({ ...deep({ [name]: said }), data: list }, all)).toBeUndefined();
				expect(sentTo({ ...deep({ total: said }), data: list }, all)).toBeUndefined();
				const head = headOf({ [`x-page-${name}`]: String(value) });
				expect(sentTo(list, all, { head })).toBeUndefined();
			}),
			tries(1000),
		);
	});
});

type Person = { code: string; national: string; prefixes: string[] };
const numberOf = ({ code, national }: Person) => code + national;

// prettier-ignore
/** Somebody in each country, and what people there dial in front. */
const people: Person[] = [
	['370', '60012345', '8', '0'], ['370', '61234567', '8', '0'], ['36', '301234567', '06'], ['36', '701112233', '06'],
	['1', '5105551234', '1'], ['1', '6505551234', '1'], ['1', '8605551234', '1'], ['1', '4305551234', '1'], ['1', '2125550101', '1'],
	['7', '9123456789', '8'], ['7', '7012345678', '8'], ['52', '5512345678', '', '01', '044', '045'], ['55', '11912345678', '0', '015'],
	['49', '15123456789', '0'], ['49', '1701234567', '0'], ['961', '3123456', '0'], ['51', '912345678', '0'], ['39', '3331234567', ''],
	['375', '291234567', '8', '80'], ['86', '13812345678', '0'], ['47', '40612345', ''], ['65', '81234567', ''],
].map(([code, national, ...prefixes]) => ({ code, national, prefixes }));

const grouped = (digits: string, by: string) =>
	digits.replace(/(\d{3})(\d{2,3})/, `$1${by}$2${by}`);

/** How a number is written on a list: in full, as it is dialed at home or from abroad, or hidden. */
const written: Array<(person: Person, prefix: string) => unknown> = [
	(one) => numberOf(one),
	(one) => Number(numberOf(one)),
	(one) => `+${numberOf(one)}`,
	(one) => `00${numberOf(one)}`,
	(one) => `+${one.code} (${one.national.slice(0, 3)}) ${grouped(one.national.slice(3), '-')}`,
	(one) => `${one.code} ${grouped(one.national, ' ')}`,
	({ national }, prefix) => prefix + national,
	({ national }, prefix) => Number(prefix + national),
	({ national }) => national,
	({ national }) => Number(national),
	({ national }, prefix) => prefix + grouped(national, ' '),
	({ national }, prefix) => `${prefix} ${grouped(national, '.')}`,
	({ national }, prefix) => `(${prefix}${national.slice(0, 3)}) ${grouped(national.slice(3), '-')}`,
	({ national }, prefix) => `${prefix}-(${national.slice(0, 3)})-${national.slice(3)}`,
	({ national }) => `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`,
	(one, prefix) => `${one.code} ${prefix} ${one.national}`,
	(one, prefix) => `+${one.code} ${prefix} ${one.national}`,
	(one) => `+${one.code} (0) ${one.national}`,
	(one) => `${one.code} (0) ${one.national}`,
	(one) => `011 ${one.code} ${one.national}`,
	(one) => `0011 ${one.code} ${one.national}`,
	(one) => `810 ${one.code} ${one.national}`,
	(one) => `8~10 ${one.code} ${one.national}`,
	(one) => `tel:+${numberOf(one)}`,
	(one) => `+${numberOf(one)} ext. 5`,
	(one) => `+${numberOf(one).slice(0, 7)}****`,
	({ code, national }) => ({ countryCode: code, number: national }),
	() => null,
];

const names = ['phoneNumber', 'Phone Number', 'msisdn', 'contact.phone', 'x'];

/** What stands beside a number, and may look like one. */
const beside = { stamp: '20260101', accountNumber: 10001234, countryCode: '370', code: '+370' };

type Wrap = (list: unknown[]) => object;

/** What services put a whole list into. */
const envelopes: Wrap[] = [
	(list) => list,
	(list) => ({ items: list, total: list.length }),
	(list) => ({ data: { entries: list }, next: null, warnings: [] }),
	(list) => ({ items: list, message: 'This is your list', success: true }),
	(list) => ({ data: list, page: 1, limit: 100, links: [{ href: '/suppression?page=1' }] }),
	(list) => ({ hits: { total: { value: list.length }, hits: list }, has_more: false }),
	(list) => ({ data: { suppressions: { edges: list, pageInfo: { hasNextPage: false } } } }),
];

const put = (name: string, value: unknown): object => {
	const [first, second] = name.split('.');
	return { [first]: second ? { [second]: value } : value };
};

/** A list with some of the people on it, in all spellings, and how the credential names its fields. */
const drawnList = fc.subarray(people, { minLength: 1, maxLength: 3 }).chain((listed) =>
	fc
		.record({
			name: fc.constantFrom(...names),
			isPlain: fc.boolean(),
			isNamed: fc.boolean(),
			ways: fc.array(fc.constantFrom(...written), { minLength: 1, maxLength: 2 }),
			prefix: fc.nat(),
			wrap: fc.constantFrom(...envelopes),
			ignored: fc.subarray(['message', 'success', 'page', 'limit', 'href', 'value', 'has_more']),
		})
		.map(({ name, isPlain, isNamed, ways, prefix, wrap, ignored }) => {
			const list = listed.map((person, index) => {
				const write = ways[index % ways.length];
				const value = write(person, person.prefixes[prefix % person.prefixes.length]);
				return isPlain ? value : { ...beside, ...put(name, value) };
			});
			const named = { field: isNamed ? name : undefined, ignored };
			return { listed: listed.map(numberOf), answer: wrap(list), named };
		}),
);

describe('Nobody on a list gets anything, or nothing is sent', () => {
	const numbers = people.map(numberOf);

	it('in any envelope and any spelling, whether the fields are named or not', () => {
		fc.assert(
			fc.property(drawnList, ({ listed, answer, named }) => {
				const sent = sentTo(answer, numbers, named) ?? [];
				expect(sent.filter((number) => listed.includes(number))).toEqual([]);
			}),
			tries(2000),
		);
	});

	it.each<[unknown, string]>([
		['(510) 555-1234', '15105551234'],
		['510.555.1234', '15105551234'],
		[5105551234, '15105551234'],
		['650 555 1234', '16505551234'],
		['860 555 1234', '18605551234'],
		['1 510 555 1234', '15105551234'],
		['151 2345 6789', '4915123456789'],
		['0151 2345 6789', '4915123456789'],
		['(0)151 23456789', '4915123456789'],
		['8 600 00000', '37060000000'],
		['0 600 00000', '37060000000'],
		[60000000, '37060000000'],
		['370 8 600 00000', '37060000000'],
		['370600000-00', '37060000000'],
		['06 30 123 4567', '36301234567'],
		['(06 30) 123-4567', '36301234567'],
		['8 (912) 345-67-89', '79123456789'],
		['044 55 1234 5678', '525512345678'],
		[445512345678, '525512345678'],
		['03 123 456', '9613123456'],
		['011 370 600 00000', '37060000000'],
		['+370 600 00000', '37060000000'],
		['0037060000000', '37060000000'],
	])(
		'as in %j, which is read and keeps back whom it may mean, and no others: %s',
		(listed, number) => {
			const strangers = [
				'37060000009',
				'15105550000',
				'4915123456780',
				'447700900123',
				'79123456780',
			];
			for (const entry of [listed, { phoneNumber: listed }]) {
				expect(sentTo([entry], [number, ...strangers])).toEqual(strangers);
			}
		},
	);

	it.each<unknown>([
		...['2026-01-01', '20260101', '01.02.2026', '2026-01-01T10:00:00Z', 1767225600.5, -37060000001],
		...['+370', '+3706000', '+37060000001/2', '+370 600 00001-12', '37060000(...)', '3706000-----'],
		...['3.706E+10', 'STOP', '+370 (0) 600 00001', '+370 8 600 00001', '+52 01 55 12345678', true],
		...['', null, [all[0]], { value: all[0] }, 'tel:+37060000001', '+3706000****', 'hash-60000001'],
	])('as in %j, which is no number, wherever it stands', (listed) => {
		expect(sentTo([listed], all)).toBeUndefined();
		for (const entries of [
			[{ phoneNumber: listed }, ...listOf(2)],
			[...listOf(2), { phoneNumber: listed }],
		]) {
			expect(sentTo(entries, all)).toBeUndefined();
		}
	});
});

it('A list is read with few looks at each of its values', () => {
	expectFewLooks((answer) => reading(answer, { field: 'id' }));
});

const meet = answersForTests();

describe.each(exitsOf('guard'))('$name', (exit) => {
	it.each<[object, string]>([
		[{ object: 'list', data: [{ msisdn: '+370 600 12345' }] }, 'says object: list'],
		[[{ msisdn: '+370 600 12345' }], "no phone number in 'phoneNumber'"],
	])('sends nothing by %j until the credential names the fields', async (answer, words) => {
		const text = JSON.stringify(answer);
		const refused = await meet(exit, text);
		expect(refused.error).toContain(words);
		expect(refused.asked).toEqual(['/suppression']);
		const defaults = { numberField: 'msisdn', ignoredFields: 'object, requestId' };
		const items = [{ to: '37060012345' }, { to: '37060012346' }];
		const { items: output, asked } = await meet(exit, text, defaults, items);
		expect(output[0]).toEqual({ skipped: 'suppressed', to: '37060012345' });
		expect(asked).toHaveLength(2);
	});
});
