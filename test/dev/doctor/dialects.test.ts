import type { Row } from '../../../dev/doctor/rows';
import { choices } from '../../../sandbox/traffic/dialect';
import { consult, openLike, openSpeaking, sending } from './consultation';

type Expected = { reads?: Row[]; report?: Row[]; sends?: Row[] };

const dialects: Array<[dialect: Record<string, string>, Expected]> = [
	[{}, {}],
	[
		{ lists: 'wrapped' },
		{ reads: ['balance-answer'], report: ['report-answer'], sends: ['bulk-answer'] },
	],
	[
		{ lists: 'paged' },
		{
			reads: ['balance-answer', 'list-answer', 'list-paging'],
			report: ['report-answer'],
			sends: ['bulk-answer'],
		},
	],
	[{ lists: 'phone' }, { reads: ['suppression-number'] }],
	[{ objects: 'envelope' }, { reads: ['list-answer', 'list-paging'], sends: ['send-answer'] }],
	[{ ids: 'number' }, {}],
	[{ errors: 'inside200' }, { reads: ['http-status', 'wrong-key'] }],
	[{ redirects: '303' }, { reads: ['address'] }],
	[{ redirects: '307' }, { reads: ['address'] }],
];

it('there is a row for each dialect that is not the usual one, and for redirects', () => {
	const others = Object.entries(choices).flatMap(([name, [, ...values]]) =>
		values.map((value) => ({ [name]: value })),
	);
	const redirects = ['303', '307'].map((status) => ({ redirects: status }));
	expect(dialects.slice(1).map(([dialect]) => dialect)).toEqual([...others, ...redirects]);
});

describe.each(dialects)(
	'Of a service that speaks %j',
	(dialect, { reads = [], report = [], sends = [] }) => {
		it('the doctor names the rows that differ, and so it does of its recording', async () => {
			const service = await openSpeaking(dialect);
			const first = await consult(service, sending);
			expect([...first.different].sort()).toEqual([...reads, ...report, ...sends].sort());
			const like = await openLike(first.recording);
			const second = await consult(like, sending);
			expect(second.table).toEqual(first.table);
		});

		it('it names them also if it only reads the report of a message', async () => {
			const service = await openSpeaking(dialect);
			const sms = { to: '37060012345', from: 'Shop', text: 'Hello' };
			const text = (await service.post('/v1/sms/single', sms)).body.replace(/^\ufeff/, '');
			const id = /"messageId":"?([^",]+)/.exec(text)?.[1] ?? '';
			await service.pause(3_600_000);
			const first = await consult(service, ['--message-id', id]);
			expect([...first.different].sort()).toEqual(
				[...reads, ...report].filter((row) => row !== 'wrong-key').sort(),
			);
			const isRead = !('redirects' in dialect);
			expect(first.table['part-arrived']).toBe(isRead ? 'as assumed' : 'not accepted');
			const like = await openLike(first.recording);
			const own = first.recording.exchanges.find(
				(one) => one.id !== undefined && !one.isUnknown,
			)?.id;
			const second = await consult(like, ['--message-id', own ?? '']);
			expect(second.table).toEqual(first.table);
		});
	},
);
