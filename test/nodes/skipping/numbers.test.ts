import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { likelyNumber } from '../../../nodes/MessagingService/skipping/readableNumber';
import { suppressedNumbers } from '../../../nodes/MessagingService/skipping/suppressedNumbers';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import {
	kept,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	skip,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const [one, two, three] = recipients(3);
const suppress = async ({ to }: { to: string }): Promise<void> => {
	const parameters = { resource: 'suppression', operation: 'add', phoneNumber: to };
	const { error } = await runNode(service.credential, parameters);
	expect(error).toBeUndefined();
};
const requestsTo = async (path: string) =>
	(await service.received()).filter((request) => request.path === path).length;
const listIs = async (body: unknown) =>
	await service.fail({ path: '/suppression', kind: 'status', status: 200, body });

describe.each([
	['Send', (options: INodeParameters) => ({ ...send, options })],
	['Send Bulk', (options: INodeParameters) => sendBulk(100, options)],
])('Skip Suppressed: %s', (_, sending) => {
	const skipping = sending(skip('skipSuppressed'));

	it('reads the list once, sends to the others, and marks those on it', async () => {
		await suppress(two);
		const { output, error } = await runNode(service.credential, skipping, [
			one,
			{ to: `+${two.to}` },
			three,
		]);
		expect(error).toBeUndefined();
		expect(output[1]).toEqual({
			json: { skipped: 'suppressed', to: two.to },
			pairedItem: { item: 1 },
		});
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, 'suppressed', undefined]);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1, [three.to]: 1 });
		expect(
			(await service.received()).filter(
				({ method, path }) => method === 'GET' && path === '/suppression',
			),
		).toHaveLength(1);
	});

	it('sends to nobody if all are on the list, and makes no request for it', async () => {
		await suppress(one);
		const { output } = await runNode(service.credential, skipping, [one]);
		expect(output.map(({ json }) => json.skipped)).toEqual(['suppressed']);
		expect(await messagesPerRecipient(service)).toEqual({});
	});

	it('sends nothing if the list cannot be read, and says so', async () => {
		await service.fail({ path: '/suppression', kind: 'status', status: 403, count: 10 });
		const { error } = await runNode(service.credential, skipping, [one, two]);
		expect(error?.message).toMatch(/^The suppression list couldn't be read: /);
		expect(error?.description).toContain("Nothing was sent, because 'Skip Suppressed' is on.");
		expect(await messagesPerRecipient(service)).toEqual({});
	});

	it('gives every item an error if the list cannot be read and the user continues', async () => {
		await service.fail({ path: '/suppression', kind: 'status', status: 403, count: 10 });
		const { output, errorOutput } = await runNode(service.credential, skipping, [one, two], {
			onError: 'continueErrorOutput',
		});
		expect(output).toEqual([]);
		expect(errorOutput).toHaveLength(2);
		expect(await messagesPerRecipient(service)).toEqual({});
	});

	it('asks for the name of the field if several may hold the number', async () => {
		await listIs([{ phone: '37060000001', mobile: '37060000002' }]);
		const { error } = await runNode(service.credential, skipping, [one]);
		expect(error?.message).toContain(
			'Several fields of the suppression list may hold phone numbers: phone and mobile',
		);
		expect(error?.description).toContain('Options → Skip Messages');
		await listIs([{ phone: '37060000001', mobile: one.to }]);
		const { output } = await runNode(
			service.credential,
			sending(skip('skipSuppressed', { listField: ' mobile ' })),
			[one],
		);
		expect(output[0].json).toEqual({ skipped: 'suppressed', to: one.to });
		expect(await messagesPerRecipient(service)).toEqual({});
	});

	it.each([
		[{ error: 'Try later' }, "The suppression list couldn't be read: Try later"],
		[
			{ data: [], message: 'None yet' },
			'The suppression list is empty, and says message: None yet',
		],
		[
			{ data: [{ phone: '37060099999' }], total: 2 },
			'The suppression list has 1 entry, and says total: 2',
		],
		[
			{ data: [{ phone: '37060099999' }, { phone: '37060099998' }], pages: 2 },
			'The suppression list has 2 entries, and says pages: 2',
		],
	])('says why it sends nothing by %j', async (answer, message) => {
		await listIs(answer);
		const { error } = await runNode(service.credential, skipping, [one]);
		expect(error?.message).toContain(message);
		expect(await messagesPerRecipient(service)).toEqual({});
	});

	it('marks nothing if one cannot be compared, so that the next try looks again', async () => {
		await suppress(two);
		const field = [{ name: 'recipients', value: '={{ $json.other }}' }];
		const options = { ...skip('skipSuppressed'), bodyFields: { field } };
		const items = [two, { ...one, other: '0600 00001' }];
		const failed = await runNode(service.credential, sending(options), items);
		expect(failed.error?.message).toContain("can't compare this recipient");
		expect(JSON.stringify(kept(failed))).not.toContain('suppressed');
		const onError = { onError: 'continueRegularOutput' } as const;
		const doubtful = [{ ...two, other: '0600 00001' }];
		const { output } = await runNode(service.credential, sending(options), doubtful, onError);
		expect(output[0].json.error).toContain("can't compare this recipient");
	});

	it.each(['recipients', 'To', 'cc', 'phoneNumber', 'destination', 'MSISDN'])(
		'sends to nobody on the list whom Body Fields add as %s, however it is written',
		async (name) => {
			const field = [{ name, value: '={{ $json.other }}' }];
			const options = { ...skip('skipSuppressed'), bodyFields: { field } };
			for (const other of [`+${two.to}`, [`00${two.to}`], `${three.to}; +${two.to}`, [[two.to]]]) {
				await service.reset();
				await suppress(two);
				const { output, error } = await runNode(service.credential, sending(options), [
					{ ...one, other },
				]);
				expect(error).toBeUndefined();
				expect(output.map(({ json }) => json)).toEqual([{ skipped: 'suppressed', to: one.to }]);
				expect(await messagesPerRecipient(service)).toEqual({});
			}
			const { error: noError } = await runNode(service.credential, sending(options), [
				{ ...one, other: 'ada@example.com, Room 12' },
			]);
			expect(noError).toBeUndefined();
			for (const other of ['0600 00001', { phone: two.to }]) {
				await service.reset();
				const { error } = await runNode(service.credential, sending(options), [{ ...one, other }]);
				expect(error?.message).toContain("can't compare this recipient in 'Body Fields'");
				expect(await messagesPerRecipient(service)).toEqual({});
			}
		},
	);

	it('does not read the list unless it is asked to', async () => {
		await suppress(one);
		await runNode(service.credential, sending({}), [two]);
		expect(await requestsTo('/suppression')).toBe(1);
	});
});

describe('An answer to Skip Suppressed', () => {
	const beside = fc.oneof(
		fc.constant({ error: 'No list' }),
		fc.constant({ errors: [{ message: 'No' }] }),
		fc.constant({ success: false }),
		fc.constant({ success: 'false', total: 0 }),
		fc.constant({ status: 'error', message: 'No' }),
		fc.constant({ error: { code: 7 } }),
		fc.string({ minLength: 1 }).map((message) => ({ message: `x${message}` })),
		fc.string({ minLength: 1 }).map((detail) => ({ detail: `x${detail}`, page: 1 })),
	);
	const answers = fc.oneof(
		beside.chain((said) =>
			fc.constantFrom<object>(said, { ...said, data: [] }, { entries: [], ...said }),
		),
		fc.jsonValue().filter((json) => !Array.isArray(json) && typeof json !== 'object'),
		fc.constantFrom<object>(
			{},
			{ data: null },
			{ entries: {} },
			{ a: [], b: [] },
			{ entries: ['x'] },
		),
	);

	it('that carries a sign of failure, or is no list, keeps everything from being sent', async () => {
		await fc.assert(
			fc.asyncProperty(answers, async (answer) => {
				await service.reset();
				await listIs(JSON.stringify(answer));
				const parameters = { ...send, options: skip('skipSuppressed') };
				const { error } = await runNode(service.credential, parameters, [one, two]);
				expect(error?.description).toContain('0 were accepted');
				expect(await messagesPerRecipient(service)).toEqual({});
			}),
			tries(60),
		);
	});
});

describe('The numbers on a suppression list', () => {
	it.each<[string, unknown, string]>([
		['an entry for each', [{ phoneNumber: '+370 600 12345', added: '2026-11-21' }], ''],
		['plain values', ['37060012345'], ''],
		['plain numbers', [37060012345], ''],
		[
			'under a name that says nothing, by its +, beside one that sounds like it',
			[{ address: '+37060012345', phoneType: 'private', reason: 'STOP' }],
			'',
		],
		[
			'beside entries that have an email address instead',
			[{ phone: '37060012345' }, { id: 7, email: 'ada@example.com', added: '2026-01-01' }],
			'',
		],
		['among plain email addresses', ['ada@example.com', '37060012345'], ''],
		['beside the name of its country', [{ nation: 'Lithuania', phone: '37060012345' }], ''],
		['beside the letters of its country', [{ iso: 'lt', phone: '37060012345' }], ''],
		['under a name that the user gave', [{ id: 1234567, a: { b: '37060012345' } }], 'a.b'],
	])('are found: %s', (_, answer, field) => {
		expect([...suppressedNumbers(answer, field)]).toStrictEqual(['37060012345']);
	});

	it.each<[unknown]>([
		[[]],
		[{ data: [], status: 200, message: 'OK' }],
		[{ data: [], hasMore: 'N', detail: 'Successful.' }],
		[{ data: [], next: null, _links: { next: '' }, totalPages: 1, hasMore: false, nextPage: 0 }],
		[{ entries: [], total: 0, error: null, errors: [], success: true }],
		[{ data: [], message: null, detail: ' ', next: 'false', nextUrl: ' ', next_page: '0' }],
	])('are none on an empty list: %j', (answer) => {
		for (const field of ['', 'phone']) expect(suppressedNumbers(answer, field).size).toBe(0);
	});

	it.each<[unknown, string, string]>([
		[{ a: 1 }, '', "The suppression list isn't a list"],
		[[{ name: 'Ada' }], '', "It isn't certain which field of the suppression list holds"],
		[[{ address: '37060012345' }], '', "It isn't certain which field"],
		[[{ value: '+37060012345' }, { value: 12 }], '', "It isn't certain which field"],
		[
			[{ id: 1234567, phone: '37060012345' }, { phone: 'hidden' }],
			'',
			'Entry 2 of the suppression list has something else than a phone number in phone: hidden',
		],
		[
			[{ phone: '37060012345' }, { phone: '3706001' }],
			'',
			'Entry 2 of the suppression list may have only a part of a phone number in phone: 3706001',
		],
		[
			[{ subscriber: '+37060012345', accountNumber: 80001234 }],
			'',
			'Several fields of the suppression list may hold phone numbers: subscriber and accountNumber',
		],
		[
			['37060012345', '37060012346@sms.example.com'],
			'',
			'Entry 2 of the suppression list has something else than a phone number: 37060012346@sms.example.com',
		],
		[
			[{ phone: '37060012345' }, { note: 'by letter' }],
			'',
			'Entry 2 of the suppression list has no phone number in phone',
		],
		[
			[{ phone: '37060012345' }, { email: 'ada@example.com' }],
			'phone',
			'Entry 2 of the suppression list has no phone number in phone',
		],
		[[{ nation: 'Latvia', phone: '37060012345' }], '', 'may have only a part of a phone number'],
		[[{ nation: 'Nowhere', phone: '37060012345' }], '', 'may have only a part of a phone number'],
		[[{ phone: '37060012345' }], 'number', 'The suppression list has no field called number'],
		[[{ phone: '37060012345' }], 'Phone', 'The suppression list has no field called Phone'],
		[['37060012345'], 'phone', 'The suppression list has no field called phone'],
		[{ a: ['37060012345'], b: { c: ['37060012346'] } }, '', 'The suppression list may be a or b.c'],
	])('are not guessed from %j', (answer, field, message) => {
		expect(() => suppressedNumbers(answer, field)).toThrow(message);
	});
});

describe('A date', () => {
	const dates = fc
		.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
		.map((date) => date.toISOString());
	const written = dates.chain((iso) =>
		fc.constantFrom(
			iso,
			iso.slice(0, 10),
			` ${iso.slice(0, 10)} `,
			iso.slice(0, 19).replace('T', ' '),
			iso.slice(0, 10).replace(/-/g, ''),
			iso.slice(0, 19).replace(/\D/g, ''),
			iso.slice(0, 10).replace(/-/g, '.'),
			iso.slice(0, 10).split('-').reverse().join('/'),
		),
	);

	it('is no phone number, whatever its form', () => {
		fc.assert(
			fc.property(written, fc.constantFrom('phone', 'until'), (date, name) => {
				expect(likelyNumber(date)).toBeUndefined();
				expect(() => suppressedNumbers([{ [name]: date }], '')).toThrow('suppression list');
			}),
			tries(500),
		);
	});
});

describe('Skip Duplicates', () => {
	const skipping = (size: number) => sendBulk(size, skip('skipDuplicates'));
	const items: IDataObject[] = [one, two, { to: `+${one.to}` }, three, { to: `00${one.to}` }];
	const marks = [undefined, undefined, 'duplicate', undefined, 'duplicate'];

	it.each([100, 2])('sends to each number once, in batches of %i', async (size) => {
		const { output, error } = await runNode(service.credential, skipping(size), items);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.skipped)).toEqual(marks);
		expect(output[2]).toEqual({
			json: { skipped: 'duplicate', to: one.to },
			pairedItem: { item: 2 },
		});
		expect(await messagesPerRecipient(service)).toEqual({
			[one.to]: 1,
			[two.to]: 1,
			[three.to]: 1,
		});
	});

	it('sends each number once also when the run is tried again', async () => {
		await service.fail({ path: '/v1/sms/bulk', kind: 'status', status: 400, count: 1 });
		const { output } = await runNode(service.credential, skipping(2), items, retry);
		expect(output.map(({ json }) => json.skipped)).toEqual(marks);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1]);
	});

	it('does not count what was skipped among what was accepted', async () => {
		await service.fail({ path: '/v1/sms/bulk', kind: 'status', status: 400, count: 1 });
		const { error } = await runNode(service.credential, skipping(100), items);
		expect(error?.description).toContain(
			'Of the 5 items, 0 were accepted, 3 failed, 0 not attempted, 2 skipped.',
		);
	});

	it('sends to a number as often as it comes unless it is asked not to', async () => {
		await runNode(service.credential, sendBulk(100), items);
		expect((await messagesPerRecipient(service))[one.to]).toBe(3);
	});
});
