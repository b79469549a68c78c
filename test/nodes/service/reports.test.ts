import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	refusalToChange,
	refusalToRead,
	reportEntries,
} from '../../../nodes/MessagingService/service/reports';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { recipients } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const time = '2026-11-22T10:00:00.000Z';

/** Everything that tells of an error: together with the part that it is about, it is that part's own. */
const signs = fc.record(
	{
		error: fc.constantFrom('No route', '', null, { message: 'No route' }),
		errorCode: fc.constantFrom('27', 'SYS1', '0', 27),
		errors: fc.constantFrom(['No route'], []),
		status: fc.constantFrom('failed', 'REJECTED', 404, { name: 'rejected' }),
		success: fc.constantFrom(false, true, 'false'),
		message: fc.constantFrom('No route', ''),
		messageId: fc.constantFrom('a', 7, null),
	},
	{ requiredKeys: [] },
) as fc.Arbitrary<IDataObject>;

/** What names a part, with or without its state. */
const part = fc.record(
	{
		partId: fc.constantFrom('a-1', 1, 'x'),
		state: fc.oneof(fc.integer(), fc.constant('2')),
		delivered: fc.constantFrom(time, null, '', '1764000000'),
	},
	{ requiredKeys: ['partId'] },
) as fc.Arbitrary<IDataObject>;

/** What is around a list. */
const envelope = fc.record(
	{
		success: fc.constantFrom(true, 'true', 1),
		total: fc.nat(),
		campaignId: fc.constantFrom('7', 7),
		message: fc.constantFrom('OK', ''),
		error: fc.constantFrom(null, ''),
		errors: fc.constant([]),
		status: fc.constantFrom('ok', 200, 'completed'),
	},
	{ requiredKeys: [] },
) as fc.Arbitrary<IDataObject>;

it.each(['sid', 'guid', 'msgId', 'cc', 'tel', 'trace', 'requestId'])(
	'An error is not excused by a field %s, which it may have too',
	(name) => {
		for (const no of [{ error: 'Unauthorized' }, { status: 'error', message: 'Unauthorized' }]) {
			expect(refusalToRead({ [name]: 's1', ...no })?.message).toBe('Unauthorized');
			expect(refusalToRead([{ [name]: 's1', ...no }])?.message).toBe('Unauthorized');
		}
		expect(refusalToRead({ [name]: 's1', error: 'Unauthorized' }, true)?.message).toBe(
			'Unauthorized',
		);
	},
);

describe('An entry of a report', () => {
	it('is what names a part, whatever error stands beside it', () => {
		fc.assert(
			fc.property(part, signs, (one, said) => {
				const entry = { ...said, ...one };
				expect(reportEntries(entry)).toEqual([entry]);
				expect(reportEntries([entry])).toEqual([entry]);
			}),
			tries(300),
		);
	});

	it('comes out of an envelope, whatever it is called and stands beside it', () => {
		const name = fc.constantFrom('reports', 'parts', 'data', 'items', 'x');
		fc.assert(
			fc.property(fc.array(part), envelope, name, (entries, around, list) => {
				expect(reportEntries({ ...around, [list]: entries })).toEqual(entries);
				expect(reportEntries({ ...around, messageId: 'a', [list]: entries })).toEqual(
					entries.length || !('status' in around)
						? entries
						: [{ ...around, messageId: 'a', [list]: [] }],
				);
			}),
			tries(300),
		);
	});

	it('comes out of envelopes within envelopes, whatever else is in them', () => {
		const names = fc.array(fc.constantFrom('data', 'result', 'x'), { minLength: 1, maxLength: 3 });
		const others = fc.constantFrom<IDataObject>(
			{},
			{ message: 'OK', requestId: '9' },
			{ meta: { page: 1 }, warnings: [] },
			{ messageId: 'a', links: [{ href: '/' }] },
		);
		fc.assert(
			fc.property(names, fc.array(part, { minLength: 1 }), others, (path, entries, beside) => {
				const nested = (inside: object) =>
					path.reduceRight<object>((inner, name) => ({ ...beside, [name]: inner }), inside);
				expect(reportEntries(nested({ parts: entries }))).toEqual(entries);
			}),
			tries(200),
		);
	});

	it.each<[unknown, unknown[]]>([
		[{ data: { messageId: 'a', state: 2 } }, [{ messageId: 'a', state: 2 }]],
		[{ sms: { id: '7', status: 'sent' } }, [{ id: '7', status: 'sent' }]],
		[{ data: { reports: [{ id: '7', status: 'sent' }] } }, [{ id: '7', status: 'sent' }]],
		[{ data: { parts: [] } }, []],
		[{ messageId: 'a', status: 'sent', last: { state: 1 } }, 'itself' as never],
		[{ id: 'a', carrier: { attempts: [{ at: 1 }] } }, 'itself' as never],
		[undefined, []],
		[null, []],
		[[], []],
		[{ id: 1 }, [{ id: 1 }]],
		[{ messageId: 'a', state: 3, errorCode: '27', error: 'No route' }, 'itself' as never],
		[{ messageId: 'a', delivered: time, error: 'Late' }, 'itself' as never],
		[{ id: 'a', status: 'failed', history: [{ at: 1 }] }, 'itself' as never],
		[{ messageId: 'a', status: 'REJECTED' }, 'itself' as never],
		[{ messageId: 'a', partId: '1', state: 1, history: [{ state: 0 }] }, 'itself' as never],
	])('or the entries: %j', (answer, entries) => {
		expect(reportEntries(answer)).toEqual((entries as unknown) === 'itself' ? [answer] : entries);
	});

	it.each<IDataObject>([
		{ id: 'a', status: 'failed' },
		{ messageId: 'a', status: 'REJECTED', error: 'No route' },
		{ messageId: 'a', errorCode: '27' },
		{ to: 37060012345, errorCode: '27', error: 'No route' },
		{ email: 'a@example.com', status: 'invalid' },
		{ phone: '37060012345', accepted: false },
		{ phoneNumber: '37060012345', valid: false, error: 'Unknown prefix' },
		{ firstName: 'Ada', consent: { sms: { status: 'denied' }, status: 'rejected' } },
	])('in a list may have an error of its own: %j', (entry) => {
		expect(reportEntries([entry])).toEqual([entry]);
		expect(reportEntries({ success: true, reports: [entry] })).toEqual([entry]);
	});
});

/** Errors in the place of a report, as services write them. */
const noes: IDataObject[] = [
	{ success: false, error: 'Down', errorCode: 'SYS1' },
	{ error: 'Down' },
	{ error: { message: 'Down' }, requestId: '9' },
	{ status: 'error', message: 'Down' },
	{ status: 503, title: 'Down' },
	{ success: false, message: 'Down', reports: [] },
	{ ok: false, message: 'Down', data: [] },
	{ accepted: false, message: 'Down' },
	{ messageId: 'a', accepted: 'no', message: 'Down', state: 0, delivered: time },
	{ errors: ['Down'], reports: [] },
	{ messageId: 'a', error: 'Down', errorCode: 'SYS1' },
	{ success: false, messageId: 'a', message: 'Down' },
	{ success: false, message: 'Down', partId: null, state: 0, delivered: '0001-01-01T00:00:00' },
	{ success: 'false', message: 'Down', messageId: 'a', partId: '', state: 0, delivered: time },
];

describe('An error in the place of a report', () => {
	it.each(noes)('is no entry: %j', (answer) => {
		for (const given of [answer, { ...answer, timestamp: time }]) {
			expect(() => reportEntries(given)).toThrow('Down');
		}
	});

	it.each(noes.filter(({ success, messageId }) => !messageId || success !== undefined))(
		'is none in a list either, nor in an envelope, also beside a good one: %j',
		(answer) => {
			const good = { messageId: 'a', partId: '1', state: 2, delivered: time };
			expect(() => reportEntries([answer])).toThrow('Down');
			expect(() => reportEntries([good, answer])).toThrow('Down');
			expect(() => reportEntries({ total: 1, reports: [answer] })).toThrow('Down');
		},
	);
});

test.each<[unknown, string]>([
	[{ message: 'Unauthorized' }, 'Unauthorized'],
	[{ code: 'NOT_FOUND', message: 'No such message' }, 'No such message'],
	[{ data: { message: 'Unauthorized' } }, '{"data":{"message":"Unauthorized"}}'],
	[{ message: 'Unauthorized', request: { id: '9' } }, 'Unauthorized'],
	[{ title: 'Late', partId: '', state: null }, 'Late'],
	[{ data: { x: { success: false, message: 'Down', parts: [] } } }, 'Down'],
	[{ a: { b: { parts: [{ success: false, message: 'Down' }] } } }, 'Down'],
	[{}, "The service's answer is no delivery report: {}"],
	['Unauthorized', "The service's answer is no delivery report: Unauthorized"],
])('What names nothing is no report: %j', (answer, words) => {
	expect(() => reportEntries(answer)).toThrow(words);
});

const operations: Array<[string, string, IDataObject]> = [
	['sms', 'getReport', { messageId: 'a' }],
	['account', 'getBalance', {}],
	['campaign', 'getMessages', { campaignId: '7' }],
	['campaign', 'getReports', { campaignId: '7' }],
	['contact', 'getAll', {}],
	['suppression', 'getAll', {}],
	['campaign', 'get', { campaignId: '7' }],
];

describe.each(operations)('%s: %s, answered with an error and the status 200', (...operation) => {
	const [resource, name, more] = operation;
	const parameters = { resource, operation: name, ...more } as Record<string, string>;
	const path = { kind: 'status', status: 200, count: 20 };

	it('fails the item, in the words of the service', async () => {
		// A status may be the campaign's.
		const isStatus = ({ status }: IDataObject) => status !== undefined && name === 'get';
		for (const body of noes.filter((one) => !one.messageId && !isStatus(one))) {
			await service.control('DELETE', 'faults');
			await service.fail({ ...path, body });
			const { error, output } = await runNode(service.credential, parameters);
			expect([body, error?.message, output]).toEqual([body, 'Down', []]);
			expect(error?.description).toContain('but without what was asked for');
			expect(error?.description).not.toContain('known whether');
		}
	});

	it.each(['ERROR', 'Failed: no such account', false])(
		'fails the item, if the error is all there is: %j',
		async (body) => {
			await service.fail({ ...path, body: JSON.stringify(body) });
			const { error, output } = await runNode(service.credential, parameters);
			expect(output).toEqual([]);
			expect(error?.message).toMatch(
				new RegExp(`^(The service's answer is no delivery report: )?${body}$`),
			);
		},
	);

	it('goes on with the other items if the user continues', async () => {
		await service.fail({ ...path, count: 1, body: noes[0] });
		await service.fail({ ...path, body: [{ messageId: 'a', partId: '1', state: 2 }] });
		const { output, error } = await runNode(service.credential, parameters, recipients(2), {
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(output.map(({ json, pairedItem }) => [json.error ?? json.partId, pairedItem])).toEqual([
			[expect.stringContaining('Down'), { item: 0 }],
			['1', { item: 1 }],
		]);
	});
});

test.each([450, 450.25, '512,4', 'invalid'])(
	'Get Balance may answer with a number, and Validate Number with a word: %j',
	async (body) => {
		await service.fail({ kind: 'status', status: 200, body: JSON.stringify(body) });
		const parameters =
			body !== 'invalid'
				? { resource: 'account', operation: 'getBalance' }
				: { resource: 'contact', operation: 'validate', phoneNumber: '+37060012345' };
		const { output } = await runNode(service.credential, parameters);
		expect(output.flatMap(({ json }) => Object.values(json))).toEqual([body]);
	},
);

test.each<IDataObject>([
	{ campaignId: '7', status: 'failed', error: 'No credit' },
	{ name: 'Sale', status: 'failed', statistics: { failures: 3 } },
	{ campaign: { id: 7, status: 'failed', error: 'No credit' } },
])('Campaign Get gives a campaign that has failed as it is: %j', async (body) => {
	await service.fail({ kind: 'status', status: 200, body });
	const parameters = { resource: 'campaign', operation: 'get', campaignId: '7' };
	const { output } = await runNode(service.credential, parameters);
	expect(output.map(({ json }) => json)).toEqual([body]);
	expect(refusalToRead(body)).toBeDefined();
});

describe('A report in an envelope, beside something else', () => {
	const entry = { messageId: 'm1', partId: '1', state: 2 };
	const named = { messageId: 'm1', status: 'sent' };
	const inside = { ...named, network: { name: 'x', codes: [] } };

	it.each<[IDataObject, IDataObject[]]>([
		[{ data: { report: entry, warnings: [] } }, [entry]],
		[{ data: { report: entry, links: [] } }, [entry]],
		[{ data: inside }, [inside]],
		[{ success: true, data: { reports: [], pagination: { total: 0, links: [] } } }, []],
		[{ data: { reports: [named], meta: { filters: [] } } }, [named]],
	])('is found: %j', (answer, entries) => {
		expect(reportEntries(answer)).toEqual(entries);
	});
});

describe('An answer that is no report', () => {
	it.each<[unknown, string]>([
		[{}, '{}'],
		['sorry', 'sorry'],
		[{ hello: 'there' }, '{"hello":"there"}'],
	])('is an error: %j', (answer, words) => {
		const said = `The service's answer is no delivery report: ${words}`;
		expect(() => reportEntries(answer)).toThrow(said);
	});

	it('is an error in its own words if it has some', () => {
		expect(() => reportEntries({ code: 'X', message: 'Try tomorrow' })).toThrow(/^Try tomorrow$/);
	});

	it.each([
		{ status: 'rejected' },
		{ result: { status: 'error' } },
		{ error: 'No route' },
		{ code: 'error', message: 'No' },
		{ data: [{ success: false }] },
	])('is one when something was to change, too: %j', (answer) => {
		expect(refusalToChange(answer, false)?.message).toBeTruthy();
	});

	it('may have entries that are nothing', () => {
		expect(reportEntries([null, { partId: 'a' }])).toEqual([null, { partId: 'a' }]);
	});

	it('tells of a part by its time of delivery in seconds, milliseconds, or ISO 8601', () => {
		for (const delivered of [1763800000, '1763800000', 1763800000000, time]) {
			expect(refusalToRead({ delivered, status: 'failed', error: 'No route' })).toBeUndefined();
		}
		for (const delivered of [176380000, '17638000000', 'no']) {
			expect(refusalToRead({ delivered, status: 'failed', error: 'No route' })).toBeDefined();
		}
	});
});
