import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	hasArrived,
	hasEnded,
	hasFailed,
	isIn,
	timeIn,
} from '../../../nodes/MessagingService/answers/parts';
import type { States } from '../../../nodes/MessagingService/parameters/accountDefaults';
import { expectFewLooks } from '../../support/counted';
import { tries } from '../../support/properties';

const none: States = { delivered: [], failed: [] };
const time = '2026-11-22T10:00:00.000Z';

describe('A part of a message', () => {
	const withState = (name: string, ...values: unknown[]) =>
		values.map((value): IDataObject => ({ state: 1, [name]: value as string }));
	const ended = { partId: 'p', state: 2 };
	it.each<[string, IDataObject[]]>([
		[
			'pending',
			[
				{ state: 1 },
				...withState('errorCode', 'No error', 'NO_ERROR', 'N/A', 'none', ' ok ', 'null', false, {}),
				...withState('errorCode', 0, '0', '000', ' ', 'success'),
				...withState('delivered', '2613261530', '2611321530', '2611262530', '2611261560'),
				...withState('delivered', null, ' ', 3_000_000_000, false, 0, 'never', {}, 'part 1', [1]),
				...withState('delivered', '0001-01-01T00:00:00'),
				{ messageId: 'a', errorCode: 'NOT_FOUND', message: 'No such message' },
				{ messageId: 'a', partId: '', state: null, delivered: ' ', errorCode: '27' },
			],
		],
		[
			'delivered',
			[
				...withState('delivered', time, 1_764_000_000, '1764000000000'),
				...['OK', 'NO_ERROR', 'DELIVRD', '-', '0', 27, '0027', 'UNDELIV', -1, true].map(
					(errorCode) => ({ ...ended, delivered: time, errorCode }),
				),
				...['2611261530', 261126153000].map((delivered) => ({ state: 2, delivered, errorCode: 1 })),
			],
		],
		[
			'failed',
			[
				...[27, '0027', 'NOK', 'not ok', 'UNDELIV', 'no route', '1', -1, true].map((errorCode) => ({
					...{ ...ended, delivered: '9999-12-31', errorCode },
				})),
				{ state: 3, errorCode: '27' },
				{ partId: 'p', errorCode: '27' },
			],
		],
	])('is %s', (what, parts) => {
		for (const part of parts) {
			const is = [hasFailed(part, none), hasArrived(part, none), hasEnded(part, none)];
			const expected = [what === 'failed', what === 'delivered', what !== 'pending'];
			expect([part, ...is]).toEqual([part, ...expected]);
		}
	});

	it('is what the user says that its state means', () => {
		const states = { delivered: [5], failed: [6] };
		expect(hasArrived({ state: 5, errorCode: '27' }, states)).toBe(true);
		expect(hasFailed({ state: 6, delivered: time }, states)).toBe(true);
		expect([5, 6, 9].map((state) => hasEnded({ state }, states))).toEqual([true, true, false]);
	});

	it('is in a state whether it is a number or a text, and in none without one', () => {
		const given = [2, '2', ' 2 ', 3, '', null, [2]];
		expect(given.filter((state) => isIn([0, 2], state))).toEqual([2, '2', ' 2 ']);
	});

	it('is never delivered and failed at once, and has ended if it is either', () => {
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
		fc.assert(
			fc.property(part, fc.record({ delivered: list, failed: list }), (one, states) => {
				const [arrived, failed] = [hasArrived(one, states), hasFailed(one, states)];
				expect(arrived && failed).toBe(false);
				expect(hasEnded(one, states)).toBe(arrived || failed);
			}),
			tries(500),
		);
	});
});

it.each<[unknown, number | undefined]>([
	['2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10)],
	['2098-12-31T23:59:59Z', Date.UTC(2098, 11, 31, 23, 59, 59)],
	[' 2026-11-22 ', Date.UTC(2026, 10, 22)],
	[1_764_000_000, 1_764_000_000_000],
	['1764000000', 1_764_000_000_000],
	[1_764_000_000_123, 1_764_000_000_123],
	...[
		...['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999Z'],
		...['9999-12-31', '2099-01-01', '4712-12-31 00:00:00', '9999999999', '9999999999999'],
		...['2026-13-45', '22-11-2026', 'on 2026-11-22', 17640000001, 176400000, '1764000000.5'],
		...['x1764000000', '1764000000x', true, {}, undefined, null, '', ' \n'],
	].map((value): [unknown, undefined] => [value, undefined]),
])('The time of %j is %j', (value, ms) => {
	expect(timeIn(value)).toBe(ms);
});

it('A part is judged with few looks at each of its values', () => {
	const partOf = (one: unknown) => ({ partId: one, state: one, errorCode: one }) as IDataObject;
	expectFewLooks((one) => hasEnded(partOf(one), { delivered: [2], failed: [3] }), 100);
});
