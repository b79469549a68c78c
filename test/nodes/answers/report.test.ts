import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	isReportEntry,
	keyOf,
	ownEntries,
	readReport,
} from '../../../nodes/MessagingService/answers/report';
import { expectFewLooks } from '../../support/counted';
import { tries } from '../../support/properties';

const time = '2026-11-22T10:00:00.000Z';
const part = { messageId: 'm', partId: '1', state: 2, delivered: time };

describe('An entry of a report', () => {
	it('tells of a part, whatever error stands beside it', () => {
		const told = fc.constantFrom<IDataObject>(
			...[{ partId: 'a-1' }, { partId: 1 }, { state: 0 }, { state: '2' }, { delivered: time }],
		);
		const signs = fc.record(
			{
				error: fc.constantFrom('No route', null, { message: 'No route' }),
				errorCode: fc.constantFrom('27', '0', 27),
				status: fc.constantFrom('failed', 404),
				success: fc.constantFrom(true, 'yes'),
				messageId: fc.constantFrom('m', null),
			},
			{ requiredKeys: [] },
		) as fc.Arbitrary<IDataObject>;
		fc.assert(
			fc.property(told, signs, (one, said) => {
				const entry = { ...said, ...one };
				const report = { entries: [entry], others: [] };
				for (const answer of [entry, [entry], { reports: [entry] }, { a: { b: [entry] } }]) {
					expect(readReport(answer, 'm')).toEqual(report);
				}
			}),
			tries(300),
		);
	});

	it.each<unknown>([
		...[{}, { id: '7', status: 'sent' }, { messageId: 'm', errorCode: '27' }, { message: 'OK' }],
		...[
			{ partId: '', state: null, delivered: ' ' },
			{ partId: {}, state: [2] },
			{ delivered: false },
		],
		...[null, 7, 'delivered', [{ partId: '1' }]],
	])('is nothing else: %j', (entry) => {
		expect(isReportEntry(entry)).toBe(false);
		expect(() => readReport([entry], 'm')).toThrow(
			"The service's answer isn't a delivery report: [",
		);
		expect(readReport([part, entry], 'm')).toEqual({ entries: [part], others: [entry] });
	});
});

describe('A report', () => {
	it.each<[unknown, unknown[]]>([
		[undefined, []],
		[[], []],
		[{ reports: [] }, []],
		[{ reports: [], total: 0, links: [] }, []],
		[{ campaignId: '7', status: 'running', reports: [] }, []],
		[{ success: true, data: { reports: [part], warnings: [] }, page: 1 }, [part]],
		[{ ...part, history: [{ state: 0 }] }, [{ ...part, history: [{ state: 0 }] }]],
	])('has its entries in a list, or is one: %j', (answer, entries) => {
		expect(readReport(answer, 'm')).toEqual({ entries, others: [] });
	});

	it.each<[unknown, string]>([
		...[{}, 'Unauthorized', 7, { message: 'Unauthorized' }, { data: part }].map(
			(answer): [unknown, string] => [
				answer,
				`The service's answer isn't a delivery report: ${typeof answer === 'object' ? JSON.stringify(answer) : answer}`,
			],
		),
		[{ a: [part], b: [part] }, "The service's answer isn't a delivery report: {"],
		[{ error: 'Down', reports: [part] }, 'Down'],
		[{ success: false, ...part, message: 'Down' }, 'Down'],
		[{ data: { status: 'failed', reason: 'Down', list: [part] } }, 'Down'],
	])('is an error that shows the answer if nothing fits: %j', (answer, words) => {
		expect(() => readReport(answer, 'm')).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(words),
				description: expect.stringContaining('but without a delivery report'),
				details: expect.objectContaining({ origin: 'service', outcome: 'refused' }),
			}),
		);
	});

	it('of a message has nothing of other messages, and all that names none', () => {
		const entries = [part, { ...part, messageId: 'other' }, { partId: '2' }];
		expect(readReport(entries, 'm')).toEqual({ entries: [part, entries[2]], others: [entries[1]] });
		expect(readReport(entries)).toEqual({ entries, others: [] });
		expect(ownEntries(entries, 'other')).toEqual(entries.slice(1));
	});

	it('is about the same message, however its ID is written', () => {
		const id = '9b2f7c1e-1111-4222-8333-44445555666A';
		expect(keyOf(` ${id} `)).toBe(id.toLowerCase());
		expect([keyOf('Ab'), keyOf(7), keyOf(null)]).toEqual(['Ab', '7', '']);
		expect(readReport([{ ...part, messageId: id.toLowerCase() }], id).entries).toHaveLength(1);
	});

	it('is read with few looks at each of its values', () => {
		expectFewLooks((answer) => readReport(answer, 'm'));
		expectFewLooks((answer) => readReport([answer, part]));
	});
});
