import type { Row } from '../../../dev/doctor/rows';
import { choices } from '../../../sandbox/traffic/dialect';
import { consultTwice, NUMBER, openSpeaking, sending } from './consultation';

type Expected = { reads?: Row[]; report?: Row[]; sends?: Row[] };

const report: Row[] = ['report-answer'];
const sends: Row[] = ['bulk-answer'];
const dialects: Array<[dialect: Record<string, string>, Expected]> = [
	[{}, {}],
	[{ lists: 'wrapped' }, { reads: ['balance-answer'], report, sends }],
	[{ lists: 'paged' }, { reads: ['balance-answer', 'list-answer', 'list-paging'], report, sends }],
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
			const { different } = await consultTwice(await openSpeaking(dialect), sending);
			expect(different).toEqual([...reads, ...report, ...sends].sort());
		});

		it('it names them also if it only reads the report of a message', async () => {
			const service = await openSpeaking(dialect);
			const sms = { to: NUMBER, from: 'Shop', text: 'Hello' };
			const { body } = await service.post('/v1/sms/single', sms);
			const id = /"messageId":"?([^",]+)/.exec(body)?.[1] ?? '';
			await service.pause(3_600_000);
			const { different, table } = await consultTwice(service, ['--message-id', id]);
			expect(different).toEqual([...reads, ...report].filter((row) => row !== 'wrong-key').sort());
			const isRead = !('redirects' in dialect);
			expect(table['part-arrived']).toBe(isRead ? 'as assumed' : 'not accepted');
		});
	},
);
