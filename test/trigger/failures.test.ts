import { text } from 'node:stream/consumers';

import { AnsweringServer } from '../support/answeringServer';
import { at } from '../support/failing';
import { PolledTrigger, reportRequests, UNKNOWN, watching } from '../support/poll';
import { API_KEY, serviceForTests } from '../support/service';
import { SlowServer } from '../support/slowServer';

const service = serviceForTests();

describe('Trigger: reports that cannot be read', () => {
	it('is not held up by an id that fails, and asks for it again', async () => {
		const [a, b] = [await service.send('37060000001'), await service.send('37060000011')];
		await service.fail({ kind: 'status', status: 500, path: '/v1/sms/report', count: 1 });
		const trigger = watching(service, [a, b]);

		const first = await trigger.poll();
		expect(first?.map(({ messageId }) => messageId)).toEqual([b]);
		const second = await trigger.poll();
		expect(second?.map(({ messageId }) => messageId)).toEqual([a]);
		expect(await trigger.poll()).toBeNull();
	});

	it('throws if nothing could be read, without the key, and repeats the window', async () => {
		const messageId = await service.send('37060000001');
		const trigger = watching(service, messageId, { maxWait: 0 });
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
				async (_, n) => await service.send(`370600100${String(n).padStart(2, '0')}`),
			),
		);
		await service.fail({
			kind: 'status',
			status: 429,
			retryAfter: 30,
			path: '/v1/sms/report',
			count: 1000,
		});
		const trigger = watching(service, ids, { maxWait: 29 });
		await expect(trigger.poll()).rejects.toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 30_000 },
		});
		expect((await reportRequests(service)).length).toBeLessThanOrEqual(20);
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
		for (let n = 0; n < 100; n++)
			ids.push(await service.send(`370600200${String(n).padStart(2, '0')}`));
		const trigger = watching(service, ids, { maxWait: 0 });
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

	it('reads the others in the end when the report of one is refused with 403 again and again', async () => {
		const ids = Array.from({ length: 60 }, (_, n) => `m-${n}`);
		const server = await AnsweringServer.start(async (request, response) => {
			const { messageId } = JSON.parse(await text(request));
			const isRefused = messageId === 'm-3';
			response.writeHead(isRefused ? 403 : 200).end(JSON.stringify([{ messageId, state: 2 }]));
		});
		try {
			const trigger = watching({ credential: at(service, server.address) }, ids);
			const seen: unknown[] = [];
			for (let poll = 0; poll < 3; poll++) {
				for (const { messageId } of (await trigger.poll()) ?? []) seen.push(messageId);
			}
			expect(new Set(seen)).toEqual(new Set(ids.filter((id) => id !== 'm-3')));
			expect(seen).toHaveLength(59);
		} finally {
			await server.stop();
		}
	});

	it('begins no request after half of the time that n8n gives it', async () => {
		const ids: string[] = [];
		for (let n = 0; n < 60; n++)
			ids.push(await service.send(`370600300${String(n).padStart(2, '0')}`));
		await service.control('POST', 'latency', { ms: 3_000 });
		const trigger = watching(service, ids);
		trigger.budgetMs = 5_000;
		const first = await trigger.poll();
		expect(first).toHaveLength(20);
		await service.control('POST', 'latency', { ms: 0 });
		trigger.budgetMs = 300_000;
		expect(await trigger.poll()).toHaveLength(40);
	});

	it('emits the others within the time n8n gives a poll when one is never answered', async () => {
		const ids = [
			await service.send('37060000001'),
			await service.send('37060000011'),
			await service.send('37060000021'),
		];
		await service.fail({ kind: 'timeout', path: '/v1/sms/report', after: 1 });
		const trigger = watching(service, ids);
		trigger.budgetMs = 4_000;
		expect(await trigger.poll()).toHaveLength(2);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('Trigger: a service that is busy', () => {
	const report = { path: '/v1/sms/report' };

	async function sendMany(count: number): Promise<string[]> {
		const ids: string[] = [];
		for (let n = 0; n < count; n++)
			ids.push(await service.send(`370604${String(n).padStart(5, '0')}`));
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
		expect(await watching(service, ids).poll()).toHaveLength(3);
		expect(await reportRequests(service)).toHaveLength(4);
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
		const trigger = watching(service, ids, { maxWait: 900 });
		trigger.budgetMs = 10_000;
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '429' });
		expect(await reportRequests(service)).toHaveLength(2);
		expect(trigger.staticData).toEqual({});
	});

	it('refuses a Max Wait that is no number before it asks', async () => {
		await expect(watching(service, UNKNOWN, { maxWait: 'soon' }).poll()).rejects.toMatchObject({
			message: expect.stringContaining('Max Wait is not a whole number from 0 to 900: soon'),
		});
		expect(await service.received()).toEqual([]);
	});
});
