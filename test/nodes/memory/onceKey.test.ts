import type { INodeParameters } from 'n8n-workflow';

import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at } from '../../support/failing';
import { processedData } from '../../support/processedData';
import {
	messagesPerRecipient,
	recipients,
	retry,
	send,
	single,
	group,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
beforeEach(() => processedData.clear());
afterEach(() => jest.restoreAllMocks());

const withKey = (values: INodeParameters = {}, others: INodeParameters = {}): INodeParameters => ({
	...send,
	options: { ...group('onceKey', { key: '={{ $json.order }}', ...values }), ...others },
});
const [one, two, three] = recipients(3);
const orders = [
	{ ...one, order: 'A-1' },
	{ ...two, order: 'A-2' },
];
const keysKept = () => [...processedData.rows.values()].flat().length;

describe('Once Key', () => {
	it('sends each key once, in this execution and in later ones, and marks the others', async () => {
		const first = await runNode(service.credential, withKey(), [
			...orders,
			{ ...three, order: 'A-1' },
		]);
		expect(first.error).toBeUndefined();
		expect(first.output).toEqual([
			{ json: expect.objectContaining({ messageId: expect.any(String) }), pairedItem: { item: 0 } },
			{ json: expect.objectContaining({ messageId: expect.any(String) }), pairedItem: { item: 1 } },
			{
				json: { skipped: 'alreadySent', to: three.to, onceKey: 'A-1', sameMessage: false },
				pairedItem: { item: 2 },
			},
		]);
		const second = await runNode(service.credential, withKey(), [
			...orders,
			{ ...three, order: 'A-3' },
		]);
		expect(second.output.map(({ json }) => json.skipped)).toEqual([
			'alreadySent',
			'alreadySent',
			undefined,
		]);
		expect(await messagesPerRecipient(service)).toEqual({
			[one.to]: 1,
			[two.to]: 1,
			[three.to]: 1,
		});
	});

	it.each([
		[{}, true],
		[{ to: 'eve@example.com' }, false],
		[{ subject: 'Your invoice' }, false],
		[{ text: 'Bye' }, false],
		[{ html: '<p>Bye</p>' }, false],
		[{ html: '' }, false],
	])('says whether an email is the one that went out, with %j', async (other, sameMessage) => {
		const email = { to: 'ada@example.com', subject: 'Order', text: 'Hello', html: '<p>Hello</p>' };
		const fields = Object.keys(email).map((name) => [name, `={{ $json.${name} }}`]);
		const parameters = {
			...{ ...Object.fromEntries(fields), resource: 'email', operation: 'send' },
			...{ from: 'shop@example.com', options: group('onceKey', { key: 'A-1' }) },
		};
		const { output } = await runNode(service.credential, parameters, [
			email,
			{ ...email, ...other },
		]);
		expect(output[1].json).toMatchObject({ skipped: 'alreadySent', sameMessage });
	});

	it('sends an item if the one with the same key before it was refused', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const items = [one, two, three].map((item) => ({ ...item, order: 'A-1' }));
		const { output, errorOutput } = await runNode(service.credential, withKey(), items, {
			onError: 'continueErrorOutput',
		});
		expect(errorOutput.map(({ json }) => json.to)).toEqual([one.to]);
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, 'alreadySent']);
		expect(await messagesPerRecipient(service)).toEqual({ [two.to]: 1 });
	});

	it('always sends an item whose key is empty', async () => {
		const items = [
			{ ...one, order: '' },
			{ ...two, order: null },
		];
		await runNode(service.credential, withKey(), items);
		await runNode(service.credential, withKey(), items);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2, [two.to]: 2 });
		expect(keysKept()).toBe(0);
	});

	it('gives the key back when the service refuses the message, so that the next try sends it', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.httpCode).toBe('400');
		expect(keysKept()).toBe(0);
		const { output } = await runNode(service.credential, withKey(), [orders[0]], retry);
		expect(output[0].json.messageId).toEqual(expect.any(String));
	});

	it('keeps the key when it is not known whether the message went out', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.description).toContain("It isn't known whether the service carried it out");
		const { output } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(output[0].json).toMatchObject({ skipped: 'alreadySent' });
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('sends again within the run what may have been sent, if the user says so', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true, count: 1 });
		const { output } = await runNode(
			service.credential,
			withKey({}, { onUnknownOutcome: 'resend' }),
			[orders[0]],
			retry,
		);
		expect(output[0].json.messageId).toEqual(expect.any(String));
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2 });
	});

	it('keeps the key of what may have gone out, also if it is sent again and then refused', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		await service.fail({ ...single, kind: 'status', status: 400, count: 9 });
		const parameters = withKey({}, { onUnknownOutcome: 'resend' });
		const { error } = await runNode(service.credential, parameters, [orders[0]], retry);
		expect(error?.description).toContain('An earlier try may have sent it.');
		await service.control('DELETE', 'faults');
		const { output } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(output.map(({ json }) => json.skipped)).toEqual(['alreadySent']);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('claims no key of an item that was not attempted', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const { error } = await runNode(
			service.credential,
			withKey({}, group('requests', { concurrency: 1 })),
			orders,
		);
		expect(error?.description).toContain('1 failed, 1 not attempted');
		expect(keysKept()).toBe(0);
		const { output } = await runNode(service.credential, withKey(), orders);
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, undefined]);
	});

	it('goes out once when several executions of the workflow race for the same keys', async () => {
		const items = recipients(30).map((item, index) => ({ ...item, order: `A-${index}` }));
		const runs = await Promise.all(
			[1, 2, 3, 4].map(async () => await runNode(service.credential, withKey(), items)),
		);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(30).fill(1));
		const skipped = runs.flatMap(({ output }) => output).filter(({ json }) => json.skipped);
		expect(skipped).toHaveLength(90);
	});

	it('shares the keys of a workflow between its nodes only if it is asked to', async () => {
		const other = { id: 'another' };
		await runNode(service.credential, withKey(), [orders[0]]);
		await runNode(service.credential, withKey(), [orders[0]], other);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2 });
		const shared = withKey({ scope: 'workflow' });
		await runNode(service.credential, shared, [orders[1]]);
		await runNode(service.credential, shared, [orders[1]], other);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2, [two.to]: 1 });
	});

	it('goes by the keys of the Scope that is chosen, and finds them again when it is changed back', async () => {
		const sent = async (scope: string) => {
			const { output } = await runNode(service.credential, withKey({ scope }), [orders[0]]);
			return output[0].json.skipped ?? 'sent';
		};
		expect(await sent('node')).toBe('sent');
		expect(await sent('workflow')).toBe('sent');
		expect(await sent('node')).toBe('alreadySent');
		expect(await sent('workflow')).toBe('alreadySent');
	});

	it('gives a key back that was claimed just before midnight and refused after it', async () => {
		const midnight = Date.UTC(2026, 10, 22);
		const today = jest.spyOn(Date, 'now').mockReturnValue(midnight - 1);
		const server = await AnsweringServer.start((_, response) => {
			today.mockReturnValue(midnight + 1);
			response.writeHead(400).end();
		});
		try {
			const { error } = await runNode(at(service, server.address), withKey(), [orders[0]]);
			expect(error?.httpCode).toBe('400');
			expect(keysKept()).toBe(0);
		} finally {
			await server.stop();
		}
	});

	it('forgets the oldest keys beyond the limit', async () => {
		const limited = withKey({ maxKeys: 2 }, group('requests', { concurrency: 1 }));
		const items = recipients(3).map((item, index) => ({ ...item, order: `A-${index}` }));
		await runNode(service.credential, limited, items);
		expect(keysKept()).toBeLessThanOrEqual(8);
		const { output } = await runNode(service.credential, limited, [items[2], items[0]]);
		expect(output.map(({ json }) => json.skipped)).toEqual(['alreadySent', undefined]);
	});

	describe('for some days', () => {
		const day = 24 * 60 * 60 * 1000;
		const start = 20_000 * day;
		let clock: jest.SpyInstance<number, []>;
		beforeEach(() => (clock = jest.spyOn(Date, 'now')));

		/** What becomes of an order at a time, with Days or without. */
		async function at(time: number, days?: number) {
			clock.mockReturnValue(start + time);
			const values = days === undefined ? {} : { days };
			const { output, error } = await runNode(service.credential, withKey(values), [orders[0]]);
			expect(error).toBeUndefined();
			return output[0].json.skipped ?? 'sent';
		}

		it('remembers a key so long from when it was sent, and at most a day longer', async () => {
			expect(await at(0.5 * day, 10)).toBe('sent');
			expect(await at(0.6 * day, 10)).toBe('alreadySent');
			// To ask does not lengthen it.
			expect(await at(10.4 * day, 10)).toBe('alreadySent');
			expect(keysKept()).toBe(3);
			expect(await at(11.5 * day, 10)).toBe('sent');
			expect(await at(21.4 * day, 10)).toBe('alreadySent');
		});

		it.each([
			[undefined, 30],
			[30, 31],
			[30, undefined],
			[31, 30],
		])('goes by the new number when it is changed from %s to %s', async (before, after) => {
			expect(await at(0, before)).toBe('sent');
			expect(await at(29 * day, after)).toBe('alreadySent');
			expect(await at(29 * day, before)).toBe('alreadySent');
			expect(await at(40 * day, 366)).toBe('alreadySent');
			expect(await at(40 * day, after)).toBe(after === undefined ? 'alreadySent' : 'sent');
		});

		it('keeps the newest keys within the limit also when they were sent before', async () => {
			const sent = async (time: number, item: object) => {
				clock.mockReturnValue(start + time);
				const parameters = withKey({ days: 1, maxKeys: 2 });
				const { output } = await runNode(service.credential, parameters, [{ ...one, ...item }]);
				return output[0].json.skipped ?? 'sent';
			};
			expect(await sent(0, { order: 'A-1' })).toBe('sent');
			expect(await sent(0, { order: 'A-2' })).toBe('sent');
			expect(await sent(3 * day, { order: 'A-1' })).toBe('sent');
			expect(await sent(3 * day, { order: 'A-3' })).toBe('sent');
			expect(await sent(3 * day, { order: 'A-1' })).toBe('alreadySent');
		});
	});

	it('sends nothing when n8n cannot remember the key', async () => {
		processedData.failure = { in: 'record', error: new Error('database is locked') };
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.message).toBe('database is locked');
		expect(await service.received()).toEqual([]);
	});

	it('says that a message counts as sent when n8n cannot forget its key', async () => {
		processedData.failure = { in: 'remove', error: new Error('database is locked') };
		await service.fail({ ...single, kind: 'status', status: 400 });
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.description).toContain(
			"n8n couldn't forget the 'Once Key' A-1, so this message counts as sent. Send it without the key.",
		);
	});

	it.each([
		[{ maxKeys: 0 }, "'Max Keys' of 'Once Key' isn't a whole number from 1 to 100000: 0"],
		[{ days: 0.5 }, "'Days' of 'Once Key' isn't a whole number from 0 to 366: 0.5"],
		[{ scope: 'all' }, "'Scope' of 'Once Key' is neither node nor workflow: all"],
		[{ key: '={{ $json }}' }, "'Key' of 'Once Key' must be text, but it's an object"],
	])('refuses %j before a request', async (values, message) => {
		const { error } = await runNode(service.credential, withKey(values), [orders[0]]);
		expect(error?.message).toContain(message);
		expect(await service.received()).toEqual([]);
	});
});
