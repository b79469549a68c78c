import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { hasArrived, hasEnded, hasFailed } from '../../../nodes/MessagingService/delivery/states';
import { summarize } from '../../../nodes/MessagingService/delivery/summary';
import type { States } from '../../../nodes/MessagingService/values/accountDefaults';
import { tries } from '../../support/properties';

const none: States = { delivered: [], failed: [] };
const time = '2026-11-22T10:00:00.000Z';

describe('A part of a message', () => {
	it.each([
		[{ state: 1 }, 'pending'],
		[{ state: 1, errorCode: '0' }, 'pending'],
		[{ state: 1, errorCode: '000', delivered: '' }, 'pending'],
		[{ state: 1, errorCode: 0, delivered: null }, 'pending'],
		[{ state: 1, errorCode: ' ', delivered: ' ' }, 'pending'],
		[{ state: 2, delivered: time }, 'delivered'],
		[{ state: 2, delivered: time, errorCode: '0' }, 'delivered'],
		[{ state: 3, delivered: time, errorCode: '27' }, 'failed'],
		...[false, 0, 'never', {}, '0001-01-01T00:00:00', 'part 1', [1]].map(
			(delivered): [object, string] => [{ state: 1, delivered }, 'pending'],
		),
		[{ state: 2, delivered: 1_764_000_000 }, 'delivered'],
		[{ state: 2, delivered: '1764000000000' }, 'delivered'],
		[{ state: 3, errorCode: 27 }, 'failed'],
		[{ state: 3, errorCode: '0027' }, 'failed'],
		[{ partId: 'p', errorCode: '27' }, 'failed'],
		...[
			'OK',
			' ok ',
			'none',
			'NONE',
			'No error',
			'NO_ERROR',
			'success',
			'0',
			'null',
			false,
			{},
		].flatMap(
			(errorCode): Array<[object, string]> => [
				[{ partId: 'p', state: 2, delivered: time, errorCode }, 'delivered'],
				[{ partId: 'p', state: 1, errorCode }, 'pending'],
			],
		),
		...['NOK', 'not ok', 'UNDELIV', 'no route', '1', -1, true].map(
			(errorCode): [object, string] => [
				{ partId: 'p', state: 2, delivered: time, errorCode },
				'failed',
			],
		),
		[{ messageId: 'a', errorCode: 'NOT_FOUND', message: 'No such message' }, 'pending'],
		[{ messageId: 'a', partId: '', state: null, delivered: ' ', errorCode: '27' }, 'pending'],
	] as Array<[IDataObject, string]>)('%j is %s', (part, what) => {
		expect({ failed: hasFailed(part, none), delivered: hasArrived(part, none) }).toEqual({
			failed: what === 'failed',
			delivered: what === 'delivered',
		});
		expect(hasEnded(part, none)).toBe(what !== 'pending');
	});

	it('is what the user says that its state means', () => {
		const states = { delivered: [5], failed: [6] };
		expect(hasArrived({ state: 5, errorCode: '27' }, states)).toBe(true);
		expect(hasFailed({ state: 6, delivered: time }, states)).toBe(true);
		expect([5, 6, 9].map((state) => hasEnded({ state }, states))).toEqual([true, true, false]);
		expect([hasArrived({ state: 9 }, states), hasFailed({ state: 9 }, states)]).toEqual([
			false,
			false,
		]);
	});

	const part = fc.record(
		{
			partId: fc.constantFrom('a', 'b', 'c'),
			state: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(null)),
			errorCode: fc.constantFrom('', '0', '00', '27', 27, 0, null),
			delivered: fc.constantFrom('', time, null),
		},
		{ requiredKeys: [] },
	);
	const list = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 });
	const lists = fc.record({ delivered: list, failed: list });

	it('is never delivered and failed at once, and has ended if it is either', () => {
		fc.assert(
			fc.property(part, lists, (one, states) => {
				expect(hasArrived(one, states) && hasFailed(one, states)).toBe(false);
				const isOver = hasArrived(one, states) || hasFailed(one, states);
				expect(hasEnded(one, states)).toBe(isOver);
			}),
			tries(500),
		);
	});

	it('of a message with very many can be summed up', () => {
		const entries = Array.from({ length: 200_000 }, (_, n) => ({ partId: n, delivered: time }));
		expect(summarize({ messageId: 'm', entries }, none)).toMatchObject({
			parts: 200_000,
			isDelivered: true,
		});
	});

	it('is counted once in a summary', () => {
		fc.assert(
			fc.property(fc.array(part, { maxLength: 6 }), lists, (entries, states) => {
				const { parts, delivered, failed, pending, isDelivered } = summarize(
					{ messageId: 'm', entries },
					states,
				);
				expect(delivered + failed + pending).toBe(parts);
				expect(pending).toBeGreaterThanOrEqual(0);
				expect(parts).toBeGreaterThan(0);
				expect(isDelivered).toBe(delivered === parts);
			}),
			tries(500),
		);
	});
});
