import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ReportSummary } from '../../../nodes/MessagingService/delivery/summary';
import { ReportSummaries } from '../../../nodes/MessagingService/delivery/summary';
import { totalOf } from '../../../nodes/MessagingService/delivery/total';
import { tries } from '../../support/properties';

const states = { delivered: [7], failed: [8] };
const START = Date.UTC(2026, 10, 22, 10);
const after = (ms: number) => new Date(START + ms).toISOString();

const summariesOf = (items: IDataObject[]): ReportSummary[] => {
	const summaries = new ReportSummaries();
	for (const item of items) summaries.add(item);
	return summaries.all(states);
};

const sent = (messageId: string) => ({ messageId, sent: after(0), partIds: ['1'] });
const part = (messageId: string, more: IDataObject = {}) => ({ messageId, partId: '1', ...more });

/** Items as Send and the service give them, and whatever else has a messageId. */
const items = fc.array(
	fc.oneof(
		fc.record({
			messageId: fc.constantFrom('a', 'b', 'c', 'd', 5),
			partId: fc.constantFrom('1', '2', null),
			to: fc.constantFrom(37060012345, '+1 (202) 555-0123', '49', 'nobody', null, undefined, {}),
			state: fc.constantFrom(1, 7, 8, 'x'),
			delivered: fc.constantFrom(null, '', after(3_000), after(4_500), after(90_001)),
			errorCode: fc.constantFrom(null, '', '0', '27', 27, '8'),
		}),
		fc.constantFrom('a', 'b', 'c', 'd').map((messageId) => ({
			...{ messageId, sent: after(0), partIds: ['1', '2'] },
		})),
		fc.record({
			messageId: fc.constantFrom('a', 'e', 9),
			parts: fc.jsonValue(),
			to: fc.jsonValue(),
		}),
	) as fc.Arbitrary<IDataObject>,
	{ maxLength: 20 },
);

describe('Messages counted together', () => {
	it('are as many as there are, and so are their parts', () => {
		fc.assert(
			fc.property(items, (given) => {
				const messages = summariesOf(given);
				const total = totalOf(messages);
				const { parts, delivered, failed, pending, deliveredShare } = total;
				const arrived = messages.filter(({ isDelivered }) => isDelivered);
				expect(total).toMatchObject({
					messages: messages.length,
					messagesDelivered: arrived.length,
				});
				for (const name of ['parts', 'delivered', 'failed', 'pending'] as const) {
					expect(total[name]).toBe(messages.reduce((sum, message) => sum + message[name], 0));
				}
				expect(delivered + failed + pending).toBe(parts);
				expect(parts).toBeGreaterThanOrEqual(messages.length);
				expect(deliveredShare).toBe(parts ? delivered / parts : null);
			}),
			tries(300),
		);
	});

	it('have the median and the 95th percentile of their seconds to delivery, by any order', () => {
		const anyTimes = fc.array(fc.integer({ min: -9_999, max: 9_999_999 }), { maxLength: 300 });
		fc.assert(
			fc.property(anyTimes, (times) => {
				const messages = summariesOf(
					times.flatMap((time, n) => [
						sent(`m${n}`),
						part(`m${n}`, { delivered: after(time) }),
						// One of which the time is not known changes nothing.
						part(`other ${n}`, { delivered: after(time) }),
					]),
				);
				const { medianSecondsToDelivery: median, p95SecondsToDelivery: p95 } = totalOf(messages);
				// What was delivered before it was sent has no time: the clocks differ.
				const ms = times.filter((time) => time >= 0);
				if (!ms.length) {
					expect([median, p95]).toEqual([null, null]);
					return;
				}
				const atMost = (most: number) => ms.filter((one) => one <= most).length;
				// No smaller one has 95 of a hundred at or below it.
				const enough = ms.filter((one) => atMost(one) * 100 >= ms.length * 95);
				expect(p95).toBe(Math.min(...enough) / 1000);
				// As many are below it as are above it.
				const twice = Math.round((median ?? NaN) * 2000);
				const below = ms.filter((one) => 2 * one < twice - 1).length;
				const above = ms.filter((one) => 2 * one > twice + 1).length;
				expect(Math.max(below, above)).toBeLessThanOrEqual(ms.length / 2);
				expect(median).toBeLessThanOrEqual(p95 ?? NaN);
			}),
			tries(200),
		);
	});

	it.each([
		[[3], 3, 3],
		[[1, 2], 1.5, 2],
		[[0.1, 0.2], 0.15, 0.2],
		[[5, 1, 3], 3, 5],
		[Array.from({ length: 20 }, (_, n) => n + 1), 10.5, 19],
		[Array.from({ length: 21 }, (_, n) => n + 1), 11, 20],
		[Array.from({ length: 100 }, (_, n) => 100 - n), 50.5, 95],
	])('took %j seconds: median %d, 95th percentile %d', (seconds, median, p95) => {
		const messages = summariesOf(
			seconds.flatMap((time, n) => [
				sent(`m${n}`),
				part(`m${n}`, { delivered: after(1000 * time) }),
			]),
		);
		expect(totalOf(messages)).toMatchObject({
			medianSecondsToDelivery: median,
			p95SecondsToDelivery: p95,
		});
	});

	it('are one total also if there are none', () => {
		expect(totalOf([])).toEqual({
			messages: 0,
			messagesDelivered: 0,
			parts: 0,
			delivered: 0,
			failed: 0,
			pending: 0,
			deliveredShare: null,
			medianSecondsToDelivery: null,
			p95SecondsToDelivery: null,
		});
	});
});
