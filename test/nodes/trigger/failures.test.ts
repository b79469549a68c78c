import { text } from 'node:stream/consumers';

import { AnsweringServer } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { PolledTrigger, reportRequests, UNKNOWN, watching } from '../../support/poll';
import { API_KEY, serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

const service = serviceForTests();

/** A clock, and polls that let the time pass that they wait for. */
function polledByClock() {
	const clock = clockForTests();
	const poll = async (trigger: PolledTrigger) => await clock.until(trigger.poll());
	return { clock, poll };
}

describe('Trigger: reports that cannot be read', () => {
	const { clock, poll } = polledByClock();

	it('is not held up by an id that fails, and asks for it again', async () => {
		const [a, b] = [await service.send('37060000001'), await service.send('37060000011')];
		await service.fail({ kind: 'status', status: 500, path: '/v1/sms/report', count: 1 });
		const trigger = watching(service, [a, b]);

		const first = await poll(trigger);
		expect(first?.map(({ messageId }) => messageId)).toEqual([b]);
		const second = await poll(trigger);
		expect(second?.map(({ messageId }) => messageId)).toEqual([a]);
		expect(await poll(trigger)).toBeNull();
	});

	it('throws if nothing could be read, without the key, and repeats the window', async () => {
		const messageId = await service.send('37060000001');
		const trigger = watching(service, messageId);
		await service.fail({ kind: 'drop', path: '/v1/sms/report', count: 100 });

		const error = await poll(trigger).catch((reason: Error) => reason);
		expect(error).toMatchObject({
			message: 'The connection was closed before the service answered',
			description: expect.stringContaining(messageId),
		});
		expect(JSON.stringify(error)).not.toContain(API_KEY);
		expect(trigger.staticData).toEqual({});
		await service.control('DELETE', 'faults');
		expect(await poll(trigger)).toHaveLength(1);
	});

	it.each(['partAdded', 'partAddedOrUpdated', 'messageCompleted', 'everyPoll'])(
		'takes what names no message for no report, and asks again: %s',
		async (triggerOn) => {
			const messageId = await service.send('37060000001');
			const trigger = watching(service, messageId);
			trigger.parameters = { ...trigger.parameters, triggerOn };
			const path = '/v1/sms/report';
			const body = { code: 'UNAUTHORIZED', message: 'Unauthorized' };
			await service.fail({ kind: 'status', status: 200, path, count: 1, body });
			await expect(poll(trigger)).rejects.toMatchObject({ message: 'Unauthorized' });
			expect(trigger.staticData).toEqual({});

			const parts = [{ messageId, partId: '1', state: 2, delivered: '2026-11-22T10:00:00.000Z' }];
			const nested = { data: { parts } };
			await service.fail({ kind: 'status', status: 200, path, count: 1, body: nested });
			expect(await poll(trigger)).toMatchObject([{ messageId }]);
		},
	);

	it('takes no message for failed that has an error code, and nothing that tells of a part', async () => {
		const messageId = await service.send('37060000001');
		const trigger = watching(service, messageId);
		trigger.parameters = { ...trigger.parameters, triggerOn: 'messageCompleted' };
		const answer = { kind: 'status', status: 200, path: '/v1/sms/report', count: 1 } as const;
		const body = [{ messageId, errorCode: 'NOT_FOUND', message: 'No such message' }];
		await service.fail({ ...answer, body });
		expect(await poll(trigger)).toBeNull();
		const parts = [{ messageId, partId: '1', state: 2, delivered: '2026-11-22T10:00:00.000Z' }];
		await service.fail({ ...answer, body: parts });
		expect(await poll(trigger)).toMatchObject([{ messageId, failed: 0 }]);
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
			retryAfter: 61,
			path: '/v1/sms/report',
			count: 1000,
		});
		const trigger = watching(service, ids);
		await expect(poll(trigger)).rejects.toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 61_000 },
		});
		expect((await reportRequests(service)).length).toBeLessThanOrEqual(20);
	});

	it('has no key in the errors and warnings of reports that cannot be read', async () => {
		const [one, two] = [await service.send('37060000001'), await service.send('37060000002')];
		const answer = {
			kind: 'status',
			status: 404,
			body: `Unknown ${API_KEY}`,
			path: '/v1/sms/report',
		};
		await service.fail({ ...answer, count: 1 });
		const trigger = watching(service, [one, two]);
		expect(await poll(trigger)).toHaveLength(1);
		expect(JSON.stringify(trigger.warnings)).toContain('Unknown ***');
		expect(JSON.stringify(trigger.warnings)).not.toContain(API_KEY);
		await service.fail({ ...answer, count: 2 });
		const error = await poll(watching(service, [one, two])).catch((reason: Error) => reason);
		expect(error).toMatchObject({ message: 'Unknown ***' });
		expect(JSON.stringify(error)).not.toContain(API_KEY);
	});

	it('declares a refused key', async () => {
		const trigger = new PolledTrigger(
			{ ...service.credential, apiKey: 'wrong-key-123' },
			{ watch: 'messages', messageIds: UNKNOWN, triggerOn: 'partAddedOrUpdated' },
		);
		const error = await poll(trigger).catch((reason: Error) => reason);
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(JSON.stringify(error)).not.toContain('wrong-key-123');
	});

	it('declares that the account is out of money, and does not ask on', async () => {
		const ids = Array.from({ length: 30 }, (_, n) => `m-${n}`);
		await service.fail({ kind: 'status', status: 402, path: '/v1/sms/report', count: 30 });
		await expect(poll(watching(service, ids))).rejects.toMatchObject({
			httpCode: '402',
			failure: { cause: 'quota-exhausted' },
		});
		expect((await reportRequests(service)).length).toBeLessThanOrEqual(20);
	});

	it('goes on where a rate limit ended the poll, so that no id waits for ever', async () => {
		const ids: string[] = [];
		for (let n = 0; n < 100; n++)
			ids.push(await service.send(`370600200${String(n).padStart(2, '0')}`));
		const trigger = watching(service, ids);
		const emitted = new Set<unknown>();
		for (let n = 0; n < 10; n++) {
			await service.control('DELETE', 'faults');
			await service.fail({
				kind: 'status',
				status: 429,
				path: '/v1/sms/report',
				after: 30,
				count: 1000,
			});
			for (const { messageId } of (await poll(trigger)) ?? []) emitted.add(messageId);
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
			for (let n = 0; n < 3; n++) {
				for (const { messageId } of (await poll(trigger)) ?? []) seen.push(messageId);
			}
			expect(new Set(seen)).toEqual(new Set(ids.filter((id) => id !== 'm-3')));
			expect(seen).toHaveLength(59);
		} finally {
			await server.stop();
		}
	});

	it('reads the others next time when all that were asked for are refused with 403', async () => {
		const ids = Array.from({ length: 50 }, (_, n) => `m-${n}`);
		const asked: string[] = [];
		const server = await AnsweringServer.start(async (request, response) => {
			const { messageId } = JSON.parse(await text(request));
			asked.push(messageId);
			const isRefused = Number(messageId.slice(2)) < 20;
			response.writeHead(isRefused ? 403 : 200).end(JSON.stringify([{ messageId, state: 2 }]));
		});
		try {
			const trigger = watching({ credential: at(service, server.address) }, ids);
			await expect(poll(trigger)).rejects.toMatchObject({ httpCode: '403' });
			expect(asked.sort()).toEqual(ids.slice(0, 20).sort());
			const seen = await poll(trigger);
			expect(seen?.map(({ messageId }) => messageId).sort()).toEqual(ids.slice(20).sort());
			// What was refused is asked for again, and shows as an error when nothing else is left to read.
			expect(trigger.warnings.length).toBeGreaterThan(0);
		} finally {
			await server.stop();
		}
	});

	it('reads the others in the end when the service is too busy for one again and again', async () => {
		const ids = Array.from({ length: 60 }, (_, n) => `m-${n}`);
		const server = await AnsweringServer.start(async (request, response) => {
			const { messageId } = JSON.parse(await text(request));
			const isTurnedAway = messageId === 'm-0';
			response.writeHead(isTurnedAway ? 429 : 200).end(JSON.stringify([{ messageId, state: 2 }]));
		});
		try {
			const trigger = watching({ credential: at(service, server.address) }, ids);
			const seen: unknown[] = [];
			for (let n = 0; n < 3; n++) {
				for (const { messageId } of (await poll(trigger)) ?? []) seen.push(messageId);
			}
			expect(seen.sort()).toEqual(ids.slice(1).sort());
		} finally {
			await server.stop();
		}
	});

	it('begins no request after half of the time that n8n gives it', async () => {
		const ids = Array.from({ length: 60 }, (_, n) => `m-${n}`);
		const answers: Array<() => void> = [];
		let isHolding = true;
		const server = await AnsweringServer.start(async (request, response) => {
			const { messageId } = JSON.parse(await text(request));
			const answer = () => response.end(JSON.stringify([{ messageId, state: 0 }]));
			if (isHolding) answers.push(answer);
			else answer();
		});
		try {
			const trigger = watching({ credential: at(service, server.address) }, ids);
			trigger.budgetMs = 5_000;
			const first = trigger.poll();
			await eventually('20 requests', () => answers.length >= 20);
			await clock.pass(2_500);
			for (const answer of answers) answer();
			expect(await clock.until(first)).toHaveLength(20);
			isHolding = false;
			trigger.budgetMs = 300_000;
			expect(await poll(trigger)).toHaveLength(40);
			expect(server.received).toHaveLength(20 + 40 + 20);
		} finally {
			await server.stop();
		}
	});
});

describe('Trigger: a report that is never answered', () => {
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
	const { poll } = polledByClock();
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
			{ watch: 'messages', messageIds: ids.join(), triggerOn: 'partAddedOrUpdated' },
		);
		expect(await poll(trigger)).toHaveLength(100);
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
		expect(await poll(watching(service, ids))).toHaveLength(3);
		expect(await reportRequests(service)).toHaveLength(4);
	});

	it('waits as long as the service asks, with all messages', async () => {
		const server = await SlowServer.start(1, (request) => (request === 1 ? 429 : 200), 0, {
			'retry-after': '1',
		});
		const ids = Array.from({ length: 60 }, (_, n) => `id${n}`);
		const trigger = new PolledTrigger(
			{ ...service.credential, sandboxUrl: server.address },
			{ watch: 'messages', messageIds: ids.join(), triggerOn: 'partAddedOrUpdated' },
		);
		expect(await poll(trigger)).toHaveLength(60);
		await server.stop();
		expect(server.arrivals).toHaveLength(61);
		// The 20 that were under way when the service said so are answered; no other begins before.
		const later = server.arrivals.filter((at) => at - server.arrivals[0] === 1000);
		expect(later.length).toBeGreaterThanOrEqual(61 - 20);
	});

	it('waits for the reports of a campaign too', async () => {
		const path = '/campaigns/7/reports';
		await service.fail({ path, kind: 'status', status: 429, retryAfter: 1 });
		await service.fail({ path, kind: 'status', status: 200, body: [{ messageId: 'a' }] });
		const trigger = new PolledTrigger(service.credential, {
			watch: 'campaign',
			campaignId: '7',
			triggerOn: 'partAddedOrUpdated',
		});
		expect(await poll(trigger)).toHaveLength(1);
	});

	it('waits no longer than n8n lets a poll take', async () => {
		const ids = await sendMany(2);
		await service.fail({ ...report, kind: 'status', status: 429, retryAfter: 6, count: 2 });
		const trigger = watching(service, ids);
		trigger.budgetMs = 10_000;
		await expect(poll(trigger)).rejects.toMatchObject({ httpCode: '429' });
		expect(await reportRequests(service)).toHaveLength(2);
		expect(trigger.staticData).toMatchObject({ memory: { messages: {} } });
	});
});
