import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readDeliverySettings } from '../../../nodes/MessagingService/delivery/options';
import {
	isErrorCode,
	isGiven,
	isIn,
	timeIn,
} from '../../../nodes/MessagingService/delivery/states';
import {
	isDelivered,
	isSummary,
	ReportSummaries,
} from '../../../nodes/MessagingService/delivery/summaries';
import { newestEntries, summarize } from '../../../nodes/MessagingService/delivery/summary';
import { tries } from '../../support/properties';
import { group } from '../../support/sending';

const none = { delivered: [], failed: [] };
const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString();

/** The summaries of items, in the order of their messages. */
function summariesOf(...items: IDataObject[]) {
	const summaries = new ReportSummaries();
	for (const item of items) summaries.add(item);
	return summaries.all(none);
}

describe('The summary of a message', () => {
	const pending = {
		messageId: 'm',
		to: null,
		parts: 1,
		delivered: 0,
		failed: 0,
		pending: 1,
		isDelivered: false,
		firstError: null,
		sent: null,
		deliveredAt: null,
		secondsToDelivery: null,
	};

	it.each<[string, IDataObject[], object]>([
		['nothing', [], {}],
		['a part that is on its way', [{ partId: 1 }], { parts: 1, pending: 1 }],
		[
			'parts that have arrived, the last one last',
			[
				{ partId: 1, to: '370', delivered: at(5) },
				{ partId: 2, to: '371', delivered: at(2) },
			],
			{ to: '370', parts: 2, delivered: 2, pending: 0, isDelivered: true, deliveredAt: at(5) },
		],
		[
			'one that has arrived, and one that has not',
			[{ partId: 1, delivered: at(5) }, { partId: 2 }],
			{ parts: 2, delivered: 1, pending: 1 },
		],
		[
			'one that has arrived, and two that have failed',
			[
				{ partId: 1, delivered: at(5) },
				{ partId: 2, errorCode: 27 },
				{ partId: 3, errorCode: '28' },
			],
			{ parts: 3, delivered: 1, failed: 2, pending: 0, firstError: '27' },
		],
		[
			'parts without an id, each one of its own',
			[{ state: 3, errorCode: '27' }, { partId: ' ', delivered: at(1) }, { errorCode: '28' }],
			{ parts: 3, delivered: 1, failed: 1, pending: 1, firstError: '27' },
		],
		[
			'a part that has arrived after it had failed',
			[
				{ partId: 1, errorCode: '27' },
				{ partId: '1', delivered: at(3) },
			],
			{ parts: 1, delivered: 1, pending: 0, isDelivered: true, deliveredAt: at(3) },
		],
	])('of %s', (_, entries, expected) => {
		expect(summarize('m', entries, none)).toEqual({ ...pending, ...expected });
	});

	it('has no time where a state alone says that it has arrived', () => {
		const states = { ...none, delivered: [5], failed: [6] };
		const entries = [
			{ partId: 1, delivered: at(5) },
			{ partId: 2, state: 5 },
			{ partId: 3, delivered: at(1) },
		];
		expect(summarize('m', entries, states)).toMatchObject({
			isDelivered: true,
			deliveredAt: null,
			secondsToDelivery: null,
		});
		expect(summarize('m', [{ partId: 1, state: 6 }], states)).toMatchObject({
			failed: 1,
			firstError: null,
		});
	});

	it('takes what Send gave for when it was sent, and how many parts it has', () => {
		const given = { messageId: 7, sent: at(0), to: '370', partIds: ['a', 'b'] };
		const entries = [
			{ messageId: '7', partId: 'a', delivered: at(3), to: '371' },
			{ messageId: 7, partId: 'b', delivered: at(4) },
		];
		const [before, ...others] = summariesOf(given, entries[0]);
		expect(others).toEqual([]);
		expect(before).toMatchObject({ parts: 2, delivered: 1, pending: 1, isDelivered: false });
		for (const items of [
			[given, ...entries],
			[...entries, given],
		]) {
			expect(summariesOf(...items)).toEqual([
				{
					...pending,
					messageId: '7',
					to: items[0].to,
					parts: 2,
					delivered: 2,
					pending: 0,
					isDelivered: true,
					sent: at(0),
					deliveredAt: at(4),
					secondsToDelivery: 4,
				},
			]);
		}
	});

	it('reads the entries within an item, but for what is no entry', () => {
		const entries = [{ partId: 1, delivered: at(1) }, 'x', null, { partId: 2, errorCode: '27' }];
		for (const item of [{ parts: entries }, { entries }, { entries, parts: [] }]) {
			expect(summariesOf({ messageId: 'm', ...item } as IDataObject)).toEqual([
				expect.objectContaining({ parts: 2, delivered: 1, failed: 1 }),
			]);
		}
	});

	it('is one for each message, and nothing for what names none', () => {
		const summaries = new ReportSummaries();
		const added = [
			{ messageId: 'b' },
			{ messageId: 1 },
			{ messageId: 'b' },
			{},
			{ messageId: {} },
		].map((item) => summaries.add(item as IDataObject));
		expect(added).toEqual(['b', '1', 'b', undefined, undefined]);
		expect(summaries.all(none).map(({ messageId }) => messageId)).toEqual(['b', '1']);
	});

	it('is not of an item that only tells that a message was sent', () => {
		const reported = { messageId: 'm', partId: '1', delivered: at(5) };
		// As the answer to a bulk may be: the specification does not show it.
		for (const note of [
			{ messageId: 'm', sent: at(0) },
			{ messageId: 'm', sent: at(0), to: '370', status: 'accepted' },
			{ messageId: 'm', sent: at(0), state: null, errorCode: '', delivered: ' ' },
			{ messageId: 'm', sent: at(0), partIds: [] },
		]) {
			const arrived = { parts: 1, pending: 0, isDelivered: true, secondsToDelivery: 5 };
			expect(summariesOf(note, reported)).toEqual([expect.objectContaining(arrived)]);
			expect(summariesOf(reported, note)).toEqual([expect.objectContaining(arrived)]);
			expect(summariesOf(note)).toEqual([{ ...pending, to: note.to ?? null, sent: at(0) }]);
		}
	});

	it('is one for a UUID in small letters and in capitals, and two for other ids', () => {
		const id = '6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10';
		const reported = { messageId: id.toUpperCase(), partId: '1', delivered: at(5) };
		expect(summariesOf({ messageId: id, sent: at(0) }, reported)).toEqual([
			expect.objectContaining({ messageId: id, parts: 1, secondsToDelivery: 5 }),
		]);
		expect(summariesOf({ messageId: 'a' }, { messageId: 'A' })).toHaveLength(2);
	});

	it('has no seconds where the times contradict each other', () => {
		const reported = { messageId: 'm', partId: '1', delivered: at(5) };
		expect(summariesOf({ messageId: 'm', sent: at(6) }, reported)).toEqual([
			expect.objectContaining({ isDelivered: true, deliveredAt: at(5), secondsToDelivery: null }),
		]);
		expect(summariesOf({ messageId: 'm', sent: at(5) }, reported)).toEqual([
			expect.objectContaining({ secondsToDelivery: 0 }),
		]);
	});

	it('tells whether every part has arrived', () => {
		const one = { messageId: 'm', delivered: at(1) };
		expect(isDelivered(one, none)).toBe(true);
		expect(isDelivered({ ...one, errorCode: '27' }, none)).toBe(false);
		expect(isDelivered({ messageId: 'm', partIds: ['a'], parts: [] }, none)).toBe(false);
		expect(isDelivered({ delivered: at(1) }, none)).toBe(false);
	});

	it.each([
		[{ parts: 2, isDelivered: true }, true],
		[{ parts: 2, isDelivered: false }, true],
		[{ parts: 2, isDelivered: true, entries: [] }, false],
		[{ parts: [], isDelivered: true }, false],
		[{ parts: 2 }, false],
		[{ isDelivered: true }, false],
		[{ parts: 2, messages: 1 }, true],
		[{ messages: 1 }, false],
		[{ parts: [], messages: 1 }, false],
	])('is told from an entry: %j', (item, is) => {
		expect(isSummary(item)).toBe(is);
	});
});

describe('The newest entries', () => {
	it('are the last of each part, in the order of the first', () => {
		const entry = fc.record({ partId: fc.constantFrom('a', 'b', 3), state: fc.nat(9) });
		fc.assert(
			fc.property(fc.array(entry), (entries) => {
				const ids = [...new Set(entries.map(({ partId }) => String(partId)))];
				expect([...newestEntries(entries)]).toEqual(
					ids.map((id) => [id, entries.findLast(({ partId }) => String(partId) === id)]),
				);
			}),
			tries(100),
		);
	});
});

describe('A state', () => {
	it.each([
		[2, true],
		['2', true],
		[' 2 ', true],
		[3, false],
		['', false],
		[null, false],
	])('is told from others: %j, %j', (state, is) => {
		expect(isIn([0, 2], state)).toBe(is);
	});
});

describe('What a field holds', () => {
	it.each([undefined, null, '', ' \n'])('is nothing: %j', (value) => {
		expect([isGiven(value), isErrorCode(value), timeIn(value)]).toEqual([false, false, undefined]);
	});

	it.each([
		[0, false],
		['0 0', false],
		['00', false],
		['10', true],
		['x0', true],
		['0x', true],
		[27, true],
		[{}, false],
		[[], false],
		[false, false],
		['0x1F', true],
		['no route', true],
		['OKX', true],
		[{ code: 7 }, true],
		[true, true],
	])('is an error code, or one of none: %j', (code, is) => {
		expect([isGiven(code), isErrorCode(code)]).toEqual([true, is]);
	});

	it.each<[unknown, number | undefined]>([
		['2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10)],
		['2098-12-31T23:59:59Z', Date.UTC(2098, 11, 31, 23, 59, 59)],
		[' 2026-11-22 ', Date.UTC(2026, 10, 22)],
		[1_764_000_000, 1_764_000_000_000],
		['1764000000', 1_764_000_000_000],
		[1_764_000_000_123, 1_764_000_000_123],
		...[
			'0001-01-01T00:00:00Z',
			'1970-01-01T00:00:00Z',
			'9999-12-31T23:59:59.9999999Z',
			'9999-12-31',
			'2099-01-01',
			'4712-12-31 00:00:00',
			'9999999999',
			'9999999999999',
			'2026-13-45',
			'22-11-2026',
			'on 2026-11-22',
		].map((text): [string, undefined] => [text, undefined]),
		...[17640000001, 176400000, '1764000000.5', 'x1764000000', '1764000000x', true, {}].map(
			(value): [unknown, undefined] => [value, undefined],
		),
	])('is a time: %j', (value, time) => {
		expect(timeIn(value)).toBe(time);
	});
});

describe('Wait for Delivery', () => {
	it('is read from the options', () => {
		expect(readDeliverySettings({}, none)).toBeUndefined();
		expect(readDeliverySettings(group('waitForDelivery'), none)).toEqual({
			states: none,
			timeoutMs: 120_000,
			failsOnTimeout: false,
		});
		expect(
			readDeliverySettings(group('waitForDelivery', { timeout: '900', failOnTimeout: true }), {
				...none,
				failed: [4],
			}),
		).toEqual({ states: { ...none, failed: [4] }, timeoutMs: 900_000, failsOnTimeout: true });
	});

	it.each([0, 901, 'x'])('does not take %j for Timeout', (timeout) => {
		expect(() => readDeliverySettings(group('waitForDelivery', { timeout }), none)).toThrow(
			`'Timeout' of 'Wait for Delivery' isn't a whole number from 1 to 900: ${timeout}`,
		);
	});
});
