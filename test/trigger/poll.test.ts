import type { IDataObject } from 'n8n-workflow';
import { request } from 'undici';

import { PolledTrigger } from '../support/poll';
import { API_KEY, serviceForTests } from '../support/service';
import { SlowServer } from '../support/slowServer';

const service = serviceForTests();

async function post(path: string, body: object): Promise<IDataObject> {
	const response = await request(service.address + path, {
		method: 'POST',
		headers: {
			'x-apikey': API_KEY,
			accept: 'application/json',
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	return (await response.body.json()) as IDataObject;
}

async function send(to: string, text = 'Hello'): Promise<string> {
	const { messageId } = await post('/v1/sms/single', { to, from: 'Shop', text });
	return messageId as string;
}

function watching(messageIds: string | string[], options: IDataObject = {}, emit = 'changes') {
	return new PolledTrigger(service.credential, {
		source: 'messageIds',
		messageIds: Array.isArray(messageIds) ? `={{ ${JSON.stringify(messageIds)} }}` : messageIds,
		emit,
		options: options as never,
	});
}

async function reportRequests(): Promise<string[]> {
	const received = await service.received();
	return received
		.filter(({ path }) => path === '/v1/sms/report')
		.map(({ body }) => String(body.messageId));
}

const DAY = 24 * 3600_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('Trigger: message IDs', () => {
	it('emits each part as the service gave it when it appears, and again when it changes', async () => {
		const messageId = await send('37060012345', 'x'.repeat(200));
		const trigger = watching(messageId);

		const first = await trigger.poll();
		expect(first).toEqual([
			{ messageId, to: 37060012345, partId: expect.any(String), state: 0 },
			{ messageId, to: 37060012345, partId: expect.any(String), state: 0 },
		]);
		expect(await trigger.poll()).toBeNull();

		await service.advance(DAY);
		const second = await trigger.poll();
		expect(second?.map(({ state, delivered }) => [state, typeof delivered])).toEqual([
			[2, 'string'],
			[2, 'string'],
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('takes ids separated by commas, spaces and new lines, each once', async () => {
		const [a, b, c] = [
			await send('37060000001'),
			await send('37060000011'),
			await send('37060000012'),
		];
		expect(await watching(`${a}, ${b}\n${c} ${a}`).poll()).toHaveLength(3);
		expect(await reportRequests()).toEqual([a, b, c]);
	});

	it('takes ids from an expression that gives a list', async () => {
		const ids = [await send('37060000001'), await send('37060000011')];
		expect(await watching(ids).poll()).toHaveLength(2);
	});

	it('is not held up by an id that fails, and asks for it again', async () => {
		const [a, b] = [await send('37060000001'), await send('37060000011')];
		await service.fail({ kind: 'status', status: 500, path: '/v1/sms/report', count: 1 });
		const trigger = watching([a, b]);

		const first = await trigger.poll();
		expect(first?.map(({ messageId }) => messageId)).toEqual([b]);
		const second = await trigger.poll();
		expect(second?.map(({ messageId }) => messageId)).toEqual([a]);
		expect(await trigger.poll()).toBeNull();
	});

	it('throws if nothing could be read, without the key, and repeats the window', async () => {
		const messageId = await send('37060000001');
		const trigger = watching(messageId, { maxWait: 0 });
		await service.fail({ kind: 'drop', path: '/v1/sms/report', count: 1 });

		const error = await trigger.poll().catch((reason: Error) => reason);
		expect(error).toMatchObject({
			message: 'The connection was closed before the service answered',
			description: expect.stringContaining(messageId),
		});
		expect(JSON.stringify(error)).not.toContain(API_KEY);
		expect(trigger.staticData).toEqual({});
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('declares a rate limit with its waiting time, and does not ask on', async () => {
		const ids = await Promise.all(
			Array.from(
				{ length: 60 },
				async (_, n) => await send(`370600100${String(n).padStart(2, '0')}`),
			),
		);
		await service.fail({
			kind: 'status',
			status: 429,
			retryAfter: 30,
			path: '/v1/sms/report',
			count: 1000,
		});
		const trigger = watching(ids, { maxWait: 29 });
		await expect(trigger.poll()).rejects.toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 30_000 },
		});
		expect((await reportRequests()).length).toBeLessThanOrEqual(20);
	});

	it('declares a refused key', async () => {
		const trigger = new PolledTrigger(
			{ ...service.credential, apiKey: 'wrong-key-123' },
			{ source: 'messageIds', messageIds: UNKNOWN },
		);
		const error = await trigger.poll().catch((reason: Error) => reason);
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(JSON.stringify(error)).not.toContain('wrong-key-123');
	});

	it('goes on where a rate limit ended the poll, so that no id waits for ever', async () => {
		const ids: string[] = [];
		for (let n = 0; n < 100; n++) ids.push(await send(`370600200${String(n).padStart(2, '0')}`));
		const trigger = watching(ids, { maxWait: 0 });
		const emitted = new Set<unknown>();
		for (let poll = 0; poll < 10; poll++) {
			await service.control('DELETE', 'faults');
			await service.fail({
				kind: 'status',
				status: 429,
				path: '/v1/sms/report',
				after: 30,
				count: 1000,
			});
			for (const { messageId } of (await trigger.poll()) ?? []) emitted.add(messageId);
		}
		expect(emitted.size).toBe(100);
	});

	it('begins no request after half of the time that n8n gives it', async () => {
		const ids: string[] = [];
		for (let n = 0; n < 60; n++) ids.push(await send(`370600300${String(n).padStart(2, '0')}`));
		await service.control('POST', 'latency', { ms: 3_000 });
		const trigger = watching(ids);
		trigger.budgetMs = 5_000;
		const first = await trigger.poll();
		expect(first).toHaveLength(20);
		await service.control('POST', 'latency', { ms: 0 });
		trigger.budgetMs = 300_000;
		expect(await trigger.poll()).toHaveLength(40);
	});

	it('emits the others within the time n8n gives a poll when one is never answered', async () => {
		const ids = [await send('37060000001'), await send('37060000011'), await send('37060000021')];
		await service.fail({ kind: 'timeout', path: '/v1/sms/report', after: 1 });
		const trigger = watching(ids);
		trigger.budgetMs = 4_000;
		expect(await trigger.poll()).toHaveLength(2);
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('emits a change once when a poll begins before the last one has ended', async () => {
		const ids = [await send('37060000001'), await send('37060000011')];
		const trigger = watching(ids);
		await service.control('POST', 'latency', { ms: 500 });
		const polls = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(polls.flatMap((items) => items ?? [])).toHaveLength(2);
		await service.control('POST', 'latency', { ms: 0 });
		await service.advance(DAY);
		expect(await trigger.poll()).toHaveLength(2);
	});

	it('asks no more about a message whose parts are all in final states', async () => {
		const [done, open] = [await send('37060000001'), await send('37060000004')];
		await service.advance(DAY);
		const trigger = watching([done, open], { finalStates: '2, 3' });
		expect(await trigger.poll()).toHaveLength(2);
		await trigger.poll();
		expect(await reportRequests()).toEqual([done, open, open]);
	});

	it('forgets ids that are not watched any more', async () => {
		const [a, b] = [await send('37060000001'), await send('37060000011')];
		const trigger = watching([a, b]);
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, messageIds: b };
		await trigger.poll();
		expect(JSON.stringify(trigger.staticData)).not.toContain(a);
		expect(JSON.stringify(trigger.staticData)).toContain(b);
	});

	it('emits only the states and errors that the options ask for', async () => {
		const ids = [await send('37060000001'), await send('37060000002'), await send('37060000004')];
		await service.advance(DAY);
		const states = (items: IDataObject[] | null) => items?.map(({ state }) => state);
		expect(states(await watching(ids, { states: '2,1' }).poll())).toEqual([2, 1]);
		expect(await watching(ids, { onlyErrors: true }).poll()).toMatchObject([
			{ state: 3, errorCode: '27' },
		]);
	});

	it('refuses states that are no numbers before it asks', async () => {
		await expect(watching(UNKNOWN, { states: 'delivered' }).poll()).rejects.toMatchObject({
			message: expect.stringContaining(
				'States has something that is not a whole number: delivered',
			),
		});
		expect(await service.received()).toEqual([]);
	});

	it('is silent when the service has no entries yet, and when nothing is watched', async () => {
		await service.fail({ kind: 'status', status: 200, body: '[]', path: '/v1/sms/report' });
		expect(await watching(await send('37060000001')).poll()).toBeNull();
		expect(await watching([]).poll()).toBeNull();
	});

	it('watches 1,000 messages, 20 requests at a time, and is silent when nothing changed', async () => {
		const ids: string[] = [];
		for (let n = 0; n < 1000; n++) ids.push(await send(`37061${String(n).padStart(6, '1')}`));
		const trigger = watching(ids);
		expect(await trigger.poll()).toHaveLength(1000);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('Trigger: the credential', () => {
	it('is read once per poll, however many messages are asked about', async () => {
		const { credential, reads } = service.countedCredential();
		const messageIds = [await send('37060000001'), await send('37060000009')].join();
		const trigger = new PolledTrigger(credential, { source: 'messageIds', messageIds });
		expect(await trigger.poll()).toHaveLength(2);
		expect(reads()).toBe(1);
		await trigger.poll();
		expect(reads()).toBe(2);
	});
});

describe('Trigger: a service that is busy', () => {
	const report = { path: '/v1/sms/report' };

	async function sendMany(count: number): Promise<string[]> {
		const ids: string[] = [];
		for (let n = 0; n < count; n++) ids.push(await send(`370604${String(n).padStart(5, '0')}`));
		await service.control('DELETE', 'requests');
		return ids;
	}

	it('asks no more than 20 at a time', async () => {
		const server = await SlowServer.start(20);
		const ids = Array.from({ length: 100 }, (_, n) => `id${n}`);
		const trigger = new PolledTrigger(
			{ ...service.credential, sandboxUrl: server.address },
			{ source: 'messageIds', messageIds: ids.join() },
		);
		expect(await trigger.poll()).toHaveLength(100);
		await server.stop();
		expect(server.mostAtOnce).toBe(20);
	});

	it.each([
		['502', { kind: 'status', status: 502 }],
		['503', { kind: 'status', status: 503 }],
		['a dropped connection', { kind: 'drop' }],
	])('asks again in the same poll after %s', async (_, fault) => {
		const ids = await sendMany(3);
		await service.fail({ ...report, ...fault });
		expect(await watching(ids).poll()).toHaveLength(3);
		expect(await reportRequests()).toHaveLength(4);
	});

	it('waits as long as the service asks, with all messages', async () => {
		const server = await SlowServer.start(1, (request) => (request === 1 ? 429 : 200), 0, {
			'retry-after': '1',
		});
		const ids = Array.from({ length: 60 }, (_, n) => `id${n}`);
		const trigger = new PolledTrigger(
			{ ...service.credential, sandboxUrl: server.address },
			{ source: 'messageIds', messageIds: ids.join() },
		);
		expect(await trigger.poll()).toHaveLength(60);
		await server.stop();
		expect(server.arrivals).toHaveLength(61);
		// The 20 that were under way when the service said so are answered; no other begins before.
		const later = server.arrivals.filter((at) => at - server.arrivals[0] > 950);
		expect(later.length).toBeGreaterThanOrEqual(61 - 20);
	});

	it('waits for the reports of a campaign too', async () => {
		const path = '/campaigns/7/reports';
		await service.fail({ path, kind: 'status', status: 429, retryAfter: 1 });
		await service.fail({ path, kind: 'status', status: 200, body: [{ messageId: 'a' }] });
		const trigger = new PolledTrigger(service.credential, { source: 'campaign', campaignId: '7' });
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('waits no longer than n8n lets a poll take', async () => {
		const ids = await sendMany(2);
		await service.fail({ ...report, kind: 'status', status: 429, retryAfter: 6, count: 2 });
		const trigger = watching(ids, { maxWait: 900 });
		trigger.budgetMs = 10_000;
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '429' });
		expect(await reportRequests()).toHaveLength(2);
		expect(trigger.staticData).toEqual({});
	});

	it('refuses a Max Wait that is no number before it asks', async () => {
		await expect(watching(UNKNOWN, { maxWait: 'soon' }).poll()).rejects.toMatchObject({
			message: expect.stringContaining('Max Wait is not a whole number from 0 to 900: soon'),
		});
		expect(await service.received()).toEqual([]);
	});
});

describe('Trigger: Fetch Test Event', () => {
	it('shows current entries and leaves memory alone', async () => {
		const trigger = watching(await send('37060000001'), { finalStates: '0' });
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		expect(await trigger.poll('manual')).toHaveLength(1);
		expect(await trigger.poll('manual')).toHaveLength(1);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it('says that there is nothing to watch', async () => {
		await expect(watching([]).poll('manual')).rejects.toMatchObject({
			message: expect.stringContaining('There are no message IDs to watch'),
		});
	});
});

describe('Trigger: campaign', () => {
	const watchingCampaign = (campaignId: string) =>
		new PolledTrigger(service.credential, { source: 'campaign', campaignId, emit: 'changes' });

	async function create(recipients: string[]): Promise<string> {
		const { campaignId } = await post('/campaigns', {
			name: 'Sale',
			from: 'Shop',
			text: 'Hello',
			recipients,
		});
		await service.advance(DAY);
		return campaignId as string;
	}

	it('emits the entries of all its messages, with the key in the query', async () => {
		const trigger = watchingCampaign(await create(['37060000001', '37060000002']));
		const items = await trigger.poll();
		expect(items?.map(({ to, state }) => [to, state])).toEqual([
			[37060000001, 2],
			[37060000002, 3],
		]);
		expect(await trigger.poll()).toBeNull();
		const [, read] = await service.received();
		expect(read).toMatchObject({ method: 'GET', query: { 'X-ApiKey': '***' } });
	});

	it('starts anew with another campaign', async () => {
		const trigger = watchingCampaign(await create(['37060000001']));
		await trigger.poll();
		const other = await create(['37060000011']);
		trigger.parameters = { ...trigger.parameters, campaignId: other };
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('throws for a campaign that the service does not know', async () => {
		await expect(watchingCampaign(UNKNOWN).poll()).rejects.toMatchObject({ httpCode: '404' });
	});
});

describe('Trigger: Group By Message', () => {
	it('emits one item for each message when its last part has ended, and asks no more about it', async () => {
		const messageId = await send('37060012345', 'x'.repeat(200));
		const trigger = watching(messageId, { groupBy: 'message' });
		expect(await trigger.poll()).toBeNull();
		await service.advance(DAY);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({
				messageId,
				to: 37060012345,
				parts: 2,
				delivered: 2,
				isDelivered: true,
				entries: [expect.objectContaining({ state: 2 }), expect.objectContaining({ state: 2 })],
			}),
		]);
		const before = (await reportRequests()).length;
		expect(await trigger.poll()).toBeNull();
		expect(await reportRequests()).toHaveLength(before);
	});

	it('shows each message as it is when a test event is fetched', async () => {
		const messageId = await send('37060012345', 'x'.repeat(200));
		const trigger = watching(messageId, { groupBy: 'message' });
		expect(await trigger.poll('manual')).toEqual([
			expect.objectContaining({ messageId, parts: 2, pending: 2, isDelivered: false }),
		]);
		expect(await trigger.poll()).toBeNull();
	});
});
