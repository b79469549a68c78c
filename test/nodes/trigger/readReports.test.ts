import type { NodeError } from 'n8n-workflow';
import { text } from 'node:stream/consumers';

import { TRIGGER_ON } from '../../../nodes/MessagingService/trigger/triggerSettings';
import { AnsweringServer } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { PolledTrigger, reportRequests, UNKNOWN, watching } from '../../support/poll';
import { API_KEY, serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

const service = serviceForTests();

const report = { path: '/v1/sms/report' };

const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `m-${n}`);

/** A trigger on messages of a server that answers each with a status of its own, and whom it was asked for. */
async function answering(
	messageIds: string[],
	statusOf: (messageId: string) => number,
	options = {},
) {
	const asked: string[] = [];
	server = await AnsweringServer.start(async (request, response) => {
		const { messageId } = JSON.parse(await text(request));
		asked.push(messageId);
		response.writeHead(statusOf(messageId)).end(JSON.stringify([{ messageId, state: 2 }]));
	});
	return {
		asked,
		trigger: watching({ credential: at(service, server.address) }, messageIds, options),
	};
}

let server: AnsweringServer | SlowServer | undefined;
afterEach(async () => {
	await server?.stop();
	server = undefined;
});

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
		await service.fail({ ...report, kind: 'status', status: 500 });
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
		await service.fail({ ...report, kind: 'drop', count: 100 });

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

	it.each(TRIGGER_ON)('takes no error for a report, and asks again: %s', async (triggerOn) => {
		const messageId = await service.send('37060000001');
		const trigger = watching(service, messageId, {}, triggerOn);
		const answer = { ...report, kind: 'status', status: 200 };
		for (const body of [{ message: 'Down' }, [{ messageId, error: 'Down', errorCode: 'SYS1' }]]) {
			await service.fail({ ...answer, body });
			await expect(poll(trigger)).rejects.toMatchObject({
				message: expect.stringContaining('Down'),
				description: expect.stringContaining(messageId),
			});
		}
		expect(trigger.staticData).toEqual({});
		const parts = [{ messageId, partId: '1', state: 2, delivered: '2026-11-22T10:00:00.000Z' }];
		await service.fail({ ...answer, body: { data: { parts } } });
		expect(await poll(trigger)).toMatchObject([{ messageId }]);
	});

	it.each([
		[
			'a rate limit with its waiting time',
			{ status: 429, retryAfter: 61 },
			{ httpCode: '429', failure: { cause: 'rate-limited', retryAfterMs: 61_000 } },
		],
		[
			'that the account is out of money',
			{ status: 402 },
			{ httpCode: '402', failure: { cause: 'quota-exhausted' } },
		],
	])('declares %s, and does not ask on', async (_, fault, declared) => {
		await service.fail({ ...report, kind: 'status', count: 1000, ...fault });
		await expect(poll(watching(service, namesOf(60)))).rejects.toMatchObject(declared);
		expect((await reportRequests(service)).length).toBeLessThanOrEqual(20);
	});

	it('has no key in the errors and warnings of reports that cannot be read', async () => {
		const [one, two] = [await service.send('37060000001'), await service.send('37060000002')];
		const answer = { ...report, kind: 'status', status: 404, body: `Unknown ${API_KEY}` };
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

	it('names each ID that a test event could not read', async () => {
		const good = await service.send('37060000001');
		const wrong = namesOf(30);
		const manual = async (ids: string[]) => {
			const failed: unknown = await clock
				.until(watching(service, ids).poll('manual'))
				.catch((error: Error) => error);
			return String((failed as NodeError).description);
		};
		const all = await manual([good, ...wrong.slice(0, 3)]);
		for (const id of wrong.slice(0, 3)) expect(all).toContain(`message ${id}`);
		expect(all).not.toContain(good);
		const one = await manual([good, 'm-0']);
		expect(one).toContain('message m-0');
		expect(one).not.toContain('Also not read');
		const many = await manual(wrong);
		expect(many.match(/message m-/g)).toHaveLength(21);
		expect(many).toMatch(/and 9 more\.$/);
		await expect(clock.until(watching(service, good).poll('manual'))).resolves.toHaveLength(1);
	});

	it('declares a refused key', async () => {
		const trigger = new PolledTrigger(
			{ ...service.credential, apiKey: 'wrong-key-123' },
			{ watch: 'messages', messageIds: UNKNOWN, triggerOn: 'entryAddedOrUpdated' },
		);
		const error = await poll(trigger).catch((reason: Error) => reason);
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(JSON.stringify(error)).not.toContain('wrong-key-123');
	});

	it('goes on where a rate limit ended the poll, so that no id waits for ever', async () => {
		let answers = 0;
		const { trigger } = await answering(namesOf(30), () => (answers++ < 10 ? 200 : 429));
		const emitted = new Set<unknown>();
		for (let n = 0; n < 6; n++) {
			answers = 0;
			for (const { messageId } of (await poll(trigger)) ?? []) emitted.add(messageId);
		}
		expect(emitted.size).toBe(30);
	});

	it.each([
		['the report of one is refused with 403', 'm-3', 403],
		['the service is too busy for one', 'm-0', 429],
	])('reads the others in the end when %s again and again', async (_, one, status) => {
		const ids = namesOf(60);
		const statusOf = (messageId: string) => (messageId === one ? status : 200);
		const { trigger } = await answering(ids, statusOf);
		const seen: unknown[] = [];
		for (let n = 0; n < 3; n++) {
			for (const { messageId } of (await poll(trigger)) ?? []) seen.push(messageId);
		}
		expect(seen.sort()).toEqual(ids.filter((id) => id !== one).sort());
	});

	it('begins the next poll behind the message for which the service was too busy', async () => {
		const { trigger } = await answering(namesOf(5), (id) => (id === 'm-2' ? 429 : 200));
		await poll(trigger);
		expect(trigger.staticData.memory).toMatchObject({ resumeAt: 'm-3' });
	});

	it('reads the others next time when all that were asked for are refused with 403', async () => {
		const ids = namesOf(50);
		const { trigger, asked } = await answering(ids, (id) => (Number(id.slice(2)) < 20 ? 403 : 200));
		await expect(poll(trigger)).rejects.toMatchObject({ httpCode: '403' });
		expect(asked.sort()).toEqual(ids.slice(0, 20).sort());
		const seen = await poll(trigger);
		expect(seen?.map(({ messageId }) => messageId).sort()).toEqual(ids.slice(20).sort());
		// What was refused is asked for again, and shows as an error when nothing else is left to read.
		expect(trigger.warnings.length).toBeGreaterThan(0);
	});

	it('begins no request after half of the time that n8n gives it', async () => {
		const slow = (server = await SlowServer.start(0));
		slow.hold();
		const trigger = watching({ credential: at(service, slow.address) }, namesOf(60));
		trigger.budgetMs = 5_000;
		const first = trigger.poll();
		await eventually('20 requests', () => slow.arrivals.length >= 20);
		await clock.pass(2_500);
		slow.release();
		expect(await clock.until(first)).toHaveLength(20);
		trigger.budgetMs = 300_000;
		expect(slow.arrivals).toHaveLength(20);
		await poll(trigger);
		expect(slow.arrivals).toHaveLength(20 + 60);
	});
});

describe('Trigger: a report that is never answered', () => {
	it('emits the others within the time n8n gives a poll when one is never answered', async () => {
		const ids = [
			await service.send('37060000001'),
			await service.send('37060000011'),
			await service.send('37060000021'),
		];
		await service.fail({ ...report, kind: 'timeout', after: 1 });
		const trigger = watching(service, ids);
		trigger.budgetMs = 4_000;
		expect(await trigger.poll()).toHaveLength(2);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('Trigger: a service that is busy', () => {
	const { poll } = polledByClock();
	const slowTrigger = (count: number, { address }: SlowServer) =>
		watching({ credential: at(service, address) }, namesOf(count));

	it('asks no more than 20 at a time', async () => {
		const slow = (server = await SlowServer.start(20));
		expect(await poll(slowTrigger(100, slow))).toHaveLength(100);
		expect(slow.mostAtOnce).toBe(20);
	});

	it.each([
		['502', { kind: 'status', status: 502 }],
		['503', { kind: 'status', status: 503 }],
		['a dropped connection', { kind: 'drop' }],
	])('asks again in the same poll after %s', async (_, fault) => {
		const ids = await Promise.all([1, 2, 3].map(async (n) => await service.send(`3706040000${n}`)));
		await service.fail({ ...report, ...fault });
		expect(await poll(watching(service, ids))).toHaveLength(3);
		expect(await reportRequests(service)).toHaveLength(4);
	});

	it('waits as long as the service asks, with all messages', async () => {
		const statusOf = (request: number) => (request === 1 ? 429 : 200);
		const slow = (server = await SlowServer.start(1, statusOf, 0, { 'retry-after': '1' }));
		expect(await poll(slowTrigger(60, slow))).toHaveLength(60);
		expect(slow.arrivals).toHaveLength(61);
		// The 20 that were under way when the service said so are answered; no other begins before.
		const later = slow.arrivals.filter((arrival) => arrival - slow.arrivals[0] === 1000);
		expect(later.length).toBeGreaterThanOrEqual(61 - 20);
	});

	it('waits for the reports of a campaign too', async () => {
		const path = '/campaigns/7/reports';
		await service.fail({ path, kind: 'status', status: 429, retryAfter: 1 });
		await service.fail({ path, kind: 'status', status: 200, body: [{ state: 1 }] });
		const trigger = new PolledTrigger(service.credential, {
			watch: 'campaign',
			campaignId: '7',
			triggerOn: 'entryAddedOrUpdated',
		});
		expect(await poll(trigger)).toHaveLength(1);
	});

	it('waits no longer than n8n lets a poll take', async () => {
		await service.fail({ ...report, kind: 'status', status: 429, retryAfter: 6, count: 2 });
		const trigger = watching(service, namesOf(2));
		trigger.budgetMs = 10_000;
		await expect(poll(trigger)).rejects.toMatchObject({ httpCode: '429' });
		expect(await reportRequests(service)).toHaveLength(2);
		expect(trigger.staticData).toMatchObject({ memory: { messages: {} } });
	});
});
