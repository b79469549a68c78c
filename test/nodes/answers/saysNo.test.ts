import type { IDataObject } from 'n8n-workflow';

import type { Asked } from '../../../nodes/MessagingService/answers/saysNo';
import { noIn, saysYes } from '../../../nodes/MessagingService/answers/saysNo';
import { expectFewLooks } from '../../support/counted';
import { answersForTests, exitsOf } from '../../support/exits';

const kinds: Asked[] = ['change', 'list', 'thing'];
/** Of what kind of question an answer is a no. */
const noes = (answer: unknown) => kinds.filter((asked) => noIn(answer, asked) !== undefined);

describe('A no', () => {
	/** Fields of these names with these values, each a no to these kinds. */
	const said = (names: string[], values: unknown[], asked: Asked[]) =>
		names.flatMap((name) =>
			values.map((value): [IDataObject, Asked[]] => [{ [name]: value } as IDataObject, asked]),
		);
	it.each<[IDataObject, Asked[]]>([
		...said(['success'], [false, 'false', ' FALSE ', 'no', 0, '0'], kinds),
		...said(
			['error', 'Errors', 'error_code', 'ERROR-MESSAGE'],
			['x', 27, '027', '0 0', '0x', true, 'Not OK', ['x'], { a: 0 }, [{}], 'no route'],
			kinds,
		),
		...said(
			['status', 'statusCode', 'status_code', 'Code', 'result'],
			[
				...[400, '599', 'FAILED', 'error', 'Rejected: no credit', 'not sent', 'denied.'],
				...['failure', 'fail', 'refused', 'invalid-number'],
			],
			['change', 'list'],
		),
		...said(
			['status', 'result'],
			[{ name: 'FAILED' }, { id: 5, group: 'rejected' }],
			['change', 'list'],
		),
		...said(['ok', 'Accepted', 'sent', 'queued'], [false, 'False', ' no '], ['change']),
		...said(
			['rejected', 'failed', 'Failed', 'failure', 'fault', 'exception'],
			[true, 1, 'x', [1]],
			['change'],
		),
	])('is %j to %j', (answer, asked) => {
		expect(noes(answer)).toEqual(asked);
	});

	it.each<IDataObject>([
		...['error', 'errors', 'errorCode', 'errorMessage', 'rejected', 'failed'].flatMap((name) =>
			[
				undefined,
				null,
				'',
				' ',
				0,
				'000',
				{},
				[],
				false,
				'None',
				'no',
				' NULL ',
				'OK',
				'Success',
			].map((value) => ({ [name]: value })),
		),
		...[399, 600, '4', 4000, 'ok', 'all failed', 'notified', '404 Not Found', true, null].map(
			(status) => ({ status }),
		),
		...[true, 1, 'yes', null, 'x'].map((success) => ({ success })),
		{ message: 'Unauthorized' },
		{ code: 1007, message: 'No credit' },
		{ statusText: 'failed' },
		{ myerror: 'x' },
		{ sent: null, queued: 0 },
		{ status: { code: 'OK', description: 'not an error' } },
		{},
	])('is not %j', (answer) => {
		expect(noes(answer)).toEqual([]);
	});

	it.each<[unknown, Asked[]]>([
		[{ a: { b: { success: false } } }, kinds],
		[{ a: { b: { status: { error: 'x' } } } }, kinds],
		[{ a: [{ b: [{ success: false }] }] }, ['change']],
		[[{ error: 'x' }], ['change']],
		[[1, [false]], ['change']],
		[{ a: false }, []],
		[[0, 'error', null, true], []],
		...[false, 'error', 404, null, undefined].map((value): [unknown, Asked[]] => [value, []]),
	])(
		'is looked for in objects, and where something was to change in lists, too: %j, %j',
		(answer, asked) => {
			expect(noes(answer)).toEqual(asked);
		},
	);

	it.each<[IDataObject, Asked]>([
		[{ messageId: 'a' }, 'change'],
		[{ messageId: 7 }, 'change'],
		[{ partId: 'p' }, 'list'],
		[{ state: 2 }, 'list'],
		[{ delivered: '2026-11-22' }, 'list'],
		[{ campaignId: '7' }, 'thing'],
		[{ id: 0 }, 'thing'],
		[{ valid: false }, 'thing'],
	])('is none in an object that tells of its own with %j (%s), but for success', (own, asked) => {
		const told = { ...own, error: 'x', status: 'failed', history: { error: 'x' } };
		expect(noIn(told, asked)).toBeUndefined();
		expect(noIn({ ...told, success: false }, asked)).toBeDefined();
		expect(noIn({ data: told }, asked)).toBeUndefined();
		const others = kinds.filter((other) => other !== asked);
		for (const other of others.filter((one) => one !== 'thing' || !own.messageId)) {
			expect(noIn(told, other)).toBe(told);
		}
	});

	it.each([null, '', ' ', {}, [], { a: 1 }, true, false])(
		'is one beside an ID that is none: %j',
		(id) => {
			for (const [name, asked] of [
				['messageId', 'change'],
				['partId', 'list'],
				['id', 'thing'],
			] as const) {
				expect(noIn({ [name]: id, error: 'x' }, asked)).toBeDefined();
			}
		},
	);

	it('is looked for with few looks at each value', () => {
		for (const asked of kinds) expectFewLooks((answer) => noIn(answer, asked));
	});
});

describe('A yes', () => {
	it.each<unknown>([
		...[{}, [], true, { id: 7 }, { data: { messageId: 'a' } }, [{ id: 1 }, { campaignId: 'b' }]],
		...[{ ok: true }, { sent: 'ok' }, { sent: '2026-11-22' }, { accepted: ['a'] }],
		{ data: { success: 'yes' } },
		...[0, 200, '202', 'Queued', 'OK: 1', { name: 'PENDING_ENROUTE' }].map((status) => ({
			status,
		})),
	])('is %j', (value) => {
		expect(saysYes(value)).toBe(true);
	});

	it.each<unknown>([
		...[{ code: 1007, message: 'Invalid sender' }, { description: 'Insufficient funds' }, null],
		...[{ status: 'x' }, { status: 12 }, { ok: 0 }, { id: '' }, { accepted: [] }, { data: [7] }],
		[{ id: 1 }, { note: 'x' }],
	])('is not %j', (value) => {
		expect(saysYes(value)).toBe(false);
	});
});

const meet = answersForTests();

describe.each(exitsOf('send', 'change', 'set', 'check', 'list', 'thing', 'report', 'guard'))(
	'An answer to $name that says no',
	(exit) => {
		it('is an error in its words, whatever stands beside it', async () => {
			const no = { data: { error: { message: 'Down' }, list: [] } };
			const { items, error, isUnknown, asked } = await meet(exit, JSON.stringify(no));
			expect(error).toMatch(/Down( \(item 1 of 1\))?$/);
			expect(items.filter(({ reportError }) => !reportError)).toEqual([]);
			expect(isUnknown).toBe(['send', 'change', 'check'].includes(exit.kind));
			if (exit.kind !== 'report') expect(asked).toEqual([exit.path]);
		});
	},
);
