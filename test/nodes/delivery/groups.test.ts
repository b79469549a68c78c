import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { GroupSummary } from '../../../nodes/MessagingService/delivery/groups';
import { groupsOf } from '../../../nodes/MessagingService/delivery/groups';
import { ReportSummaries } from '../../../nodes/MessagingService/delivery/summaries';
import type { ReportSummary } from '../../../nodes/MessagingService/delivery/summary';
import { tries } from '../../support/properties';

const states = { final: [], delivered: [7], failed: [8] };
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

const counts = [
	'messages',
	'messagesDelivered',
	'parts',
	'delivered',
	'failed',
	'pending',
] as const satisfies Array<keyof GroupSummary>;

describe('Messages counted together', () => {
	it('are as many in all groups as in everything, each in one', () => {
		fc.assert(
			fc.property(
				items,
				fc.constantFrom('errorCode' as const, 'countryCode' as const),
				(given, by) => {
					const messages = summariesOf(given);
					const [everything, ...others] = groupsOf(messages, 'everything');
					expect(others).toEqual([]);
					const delivered = messages.filter(({ isDelivered }) => isDelivered);
					expect(everything.summary).toMatchObject({
						messages: messages.length,
						messagesDelivered: delivered.length,
					});
					const groups = groupsOf(messages, by);
					const ids = groups.flatMap(({ messageIds }) => messageIds);
					expect([...ids].sort()).toEqual(messages.map(({ messageId }) => messageId).sort());
					expect([...everything.messageIds].sort()).toEqual([...ids].sort());
					for (const name of counts) {
						const sum = groups.reduce((total, { summary }) => total + summary[name], 0);
						expect([name, sum]).toEqual([name, everything.summary[name]]);
					}
					for (const { summary } of [everything, ...groups]) {
						const { parts, delivered, failed, pending, deliveredShare } = summary;
						expect(delivered + failed + pending).toBe(parts);
						expect(deliveredShare).toBe(parts ? delivered / parts : null);
					}
					const keys = groups.map(({ summary }) => summary[by]);
					expect(new Set(keys).size).toBe(keys.length);
				},
			),
			tries(300),
		);
	});

	it('have the median and the 95th percentile of their seconds to delivery, by any order', () => {
		const times = fc.array(fc.integer({ min: -1_000, max: 9_999_999 }), { maxLength: 300 });
		fc.assert(
			fc.property(times, (ms) => {
				const messages = summariesOf(
					ms.flatMap((time, n) => [
						sent(`m${n}`),
						part(`m${n}`, { delivered: after(time) }),
						// One of which the time is not known changes nothing.
						part(`other ${n}`, { delivered: after(time) }),
					]),
				);
				const [{ summary }] = groupsOf(messages, 'everything');
				const { medianSecondsToDelivery: median, p95SecondsToDelivery: p95 } = summary;
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
		expect(groupsOf(messages, 'everything')[0].summary).toMatchObject({
			medianSecondsToDelivery: median,
			p95SecondsToDelivery: p95,
		});
	});

	it('by error code are those of the same first error, and those without one', () => {
		const messages = summariesOf([
			part('a', { errorCode: '27' }),
			part('b', { delivered: after(5_000) }),
			part('c', { delivered: after(5_000) }),
			part('c', { partId: '2', errorCode: 8 }),
			part('c', { partId: '3', errorCode: '27' }),
			part('d', { errorCode: 27 }),
			part('e', { state: 8 }),
			part('f', { errorCode: 'null' }),
		]);
		expect(
			groupsOf(messages, 'errorCode').map(({ summary, messageIds }) => [
				...[summary.errorCode, summary.messages, summary.delivered, summary.failed],
				messageIds,
			]),
		).toEqual([
			['27', 2, 0, 2, ['a', 'd']],
			[null, 2, 1, 1, ['b', 'e']],
			['8', 1, 1, 2, ['c']],
			['null', 1, 0, 1, ['f']],
		]);
	});

	it('by country code are those whose numbers begin alike, and those with no number', () => {
		const messages = summariesOf([
			part('a', { to: 37060012345 }),
			part('b', { to: '12025550123' }),
			part('c', { to: '+370 600 12346' }),
			part('d', { to: 'nobody' }),
			part('e'),
			part('f', { to: '+999 1234567' }),
			part('g', { to: { number: 37060012345 } }),
		]);
		expect(
			groupsOf(messages, 'countryCode').map(({ summary, messageIds }) => [
				summary.countryCode,
				messageIds,
			]),
		).toEqual([
			['370', ['a', 'c']],
			['1', ['b']],
			[null, ['d', 'e', 'f', 'g']],
		]);
	});

	it('are none, and everything is one group all the same', () => {
		expect(groupsOf([], 'errorCode')).toEqual([]);
		expect(groupsOf([], 'everything')).toEqual([
			{
				summary: {
					messages: 0,
					messagesDelivered: 0,
					parts: 0,
					delivered: 0,
					failed: 0,
					pending: 0,
					deliveredShare: null,
					medianSecondsToDelivery: null,
					p95SecondsToDelivery: null,
				},
				messageIds: [],
			},
		]);
	});
});
