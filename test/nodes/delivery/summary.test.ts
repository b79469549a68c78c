import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ReportSummary } from '../../../nodes/MessagingService/delivery/summary';
import { summarize, totalOf } from '../../../nodes/MessagingService/delivery/summary';
import { tries } from '../../support/properties';

const none = { delivered: [], failed: [] };
const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString();

describe('The summary of a message', () => {
	const pending = {
		...{ messageId: 'm', to: null, parts: 1, delivered: 0, failed: 0, pending: 1 },
		...{ delivery: 'pending', firstError: null, sent: null },
		...{ deliveredAt: null, secondsToDelivery: null },
	};

	it.each<[string, IDataObject[], object]>([
		['nothing', [], {}],
		[
			'parts that have arrived, the last one last',
			[
				{ partId: 1, to: '370', delivered: at(5) },
				{ partId: 2, to: '371', delivered: at(2) },
			],
			{ to: '370', parts: 2, delivered: 2, pending: 0, delivery: 'delivered', deliveredAt: at(5) },
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
			{ parts: 3, delivered: 1, failed: 2, pending: 0, delivery: 'failed', firstError: '27' },
		],
		[
			'parts without an id, each one of its own',
			[{ state: 3, errorCode: '27' }, { partId: ' ', delivered: at(1) }, { errorCode: '28' }],
			{ parts: 3, delivered: 1, failed: 1, pending: 1, firstError: '27' },
		],
		[
			'a part that has failed in another way, still the first one',
			[27, 28, 29].map((errorCode, place) => ({ partId: place % 2, errorCode })),
			{ parts: 2, failed: 2, pending: 0, delivery: 'failed', firstError: '29' },
		],
		[
			'a part that has arrived after it had failed',
			[
				{ partId: 1, errorCode: '27' },
				{ partId: '1', delivered: at(3) },
			],
			{ parts: 1, delivered: 1, pending: 0, delivery: 'delivered', deliveredAt: at(3) },
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
			...{ delivery: 'delivered', deliveredAt: null, secondsToDelivery: null },
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

it('A message may have very many parts', () => {
	// More than a function may have arguments.
	const length = 130_000;
	const entries = Array.from({ length }, (_, n) => ({ partId: n, delivered: at(1) }));
	const summary = { parts: length, delivery: 'delivered' };
	expect(summarize({ messageId: 'm', entries }, none)).toMatchObject(summary);
});

describe('Messages counted together', () => {
	const summaryOf = (secondsToDelivery: number | null): ReportSummary => ({
		...summarize({ messageId: 'm', entries: [] }, none),
		secondsToDelivery,
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
		[[0.1, 0.2], 0.15, 0.2],
		[Array.from({ length: 20 }, (_, n) => n + 1), 10.5, 19],
	])('took %j seconds: median %d, 95th percentile %d', (seconds, median, p95) => {
		const times = { medianSecondsToDelivery: median, p95SecondsToDelivery: p95 };
		expect(totalOf(seconds.map((one) => summaryOf(one)))).toMatchObject(times);
	});
});
