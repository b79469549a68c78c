import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { runNode, startNode } from '../../support/engine';
import {
	bulk,
	group,
	inOrder,
	kept,
	messagesPerRecipient,
	places,
	recipients,
	retry,
	send,
	sendBulk,
	single,
} from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';
import { eventually } from '../../support/eventually';
import { UnheardRejections } from '../../support/rejections';
import { SlowServer } from '../../support/slowServer';
import { batchOf, outcomesOf, type Asked } from '../../support/outcomes';
import { callTool } from '../../support/tool';

describe('Batches', () => {
	const service = serviceForTests();

	/** How many items each request was for. */
	const sizes = async () =>
		(await service.received()).map(({ body }) => (body as unknown as IDataObject[]).length);

	it('read the credential once', async () => {
		const { credential, reads } = service.countedCredential();
		await runNode(credential, sendBulk(10), recipients(30));
		expect(await sizes()).toEqual([10, 10, 10]);
		expect(reads()).toBe(1);
	});

	it.each([
		[{}, { credentials: {} }, 'Node does not have any credentials set'],
		[
			{ operation: 'sendBulk', options: group('requests', { batchSize: 0 }) },
			{},
			"'Batch Size' of 'Requests' isn't a whole number from 1 to 1000: 0",
		],
		[
			{ options: group('requests', { maxWait: -1 }) },
			{},
			"'Max Wait' of 'Requests' isn't a whole number",
		],
	])('%j, %j: fail for every item when nothing can be sent at all, and say so', async (...row) => {
		const [given, settings, message] = row;
		const parameters = { ...send, ...given };
		const stopped = await runNode(service.credential, parameters, recipients(3), settings);
		expect(stopped.error?.message).toContain(message);
		const { output, errorOutput } = await runNode(service.credential, parameters, recipients(3), {
			...settings,
			onError: 'continueErrorOutput',
		});
		expect(output).toEqual([]);
		const error: unknown = expect.stringContaining(message);
		expect(errorOutput).toMatchObject(
			recipients(3).map((json, item) => ({ json: { ...json, error }, pairedItem: { item } })),
		);
		expect(await service.received()).toEqual([]);
	});

	it('fail for every item with the advice for the API key when it is wrong', async () => {
		for (const apiKey of ['', undefined as never]) {
			const settings = { onError: 'continueRegularOutput' } as const;
			const credential = { ...service.credential, apiKey };
			const { output } = await runNode(credential, send, recipients(2), settings);
			expect(output.map(({ json }) => json)).toEqual(
				recipients(2).map(() => ({
					error: 'The API key is empty (the credential)',
					details: expect.stringContaining('Nothing was sent. Copy the key again'),
				})),
			);
		}
		expect(await service.received()).toEqual([]);
	});

	it('of JSON go out once where they are the same for several items, also in a later try', async () => {
		const jsonBody = '={{ JSON.stringify([{ to: $json.to, from: "Shop", text: "Hello" }]) }}';
		const json = { ...send, operation: 'sendBulk', specifyBody: 'json', jsonBody };
		const [first, second] = recipients(2);
		await service.fail({ ...bulk, kind: 'status', status: 400, after: 1 });
		const run = await runNode(service.credential, json, [first, second, first], retry);
		expect(run.error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [first.to]: 1, [second.to]: 1 });
		expect(places(run)).toEqual([[{ item: 0 }, { item: 2 }], { item: 1 }]);
	});
});

describe('Concurrency', () => {
	let server: SlowServer;
	let unheard: UnheardRejections;

	beforeEach(() => {
		unheard = new UnheardRejections();
	});
	afterEach(async () => {
		await server.stop();
		unheard.stop();
		expect(unheard.reasons).toEqual([]);
	});

	const credential = () => ({
		environment: 'sandbox',
		sandboxUrl: server.address,
		apiKey: API_KEY,
	});

	const addSuppression = {
		resource: 'suppression',
		operation: 'add',
		phoneNumber: '={{ $json.to }}',
	};

	const batching = (batchSize: number, batchInterval: number): INodeParameters => ({
		...send,
		requestOptions: { batching: { batch: { batchSize, batchInterval } } },
	});

	it.each([
		['20 unless it is set', send, 20],
		['7', { ...send, options: group('requests', { concurrency: 7 }) }, 7],
		['20 when numbers are suppressed', addSuppression, 20],
	])('is %s', async (_, parameters, most) => {
		server = await SlowServer.start(1);
		server.hold();
		const items = recipients(most + 30);
		const { finished } = startNode(credential(), parameters, [items]);
		await eventually(`${most} requests`, () => server.underWay >= most);
		server.release();
		const { output, error } = await finished;
		expect(error).toBeUndefined();
		expect(output).toHaveLength(items.length);
		expect(server.mostAtOnce).toBe(most);
	});

	describe("n8n's own Batching", () => {
		const clock = clockForTests();

		it('spaces requests out as before, and begins at once', async () => {
			server = await SlowServer.start(1);
			const begun = performance.now();
			const run = await clock.run(credential(), batching(2, 100), recipients(6));
			expect(places(run)).toEqual(inOrder(6));
			const [first, , third, , fifth] = server.arrivals;
			expect([first - begun, third - first, fifth - third]).toEqual([0, 100, 100]);
			expect(server.mostAtOnce).toBeLessThanOrEqual(2);
		});

		it.each([-1, 0])('takes an interval with size %i for one item at a time', async (size) => {
			server = await SlowServer.start(1);
			const run = await clock.run(credential(), batching(size, 20), recipients(4));
			expect(places(run)).toEqual(inOrder(4));
			const { arrivals } = server;
			expect(arrivals.slice(1).map((time, index) => time - arrivals[index])).toEqual([20, 20, 20]);
		});

		it('sends nothing twice with Retry On Fail when a request fails', async () => {
			server = await SlowServer.start(1, (request) => (request === 3 ? 400 : 200));
			const run = await clock.run(credential(), batching(2, 30), recipients(7), retry);
			expect(run.error).toBeUndefined();
			expect(places(run)).toEqual(inOrder(7));
			expect(server.arrivals).toHaveLength(8);
			expect(kept(run)).toEqual({});
		});
	});

	describe('The spacing of requests that the node makes itself', () => {
		const clock = clockForTests();

		it('ends at once with the first failure', async () => {
			server = await SlowServer.start(1, () => 400);
			const begun = Date.now();
			const { error } = await clock.run(credential(), batching(1, 20_000), recipients(5));
			expect(Date.now() - begun).toBeLessThan(20_000);
			expect(error?.description).toContain('0 were accepted, 1 failed, 4 not attempted');
		});

		it('ends at once with Stop', async () => {
			server = await SlowServer.start(1);
			const { finished, stop } = startNode(credential(), batching(1, 20_000), [recipients(5)]);
			await eventually('the first request', () => server.arrivals.length > 0);
			await clock.quiet();
			const begun = Date.now();
			stop();
			expect((await clock.until(finished)).error?.message).toMatch(/cancell?ed/);
			expect(Date.now() - begun).toBeLessThan(20_000);
			expect(server.arrivals).toHaveLength(1);
		});
	});
});

describe('Whom it was sent to', () => {
	const service = serviceForTests();

	const [one, two] = recipients(3);
	const jsons = async (parameters: INodeParameters, items: IDataObject[] = [one], settings = {}) =>
		(await runNode(service.credential, parameters, items, settings)).output.map(({ json }) => json);

	const email = { resource: 'email', operation: 'send', from: 'shop@example.com' };
	const copies = { field: [{ name: 'cc', value: 'bob@example.com' }] };

	it.each<[string, INodeParameters, string]>([
		['a number as somebody wrote it', { ...send, to: '+370 (600) 12-345' }, '37060012345'],
		[
			'a number as people dial it',
			{ ...send, to: '8 600 12345', options: { defaultCountry: 'LT' } },
			'37060012345',
		],
		[
			'addresses, without those of copies',
			{
				...{ ...email, subject: 'Hello', text: 'Hello', options: { bodyFields: copies } },
				to: 'Ada <ada@example.com>,bob@example.com',
			},
			'Ada <ada@example.com>, bob@example.com',
		],
	])('comes out as it was sent: %s', async (_, parameters, to) => {
		expect(await jsons(parameters)).toMatchObject([{ to, messageId: expect.any(String) }]);
	});

	it.each<unknown>([null, 37060099999])(
		'comes not out over what the service calls so: %j',
		async (to) => {
			const said = { messageId: 'a', to };
			await service.answer(said);
			expect(await jsons(send)).toEqual([said]);
		},
	);

	it('is not in what Wait for Delivery keeps as the answer', async () => {
		const said = { messageId: await service.send(one.to), delivery: 'soon' };
		await service.advance(60_000);
		await service.fail({ ...single, kind: 'status', status: 200, body: said });
		const [json] = await jsons({ ...send, options: group('waitForDelivery') });
		expect(json).toMatchObject({ to: one.to, delivery: 'delivered' });
		expect(json.answer).toEqual(said);
	});

	it('is nobody where the answer is about several messages', async () => {
		await service.answer({ batchId: '17' });
		expect(await jsons(sendBulk(10), [one, two])).toEqual([{ batchId: '17' }]);
	});

	it.each(['sms sendBulk', 'viber send', 'email send'])(
		'is nobody for a body that somebody wrote as a whole: %s',
		async (name) => {
			const [resource, operation] = name.split(' ');
			await service.answer({ messageId: 'a' });
			const jsonBody = JSON.stringify({ to: one.to, from: 'Shop', text: 'Hello' });
			const parameters = { resource, operation, specifyBody: 'json', jsonBody };
			expect(await jsons(parameters)).toEqual([{ messageId: 'a' }]);
		},
	);

	it('is nobody for a campaign, also if somebody adds such a field', async () => {
		await service.answer({ campaignId: '7' });
		const bodyFields = { field: [{ name: 'to', value: one.to }] };
		const parameters = { resource: 'campaign', operation: 'create', name: 'Sale', from: 'Shop' };
		const options = { bodyFields };
		expect(await jsons({ ...parameters, text: 'Hello', recipients: two.to, options })).toEqual([
			{ campaignId: '7' },
		]);
	});

	it.each([true, false])(
		'is not told to a model, which may not know the number (by engine: %s)',
		async (byEngine) => {
			const { answers } = await callTool(service.credential, { ...send, to: one.to }, [{}], {
				byEngine,
			});
			expect(JSON.stringify(answers)).toContain('messageId');
			expect(JSON.stringify(answers)).not.toContain(one.to);
		},
	);

	it('is nobody in an outcome that failed, or of what only reads', () => {
		const batch: Asked = { ...batchOf([one, two]), body: { to: () => undefined } };
		const answer = [
			{ messageId: 'a', ...one },
			{ error: 'No', ...two },
		];
		expect(outcomesOf(answer, batch).map(({ to }) => to)).toEqual([one.to, undefined]);
		const read = outcomesOf(answer, { ...batch, effect: 'read' });
		expect(read.map(({ to }) => to)).toEqual([undefined, undefined]);
	});
});
