import type { Row } from '../../../dev/doctor/rows';
import { consult, openLike, openOther, reading, sending } from './consultation';

type Expected = { reads?: Row[]; sends?: Row[] };

const dialects: Array<[dialect: Record<string, string>, Expected]> = [
	[{}, {}],
	[{ lists: 'wrapped' }, { reads: ['balance-answer'], sends: ['report-answer'] }],
	[{ lists: 'paged' }, { reads: ['balance-answer', 'list-paging'], sends: ['report-answer'] }],
	[{ objects: 'envelope' }, { reads: ['list-answer'], sends: ['send-answer', 'viber-delivery'] }],
	[{ ids: 'number' }, { sends: ['send-answer', 'report-fields'] }],
	[{ fields: 'extra' }, { reads: ['list-answer'] }],
	[{ errors: 'inside200' }, { reads: ['http-status', 'wrong-key'] }],
	[{ redirects: '303' }, { reads: ['address'] }],
	[{ redirects: '307' }, { reads: ['address'] }],
	[{ charset: 'utf-8-bom' }, {}],
];

describe.each(dialects)('Of a service that speaks %j', (dialect, { reads = [], sends = [] }) => {
	it.each([
		['reads', reading, reads],
		['sends', sending, [...reads, ...sends]],
	])(
		'the doctor that %s names the rows that differ, and so it does of its recording',
		async (_, flags, expected) => {
			const service = await openOther();
			await service.post('/_sandbox/dialect', dialect);
			const first = await consult(service, flags);
			expect([...first.different].sort()).toEqual([...expected].sort());
			const like = await openLike(first.recording);
			const second = await consult(like, flags);
			expect(second.table).toEqual(first.table);
		},
	);
});
