import { EventEmitter, once } from 'node:events';
import type { INodeParameters } from 'n8n-workflow';

import { AnsweringServer } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { startNode } from '../../support/engine';
import { at } from '../../support/failing';
import { UNKNOWN } from '../../support/poll';
import {
	group,
	linesOf,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	skip,
} from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';

const service = serviceForTests();
const clock = clockForTests();

const report = { path: '/v1/sms/report' };
const waiting = (values: INodeParameters = {}): INodeParameters =>
	group('waitForDelivery', { timeout: 30, failOnTimeout: false, ...values });
const sending = (options: INodeParameters = {}): INodeParameters => ({
	...send,
	options: waiting(options),
});
const [one, two] = recipients(2);

const reads = async () => (await service.received()).filter(({ path }) => path === report.path);

/** Lets the time pass until the report was asked for so often. */
async function askedFor(count: number): Promise<void> {
	await clock.untilTrue(async () => (await reads()).length >= count);
}

const reading = (messageId: string, options: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'sms', operation: 'getReport', messageId, options: waiting(options) },
});

/** Runs the node, and lets what was sent arrive once its reports were asked for so often. */
async function arrivedAfter(count: number, ...given: Parameters<typeof startNode>) {
	const { finished } = startNode(...given);
	await askedFor(count);
	await service.advance(60_000);
	return await clock.until(finished);
}

describe('Wait for Delivery: Send', () => {
	it('sends once, and gives the parts when all have ended', async () => {
		const parameters = { ...sending(), text: 'x'.repeat(200) };
		const { output, error } = await arrivedAfter(1, service.credential, parameters, [[one]]);
		expect(error).toBeUndefined();
		const [{ json, pairedItem }] = output;
		expect(json).toEqual({
			to: one.to,
			messageId: expect.any(String),
			sent: expect.any(String),
			partIds: [expect.any(String), expect.any(String)],

			parts: [1, 2].map(() => ({
				messageId: json.messageId,
				to: Number(one.to),
				partId: expect.any(String),
				state: 2,
				delivered: expect.any(String),
			})),
			delivery: 'delivered',
		});
		expect(pairedItem).toEqual({ item: 0 });
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	const arrived = { state: 2, delivered: '2026-11-22T10:00:00.000Z' };
	const answer = { kind: 'status', status: 200, count: 1 };
	const accepted = (partIds: unknown) => ({ messageId: 'a', sent: arrived.delivered, partIds });
	const reportIs = async (...bodies: unknown[]) => {
		for (const body of bodies) await service.fail({ ...answer, ...report, body });
	};

	it.each<[string, unknown, unknown[]]>([
		['that is not there yet', ['p1'], [[]]],
		['of a message that is not cut yet', [], [[]]],
		['of a message without a list of parts', null, [[], undefined]],
		[
			'whose last part is on its way',
			['p1', 'p2'],
			[[{ partId: 'p1', ...arrived }, { partId: 'p2' }]],
		],
		['that still lacks parts', ['p1', 'p2', 'p3'], [[{ partId: 'p1', ...arrived }]]],
		[
			'that has a part more often',
			['p1', 'p2', 'p3'],
			[Array(3).fill({ partId: 'p1', ...arrived })],
		],
		['in whose place a no stands', ['p1'], [{ success: false, error: 'x', errorCode: 'SYS1' }]],
		['in whose place something else stands', ['p1'], [[{ messageId: 'a', errorCode: '9' }], 'Up']],
		['among other things', ['p1', 'p2'], [[{ note: 'x' }, null, { partId: 'p1', ...arrived }]]],
	])('waits for a report %s', async (_, partIds, early) => {
		const parts = ['p1', 'p2', 'p3'].slice(0, Array.isArray(partIds) ? partIds.length || 1 : 1);
		const whole = parts.map((partId) => ({ messageId: 'a', partId, ...arrived }));
		await service.fail({ ...answer, path: '/v1/sms/single', body: accepted(partIds) });
		await reportIs(...early, whole);
		const { output, error } = await clock.run(service.credential, sending(), [one]);
		expect(error).toBeUndefined();
		expect(output[0].json).toMatchObject({ parts: whole, delivery: 'delivered' });
		expect(await reads()).toHaveLength(early.length + 1);
	});

	it.each([
		['its no', 200, { success: false, error: 'Reports are down', errorCode: 'SYS1' }],
		['a refusal', 403, { message: `${API_KEY}: Reports are down` }],
	])(
		'keeps the message, and says what the service said in the place of a report, without the key: %s',
		async (_, status, body) => {
			await service.fail({ ...report, kind: 'status', status, body, count: 50 });
			// A read that fails leaves its place to the next.
			const options = { ...waiting({ timeout: 2 }), ...group('requests', { concurrency: 1 }) };
			const { output, error } = await clock.run(service.credential, { ...send, options }, [one]);
			expect(error).toBeUndefined();
			expect(output[0].json).toMatchObject({
				...{ messageId: expect.any(String), parts: [], delivery: 'pending' },
				reportError: expect.stringMatching(/^(\*\*\*: )?Reports are down$/),
			});
		},
	);

	it('says nothing of a read that failed before others that did not', async () => {
		await service.fail({ ...report, kind: 'status', status: 403, count: 1 });
		const { output } = await clock.run(service.credential, sending({ timeout: 2 }), [one]);
		expect(output[0].json).toMatchObject({ parts: [{ state: 0 }], delivery: 'pending' });
		expect(output[0].json).not.toHaveProperty('reportError');
	});

	it('follows nothing that was not sent, also where a time-out is an error', async () => {
		const suppression = { resource: 'suppression', operation: 'add', phoneNumber: one.to };
		await clock.run(service.credential, suppression, [{}]);
		const options = { ...skip('skipSuppressed'), ...waiting({ failOnTimeout: true, timeout: 1 }) };
		const parameters = { ...send, options };
		const { output, error } = await clock.run(service.credential, parameters, [one], retry);
		expect(error).toBeUndefined();
		const json = { skipped: 'suppressed', to: one.to };
		expect(output).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(await reads()).toEqual([]);
	});

	it('tells a message that has failed from one that was delivered, and reads neither on', async () => {
		const items = [{ to: '37060110002' }, one];
		const { output } = await arrivedAfter(2, service.credential, sending(), [items]);
		expect(output.map(({ json }) => json.delivery)).toEqual(['failed', 'delivered']);
		expect(await reads()).toHaveLength(4);
	});

	it('says in one line what became of all messages, sent now or before', async () => {
		const items = [{ to: '37060110002' }, one, { to: '37060110004' }];
		const result = await arrivedAfter(3, service.credential, sending(), [items]);
		const { output } = result;
		expect(output.map(({ json }) => json.delivery)).toEqual(['failed', 'delivered', 'pending']);
		expect(linesOf(result)).toEqual(['Delivery: 1 delivered, 1 failed, 1 not yet. Sandbox.']);
		const ids = output.map(({ json }) => ({ id: json.messageId }));
		const ofItem = reading('={{ $json.id }}', { timeout: 1 });
		const again = await clock.run(service.credential, ofItem, ids);
		expect(linesOf(again)).toEqual(linesOf(result));
	});

	it('follows many messages at the same time, each in its place', async () => {
		const items = recipients(30);
		const { output } = await arrivedAfter(30, service.credential, sending(), [items]);
		expect(output.map(({ json }) => json)).toMatchObject(
			items.map(({ to }) => ({ delivery: 'delivered', parts: [{ to: Number(to) }] })),
		);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(30).fill(1));
	});

	it('loses nothing that the service says under the names of what it adds', async () => {
		const said = { messageId: 'a', parts: 2, delivery: 'express', answer: 'yes' };
		const part = { messageId: 'a', partId: 'p', ...arrived, delivery: 'by plane' };
		await service.fail({ ...answer, path: '/v1/sms/single', body: said });
		await reportIs([part], [part]);
		const { output } = await clock.run(service.credential, sending(), [one]);
		expect(output[0].json).toMatchObject({ delivery: 'delivered', answer: said });
		const read = await clock.run(service.credential, reading('a'));
		expect(read.output[0].json).toEqual({ ...part, delivery: 'delivered', answer: part });
	});

	it('waits for the states that the credential names', async () => {
		const named = { ...service.credential, accountDefaults: true, deliveredStates: '2' };
		const { output } = await clock.run({ ...named, failedStates: '0' }, sending(), [one]);
		expect(output[0].json).toMatchObject({ delivery: 'failed', parts: [{ state: 0 }] });
		await service.advance(60_000);
		const other = { ...named, deliveredStates: '7' };
		const late = await clock.run(other, sending({ timeout: 1 }), [two]);
		expect(late.output[0].json).toMatchObject({ delivery: 'pending' });
	});

	it('loses nothing that the service answered when it fails', async () => {
		const said = { messageId: 'a', sent: 'today', partIds: ['a-1'], reference: 'R-7' };
		await service.answer(said);
		const { error } = await clock.run(service.credential, sending({ failOnTimeout: true }), [one]);
		expect(error?.message).toMatch(/^Message a wasn't delivered within 30 seconds/);
		expect(error?.context.data).toEqual({ answer: said });
	});

	it.each<[string, INodeParameters]>([
		['Send', sending({ timeout: 1 })],
		['Get Delivery Report', reading('a', { timeout: 1 })],
	])('waits no longer for a report that is never answered: %s', async (_, given) => {
		// Longer than a test may take.
		const parameters: INodeParameters = { ...given, requestOptions: { timeout: 1_000_000 } };
		let reports = 0;
		const asked = new EventEmitter();
		const server = await AnsweringServer.start(({ url }, response) => {
			if (url === '/v1/sms/single') response.end('{ "messageId": "a", "partIds": ["1"] }');
			// Get Delivery Report is answered once.
			else if (reports++ === 0 && parameters.operation === 'getReport') response.end('[]');
			else asked.emit('in vain');
		});
		try {
			const begun = Date.now();
			const askedInVain = once(asked, 'in vain');
			const { finished } = startNode(at(service, server.address), parameters, [[one]]);
			await clock.until(askedInVain);
			await clock.pass(begun + 1000 - Date.now());
			const { output } = await clock.until(finished);
			expect(output[0].json).toMatchObject({ messageId: 'a', delivery: 'pending' });
			expect(Date.now() - begun).toBe(1000);
		} finally {
			await server.stop();
		}
	});

	it('asks less and less often, and every 15 seconds in the end', async () => {
		const asked: number[] = [];
		const server = await AnsweringServer.start((request, response) => {
			if (request.url?.startsWith(report.path)) asked.push(Date.now());
			const answer = { messageId: 'a', partIds: ['p'], partId: 'p' };
			response.end(JSON.stringify(request.url?.endsWith('single') ? answer : [answer]));
		});
		try {
			const parameters = sending({ timeout: 70 });
			const { output } = await clock.run(at(service, server.address), parameters, [one]);
			expect(output[0].json).toMatchObject({ delivery: 'pending' });
		} finally {
			await server.stop();
		}
		const pauses = asked.slice(1).map((time, index) => Math.round((time - asked[index]) / 100));
		expect(pauses).toEqual([10, 15, 23, 34, 51, 76, 114, 150, 150, 78]);
	});

	it('makes a time-out an error if it is asked to, which Retry On Fail follows without sending', async () => {
		const failing = sending({ failOnTimeout: true, timeout: 1 });
		const { error } = await clock.run(service.credential, failing, [one]);
		expect(error?.message).toMatch(/^Message [0-9a-f-]{36} wasn't delivered within 1 second$/);
		expect(error?.description).toMatch(
			/so check its report before you send it again\. To wait.*Retry On Fail waits again, and sends nothing/,
		);
		await service.reset();
		const again = await arrivedAfter(3, service.credential, failing, [[one]], retry);
		const { output, error: none } = again;
		expect(none).toBeUndefined();
		expect(output[0].json).toMatchObject({ delivery: 'delivered' });
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('says in the error of a time-out why the report could not be read, and that it is about the item', async () => {
		await service.fail({ ...report, kind: 'status', status: 403, body: 'No reports', count: 50 });
		const failing = sending({ failOnTimeout: true, timeout: 2 });
		const { error } = await clock.run(service.credential, failing, [one]);
		expect(error?.message).toMatch(/^Message [0-9a-f-]{36} wasn't delivered within 2 seconds$/);
		expect(error?.description).toContain('This was item 1 of 1.');
		expect(error?.description).toContain("Its report couldn't be read: No reports.");
	});

	it('does not wait for the others when one was refused', async () => {
		await service.fail({ path: '/v1/sms/single', kind: 'status', status: 400, count: 1 });
		const { error } = await clock.run(service.credential, sending(), [one, two]);
		expect(error?.httpCode).toBe('400');
		expect(await reads()).toEqual([]);
	});

	it('ends at once when the execution is stopped', async () => {
		const parameters = sending({ timeout: 900 });
		const { finished, stop } = startNode(service.credential, parameters, [recipients(3)]);
		await askedFor(3);
		stop();
		expect((await finished).error?.message).toMatch(/cancell?ed/);
		const before = (await reads()).length;
		await clock.pass(900_000);
		await clock.quiet();
		expect(await reads()).toHaveLength(before);
	});

	it.each([0, 901, 'x'])('refuses a Timeout of %j before anything is sent', async (timeout) => {
		const { error } = await clock.run(service.credential, sending({ timeout }), [one]);
		expect(error?.message).toContain("isn't a whole number from 1 to 900");
		expect(await service.received()).toEqual([]);
	});
});

describe('Wait for Delivery: Get Delivery Report', () => {
	let messageId: string;
	beforeEach(async () => void (messageId = await service.send(one.to)));

	it.each(['POST', 'GET'])('reads by %s until every part has ended', async (method) => {
		const options = { ...waiting(), ...group('requests', { method }) };
		const parameters = { ...reading(messageId), options };
		const { output, error } = await arrivedAfter(2, service.credential, parameters, [[{}]]);
		expect(error).toBeUndefined();
		const json = expect.objectContaining({ messageId, state: 2, delivery: 'delivered' });
		expect(output).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it('makes one request if they have ended already', async () => {
		await service.advance(60_000);
		const { output } = await clock.run(service.credential, reading(messageId));
		expect(output[0].json.delivery).toBe('delivered');
		expect(await reads()).toHaveLength(1);
	});

	it('says pending, or fails if it is asked to', async () => {
		const { output } = await clock.run(service.credential, reading(messageId, { timeout: 1 }));
		expect(output[0].json).toMatchObject({ messageId, delivery: 'pending' });
		const failing = reading(messageId, { timeout: 1, failOnTimeout: true });
		const { error } = await clock.run(service.credential, failing);
		expect(error?.message).toContain(`Message ${messageId} wasn't delivered within 1 second`);
	});

	it('gives an item for a message that has no parts yet', async () => {
		await service.fail({ ...report, kind: 'status', status: 200, body: [], count: 50 });
		const { output } = await clock.run(service.credential, reading('7', { timeout: 1 }));
		const json = { messageId: '7', delivery: 'pending' };
		expect(output).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it('fails at once if the report cannot be read', async () => {
		const { error } = await clock.run(service.credential, reading(UNKNOWN, { timeout: 900 }));
		expect(error?.httpCode).toBe('404');
	});
});
