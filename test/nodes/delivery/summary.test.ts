import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { isIn, timeIn } from '../../../nodes/MessagingService/delivery/states';
import { isGiven } from '../../../nodes/MessagingService/service/reports';
import { isNoError } from '../../../nodes/MessagingService/service/saysNo';
import type { ReportSummary } from '../../../nodes/MessagingService/delivery/summary';
import {
	newestEntries,
	summarize,
	totalOf,
} from '../../../nodes/MessagingService/delivery/summary';
import { tries } from '../../support/properties';

const none = { delivered: [], failed: [] };
const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString();

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
		expect(summarize({ messageId: 'm', entries }, none)).toEqual({ ...pending, ...expected });
	});

	it('has no time where a state alone says that it has arrived', () => {
		const states = { delivered: [5], failed: [6] };
		const entries = [
			{ partId: 1, delivered: at(5) },
			{ partId: 2, state: 5 },
		];
		expect(summarize({ messageId: 'm', sent: at(0), entries }, states)).toMatchObject({
			...{ isDelivered: true, deliveredAt: null, secondsToDelivery: null },
		});
	});

	it.each([
		[at(6), null],
		[at(5), 0],
		[at(4), 1],
		['soon', null],
	])(
		'has the seconds between its two times, unless they contradict each other: %s',
		(sent, seconds) => {
			const message = { messageId: 'm', sent, entries: [{ partId: '1', delivered: at(5) }] };
			const times = { sent, deliveredAt: at(5), secondsToDelivery: seconds };
			expect(summarize(message, none)).toMatchObject(times);
		},
	);
});

describe('Messages counted together', () => {
	const summaryOf = (secondsToDelivery: number | null, more = {}): ReportSummary => ({
		...summarize({ messageId: 'm', entries: [] }, none),
		secondsToDelivery,
		...more,
	});

	it('are as many as there are, and so are their parts', () => {
		const counts = fc.record({ delivered: fc.nat(9), failed: fc.nat(9), pending: fc.nat(9) });
		fc.assert(
			fc.property(fc.array(counts), (given) => {
				const messages = given.map((one) => {
					const parts = one.delivered + one.failed + one.pending;
					return summaryOf(null, { ...one, parts, isDelivered: one.delivered === parts });
				});
				const total = totalOf(messages);
				for (const name of ['parts', 'delivered', 'failed', 'pending'] as const) {
					expect(total[name]).toBe(messages.reduce((sum, message) => sum + message[name], 0));
				}
				expect(total).toMatchObject({
					messages: messages.length,
					messagesDelivered: messages.filter(({ isDelivered }) => isDelivered).length,
					deliveredShare: total.parts ? total.delivered / total.parts : null,
				});
			}),
			tries(100),
		);
	});

	it('have the median and the 95th percentile of their seconds to delivery, by any order', () => {
		const anyTimes = fc.array(fc.nat(9_999_999), { minLength: 1, maxLength: 300 });
		fc.assert(
			fc.property(anyTimes, (ms) => {
				// One of which the time is not known changes nothing.
				const messages = ms.flatMap((time) => [summaryOf(time / 1000), summaryOf(null)]);
				const { medianSecondsToDelivery: median, p95SecondsToDelivery: p95 } = totalOf(messages);
				const atMost = (most: number) => ms.filter((one) => one <= most).length;
				// No smaller one has 95 of a hundred at or below it.
				const enough = ms.filter((one) => atMost(one) * 100 >= ms.length * 95);
				expect(p95).toBe(Math.min(...enough) / 1000);
				// As many are below it as are above it.
				const twice = Math.round((median ?? NaN) * 2000);
				const below = ms.filter((one) => 2 * one < twice - 1).length;
				const above = ms.filter((one) => 2 * one > twice + 1).length;
				expect(Math.max(below, above)).toBeLessThanOrEqual(ms.length / 2);
			}),
			tries(200),
		);
	});

	it.each([
		[[], null, null],
		[[3], 3, 3],
		[[0.1, 0.2], 0.15, 0.2],
		[[5, 1, 3], 3, 5],
		[Array.from({ length: 20 }, (_, n) => n + 1), 10.5, 19],
		[Array.from({ length: 21 }, (_, n) => n + 1), 11, 20],
	])('took %j seconds: median %d, 95th percentile %d', (seconds, median, p95) => {
		const times = { medianSecondsToDelivery: median, p95SecondsToDelivery: p95 };
		expect(totalOf(seconds.map((one) => summaryOf(one)))).toMatchObject(times);
	});
});

describe('The newest entries', () => {
	it('are the last of each part, in the order of the first', () => {
		const entry = fc.record({ partId: fc.constantFrom('a', 'b', 3), state: fc.nat(9) });
		fc.assert(
			fc.property(fc.array(entry), (entries) => {
				const ids = [...new Set(entries.map(({ partId }) => String(partId)))];
				expect(newestEntries(entries)).toEqual(
					ids.map((id) => entries.findLast(({ partId }) => String(partId) === id)),
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
		expect([isGiven(value), isNoError(value), timeIn(value)]).toEqual([false, true, undefined]);
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
		expect([isGiven(code), isNoError(code)]).toEqual([true, !is]);
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
