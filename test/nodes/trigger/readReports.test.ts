import type { NodeError } from 'n8n-workflow';
import { text } from 'node:stream/consumers';

import { AnsweringServer } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { PolledTrigger, reportRequests, watching } from '../../support/poll';
import { API_KEY, serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

const service = serviceForTests();

const report = { path: '/v1/sms/report', kind: 'status', status: 200 };

const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `m-${n}`);

let server: AnsweringServer | SlowServer | undefined;
afterEach(async () => {
	await server?.stop();
	server = undefined;
});

/** A trigger on messages of a server that answers each with a status of its own. */
async function answering(messageIds: string[], statusOf: (messageId: string) => number) {
	server = await AnsweringServer.start(async (request, response) => {
		const { messageId } = JSON.parse(await text(request));
		response.writeHead(statusOf(messageId)).end(JSON.stringify([{ messageId, state: 2 }]));
	});
	return watching({ credential: at(service, server.address) }, messageIds);
}

const idsOf = (items: Awaited<ReturnType<PolledTrigger['poll']>>) =>
	(items ?? []).map(({ messageId }) => messageId);

it('Of a report that is never answered, the others come out within the time n8n gives a poll', async () => {
	const ids = await Promise.all([1, 2, 3].map(async (n) => await service.send(`3706000000${n}`)));
	await service.fail({ ...report, kind: 'timeout', after: 1 });
	const trigger = watching(service, ids);
	trigger.budgetMs = 4_000;
	expect(await trigger.poll()).toHaveLength(2);
	expect(await trigger.poll()).toHaveLength(1);
});

describe('Trigger: reports that cannot be read, or whose service is busy', () => {
	const clock = clockForTests();
	/** One poll; the time passes that it waits for. */
	const poll = async (trigger: PolledTrigger) => await clock.until(trigger.poll());
	/** A trigger on so many messages of a service that answers slowly, or when a test says so. */
	const watchingSlow = async (count: number, ...given: Parameters<typeof SlowServer.start>) => {
		const slow = (server = await SlowServer.start(...given));
		return { slow, trigger: watching({ credential: at(service, slow.address) }, namesOf(count)) };
	};

	it('is not held up by an id that fails, and asks for it again', async () => {
		const [a, b] = [await service.send('37060000001'), await service.send('37060000011')];
		await service.fail({ ...report, status: 500 });
		const trigger = watching(service, [a, b]);
		expect([idsOf(await poll(trigger)), idsOf(await poll(trigger))]).toEqual([[b], [a]]);
		expect(await poll(trigger)).toBeNull();
	});

	it('throws if nothing could be read, and repeats it; the key is in no error and no warning', async () => {
		const ids = [await service.send('37060000001'), await service.send('37060000002')];
		const trigger = watching(service, ids);
		const answer = { ...report, status: 404, body: `Unknown ${API_KEY}` };
		await service.fail({ ...answer, count: 2 });
		const error = await poll(trigger).catch((reason: Error) => reason);
		expect(error).toMatchObject({
			message: 'Unknown ***',
			description: expect.stringContaining(ids[0]),
		});
		expect(trigger.staticData).toEqual({});
		await service.fail({ ...answer, count: 1 });
		expect(await poll(trigger)).toHaveLength(1);
		expect(JSON.stringify(trigger.warnings)).toContain('Unknown ***');
		expect(JSON.stringify([error, trigger.warnings])).not.toContain(API_KEY);
	});

	it('takes no error for a report, and asks again', async () => {
		const messageId = await service.send('37060000001');
		const trigger = watching(service, messageId);
		for (const body of [{ message: 'Down' }, [{ messageId, error: 'Down', errorCode: 'SYS1' }]]) {
			await service.fail({ ...report, body });
			await expect(poll(trigger)).rejects.toMatchObject({
				message: expect.stringContaining('Down'),
				description: expect.stringContaining(messageId),
			});
		}
		expect(trigger.staticData).toEqual({});
		const parts = [{ messageId, partId: '1', state: 2 }];
		await service.fail({ ...report, body: { data: { parts } } });
		expect(await poll(trigger)).toMatchObject([{ messageId }]);
	});

	it.each([
		['a rate limit', { status: 429, retryAfter: 61 }, 'rate-limited', 61_000],
		['a refused key', { status: 401 }, 'credential-invalid', undefined],
	])('declares %s, and does not ask on', async (_, fault, cause, retryAfterMs) => {
		await service.fail({ ...report, count: 1000, ...fault });
		const failure = { cause, ...(retryAfterMs && { retryAfterMs }) };
		await expect(poll(watching(service, namesOf(60)))).rejects.toMatchObject({
			httpCode: String(fault.status),
			failure,
		});
		expect((await reportRequests(service)).length).toBeLessThanOrEqual(20);
	});

	it('names each ID that a test event could not read', async () => {
		const good = await service.send('37060000001');
		const manual = async (ids: string[]) => {
			const failed: unknown = await clock
				.until(watching(service, ids).poll('manual'))
				.catch((error: Error) => error);
			return String((failed as NodeError).description);
		};
		expect(await manual([good, 'm-0'])).not.toMatch(new RegExp(`${good}|Also not read`));
		expect(await manual([good, ...namesOf(3)])).toMatch(/message m-0.*message m-1, message m-2\.$/);
		const many = await manual(namesOf(30));
		expect(many.match(/message m-/g)).toHaveLength(21);
		expect(many).toMatch(/and 9 more\.$/);
	});

	it('goes on where a rate limit ended the poll, so that no id waits for ever', async () => {
		let answers = 0;
		const trigger = await answering(namesOf(30), () => (answers++ < 10 ? 200 : 429));
		const emitted = new Set<unknown>();
		for (let n = 0; n < 6; n++) {
			answers = 0;
			for (const messageId of idsOf(await poll(trigger))) emitted.add(messageId);
		}
		expect(emitted.size).toBe(30);
	});

	it.each([
		['the reports of 20 are refused with 403', 20, 403],
		['the service is too busy for the first one', 1, 429],
	])('reads the others in the end when %s again and again', async (_, count, status) => {
		const ids = namesOf(60);
		const bad = ids.slice(0, count);
		const trigger = await answering(ids, (id) => (bad.includes(id) ? status : 200));
		// n8n may forget what a poll remembers that emits nothing.
		trigger.keepsOnlyWithItems = true;
		const seen: unknown[] = [];
		for (let n = 0; n < 4; n++) seen.push(...idsOf(await poll(trigger).catch(() => null)));
		expect(seen.sort()).toEqual(ids.filter((id) => !bad.includes(id)).sort());
	});

	it('begins the next poll behind the message for which the service was too busy', async () => {
		const trigger = await answering(namesOf(5), (id) => (id === 'm-2' ? 429 : 200));
		await poll(trigger);
		expect(trigger.staticData.memory).toMatchObject({ resumeAt: 'm-3' });
	});

	it('tells of entries of no message, in whichever report they are', async () => {
		const note = { note: 'late' };
		server = await AnsweringServer.start(async (request, response) => {
			const { messageId } = JSON.parse(await text(request));
			const strays = messageId === 'm-1' ? [note, { note: 'later' }] : [];
			response.end(JSON.stringify([{ messageId, partId: '1', state: 2 }, ...strays]));
		});
		const trigger = watching({ credential: at(service, server.address) }, namesOf(3));
		expect(await poll(trigger)).toHaveLength(3);
		expect(trigger.warnings).toEqual([[expect.stringContaining(JSON.stringify(note))]]);
	});

	it('gives a request no more time than is left of the poll', async () => {
		const { slow, trigger } = await watchingSlow(21, 0);
		slow.hold();
		trigger.budgetMs = 50_000;
		const limits = jest.spyOn(AbortSignal, 'timeout');
		const polled = trigger.poll();
		await eventually('20 requests', () => slow.arrivals.length === 20);
		await clock.pass(20_000);
		limits.mockClear();
		slow.release();
		expect(await clock.until(polled)).toHaveLength(21);
		const times = limits.mock.calls.map(([ms]) => ms);
		limits.mockRestore();
		expect(Math.max(...times)).toBe(30_000);
	});

	it('begins no request after half of the time that n8n gives it', async () => {
		const { slow, trigger } = await watchingSlow(60, 0);
		slow.hold();
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

	it('asks no more than 20 at a time', async () => {
		const { slow, trigger } = await watchingSlow(100, 20);
		expect(await poll(trigger)).toHaveLength(100);
		expect(slow.mostAtOnce).toBe(20);
	});

	it('asks again in the same poll after a passing failure, also for a campaign', async () => {
		await service.fail({ ...report, status: 502 });
		expect(await poll(watching(service, await service.send('37060400001')))).toHaveLength(1);
		const path = '/campaigns/7/reports';
		await service.fail({ ...report, path, status: 429, retryAfter: 1 });
		await service.fail({ ...report, path, body: [{ state: 1 }] });
		const trigger = new PolledTrigger(service.credential, {
			...{ watch: 'campaign', campaignId: '7', triggerOn: 'entryAddedOrUpdated' },
		});
		expect(await poll(trigger)).toHaveLength(1);
	});

	it('waits as long as the service asks, with all messages', async () => {
		const statusOf = (request: number) => (request === 1 ? 429 : 200);
		const headers = { 'retry-after': '1' };
		const { slow, trigger } = await watchingSlow(60, 1, statusOf, 0, headers);
		expect(await poll(trigger)).toHaveLength(60);
		expect(slow.arrivals).toHaveLength(61);
		// The 20 that were under way when the service said so are answered; no other begins before.
		const later = slow.arrivals.filter((arrival) => arrival - slow.arrivals[0] === 1000);
		expect(later.length).toBeGreaterThanOrEqual(61 - 20);
	});

	it('waits no longer than n8n lets a poll take', async () => {
		await service.fail({ ...report, status: 429, retryAfter: 6, count: 2 });
		const trigger = watching(service, namesOf(2));
		trigger.budgetMs = 10_000;
		await expect(poll(trigger)).rejects.toMatchObject({ httpCode: '429' });
		expect(await reportRequests(service)).toHaveLength(2);
		expect(trigger.staticData).toMatchObject({ memory: { messages: {} } });
	});
});
