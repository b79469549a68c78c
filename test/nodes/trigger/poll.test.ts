import type { IDataObject, INodeParameters } from 'n8n-workflow';
import fc from 'fast-check';

import { PolledTrigger, UNKNOWN, knowing, reportRequests, watching } from '../../support/poll';
import { serviceForTests } from '../../support/service';
import {
	TRIGGER_ON,
	type TriggerSettings,
} from '../../../nodes/MessagingService/trigger/triggerSettings';
import { memoryOf, type Memory } from '../../../nodes/MessagingService/trigger/pollMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { AnsweringServer } from '../../support/answeringServer';
import { tries } from '../../support/properties';

const DAY = 24 * 3600_000;
const service = serviceForTests();
const report = { path: '/v1/sms/report', kind: 'status', status: 200 };
/** A trigger on the entries of a campaign. */
const watchingCampaign = (campaignId: string, more: INodeParameters = {}, credential = {}) =>
	new PolledTrigger(
		{ ...service.credential, ...credential },
		{ ...{ triggerOn: 'entryAddedOrUpdated', watch: 'campaign', campaignId }, ...more },
	);
const byMessage = { triggerOn: 'messageCompleted' };

describe('A trigger on messages', () => {
	it('emits each part as the service gave it when it appears, and again when it changes', async () => {
		const messageId = await service.send('37060012345', 'x'.repeat(200));
		const trigger = watching(service, messageId);

		const part = { messageId, to: 37060012345, partId: expect.any(String), state: 0 };
		expect(await trigger.poll()).toEqual([part, part]);
		const { memory } = trigger.staticData;
		expect(await trigger.poll()).toBeNull();
		// n8n stores nothing anew.
		expect(trigger.staticData.memory).toBe(memory);

		await service.advance(DAY);
		const second = await trigger.poll();
		expect(second?.map(({ state, delivered }) => [state, typeof delivered])).toEqual([
			[2, 'string'],
			[2, 'string'],
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('emits a change once when a poll begins before the last one has ended, each workflow by itself', async () => {
		const messageId = await service.send('37060000001');
		const [one, copy] = [watching(service, messageId), watching(service, messageId)];
		await service.control('POST', 'latency', { ms: 300 });
		const polls = await Promise.all([one, copy, one].map(async (trigger) => await trigger.poll()));
		expect(polls.map((items) => items?.length)).toEqual([1, 1, undefined]);
		await service.control('POST', 'latency', { ms: 0 });
		await service.advance(DAY);
		expect(await one.poll()).toHaveLength(1);
	});

	it('asks no more about a message whose parts stood twice in states that the user named', async () => {
		const [done, open] = [await service.send('37060000001'), await service.send('37060000004')];
		await service.advance(DAY);
		const states = { deliveredStates: '2', failedStates: '3' };
		const trigger = watching(knowing(service, states), [done, open]);
		expect(await trigger.poll()).toHaveLength(2);
		await trigger.poll();
		await trigger.poll();
		expect(await reportRequests(service)).toEqual([done, open, done, open, open]);
	});

	it('reads the credential once per poll, however many messages are asked about', async () => {
		const { credential, reads } = service.countedCredential();
		const ids = [await service.send('37060000001'), await service.send('37060000009')];
		expect(await watching({ credential }, ids).poll()).toHaveLength(2);
		expect(reads()).toBe(1);
	});
});

describe('Message Completed', () => {
	it('emits one item for each message when its last part has ended, and asks no more about it', async () => {
		const messageId = await service.send('37060012345', 'x'.repeat(200));
		const trigger = watching(service, messageId, {}, 'messageCompleted');
		expect(await trigger.poll()).toBeNull();
		await service.advance(DAY);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({
				...{ messageId, to: 37060012345, parts: 2, delivered: 2, delivery: 'delivered' },
				entries: [expect.objectContaining({ state: 2 }), expect.objectContaining({ state: 2 })],
			}),
		]);
		const before = (await reportRequests(service)).length;
		// Once more, for a part that is not there yet.
		for (let n = 0; n < 3; n++) expect(await trigger.poll()).toBeNull();
		expect(await reportRequests(service)).toHaveLength(before + 1);
	});
});

const settings: fc.Arbitrary<Omit<TriggerSettings, 'startsFromNow'>> = fc.record({
	triggerOn: fc.constantFrom(...TRIGGER_ON),
	endStates: fc.record({
		delivered: fc.constantFrom([], [2]),
		failed: fc.constantFrom([], [4]),
	}),
});

const IDS = ['a', 'b', 'c', '__proto__'];
const entry = fc.record({
	partId: fc.constantFrom('1', '2'),
	state: fc.integer({ min: 0, max: 4 }),
	errorCode: fc.constantFrom(undefined, '27'),
});
/** What a poll reads of some messages; each entry says whose it is, so that it is found in what comes out. */
const round = fc
	.uniqueArray(fc.constantFrom(...IDS))
	.chain((ids) => fc.tuple(...ids.map((id) => fc.tuple(fc.constant(id), fc.array(entry)))))
	.map((reports) =>
		reports.map(([id, entries]): [string, IDataObject[]] => [
			id,
			entries.map((one) => ({ messageId: id, ...one })),
		]),
	);

describe('A trigger that starts from now', () => {
	const fromNow = (ids: string | string[]) => watching(service, ids, { firstPoll: 'startFromNow' });

	it('remembers what it reads first, and then emits what any other does: all of a campaign at once, or message by message', () => {
		const rounds = fc.array(round, { minLength: 1, maxLength: 5 });
		const idsAtFirst = fc.option(fc.subarray(IDS), { nil: undefined });
		fc.assert(
			fc.property(settings, idsAtFirst, rounds, (given, ids, drawn) => {
				const watched = (poll: number) => ids && (poll ? IDS : ids);
				const read = drawn.map((reports, poll) =>
					reports.filter(([id]) => watched(poll)?.includes(id) ?? true),
				);
				/** What each poll emits; n8n stores the memory in between. */
				const emittedBy = (startsFromNow: boolean) => {
					let stored: unknown;
					return read.map((reports, poll) => {
						const memory: Memory = memoryOf(stored, 'messageIds');
						const all = { ...given, startsFromNow, messageIds: watched(poll) };
						const news = whatIsNew(memory, new Map(reports), all);
						stored = JSON.parse(JSON.stringify(news.memory));
						return news.items;
					});
				};
				const isFirst = (poll: number, id: string) =>
					ids
						? ids.includes(id) && !read.slice(0, poll).some((one) => one.some(([of]) => of === id))
						: poll === 0;
				const expected = emittedBy(false).map((items, poll) =>
					items.filter(({ messageId }) => !isFirst(poll, String(messageId))),
				);
				expect(emittedBy(true)).toEqual(expected);
			}),
			tries(600),
		);
	});

	it('has its first poll when it could read something', async () => {
		const trigger = fromNow(await service.send('37060000001'));
		await service.fail({ ...report, status: 500, count: 1 });
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '500' });
		await service.advance(DAY);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	it('is still new when a busy service has ended the first poll before all were asked for', async () => {
		const ids = await Promise.all(
			Array.from({ length: 30 }, async (_, n) => await service.send(`370600300${10 + n}`)),
		);
		const trigger = fromNow(ids);
		await service.fail({ ...report, status: 429, retryAfter: 61, count: 20 });
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '429' });
		expect(await trigger.poll()).toBeNull();
		await service.advance(DAY);
		expect(await trigger.poll()).toHaveLength(30);
	});

	it('starts from now with another campaign too, and emits what that gets later', async () => {
		const path = (id: string) => ({ ...report, path: `/campaigns/${id}/reports` });
		const options = { firstPoll: 'startFromNow' };
		const trigger = watchingCampaign('7', { options });
		const [a, b, c] = ['a', 'b', 'c'].map((messageId) => ({ messageId, state: 1 }));
		await service.fail({ ...path('7'), body: [] });
		expect(await trigger.poll()).toBeNull();
		// An empty report was read: what comes now is new.
		await service.fail({ ...path('7'), body: [a] });
		expect(await trigger.poll()).toEqual([a]);

		trigger.parameters = { ...trigger.parameters, campaignId: '8' };
		await service.fail({ ...path('8'), body: [b] });
		expect(await trigger.poll()).toBeNull();
		await service.fail({ ...path('8'), body: [b, c] });
		expect(await trigger.poll()).toEqual([c]);
	});
});

describe('In an n8n that keeps what a poll remembers only if it emits something', () => {
	let server: AnsweringServer;
	let answer: unknown = [];
	beforeAll(async () => {
		server = await AnsweringServer.start((_, response) => response.end(JSON.stringify(answer)));
	});
	afterAll(async () => await server.stop());

	const watchingHere = (given: INodeParameters, states: object = {}) =>
		watchingCampaign('7', given, {
			...{ sandboxUrl: server.address, accountDefaults: true, ...states },
		});

	it('a trigger emits what it does in any other', async () => {
		const rounds = fc.array(fc.tuple(fc.constantFrom('7', '8'), round), {
			minLength: 2,
			maxLength: 6,
		});
		await fc.assert(
			fc.asyncProperty(settings, fc.boolean(), rounds, async (given, fromNow, polled) => {
				const { triggerOn, endStates } = given;
				const options: INodeParameters = fromNow ? { firstPoll: 'startFromNow' } : {};
				const states = {
					deliveredStates: endStates.delivered.join(),
					failedStates: endStates.failed.join(),
				};
				const [usual, other] = [1, 2].map(() => watchingHere({ triggerOn, options }, states));
				other.keepsOnlyWithItems = true;
				for (const [campaignId, reports] of polled) {
					answer = reports.flatMap(([, entries]) => entries);
					for (const trigger of [usual, other]) {
						trigger.parameters = { ...trigger.parameters, campaignId };
					}
					expect(await other.poll()).toEqual(await usual.poll());
				}
			}),
			tries(25),
		);
	});

	it('a trigger emits again what n8n lost along with the memory of it', async () => {
		const trigger = watchingHere(byMessage);
		answer = [{ messageId: 'a', partId: '1', state: 2, delivered: '2026-11-22T10:00:00.000Z' }];
		const items = await trigger.poll();
		expect(items).toHaveLength(1);
		// Also after a poll that emitted nothing, and remembered that the message has ended twice.
		for (const emitted of [null, items, null]) {
			if (emitted) trigger.staticData = {};
			expect(await trigger.poll()).toEqual(emitted);
		}
	});
});

describe('A trigger on a campaign', () => {
	const reports = { ...report, path: '/campaigns/7/reports' };

	it('emits the entries of all its messages, with the key in the query', async () => {
		const { campaignId } = await service.post('/campaigns', {
			...{ name: 'Sale', from: 'Shop', text: 'Hello' },
			recipients: ['37060000001', '37060000002'],
		});
		await service.advance(DAY);
		const trigger = watchingCampaign(` ${String(campaignId)}\n`);
		const items = await trigger.poll();
		expect(items?.map(({ to, state }) => [to, state])).toEqual([
			[37060000001, 2],
			[37060000002, 3],
		]);
		expect(await trigger.poll()).toBeNull();
		const [, read] = await service.received();
		expect(read).toMatchObject({ method: 'GET', query: { 'X-ApiKey': '***' } });
	});

	it('tells its messages apart, however a UUID is written, and has those without an ID in one', async () => {
		const id = '8d3f2a10-5f7e-4a52-9d0f-0c1e2b3a4d5f';
		const end = { partId: '1', delivered: '2026-11-21T10:00:00.000Z' };
		const bodyOf = (one: string, other: string) => [
			...[one, 8, undefined].map((messageId) => ({ messageId, ...end })),
			{ messageId: other, ...end, partId: '2' },
		];
		const body = bodyOf(id.toUpperCase(), id);
		await service.fail({ ...reports, body });
		const trigger = watchingCampaign('7', byMessage);
		const items = await trigger.poll();
		expect(items?.map(({ messageId, parts }) => [messageId, parts])).toEqual([
			...[
				[id.toUpperCase(), 2],
				['8', 1],
				['', 1],
			],
		]);
		// The next report may write it the other way.
		await service.fail({ ...reports, body: bodyOf(id, id.toUpperCase()) });
		expect(await trigger.poll()).toBeNull();
		await service.fail({ ...reports, body });
		expect(await watchingCampaign('7').poll()).toHaveLength(4);
	});

	it('tells in the log once of entries that it leaves out', async () => {
		const trigger = watchingCampaign('7');
		const note = { messageId: 'a', note: 'late' };
		for (const state of [1, 2]) {
			const part = { messageId: 'a', partId: '1', state };
			await service.fail({ ...reports, body: [note, part] });
			expect(await trigger.poll()).toEqual([part]);
		}
		expect(trigger.warnings).toEqual([[expect.stringContaining(JSON.stringify(note))]]);
	});

	it('throws if the service does not know it', async () => {
		await expect(watchingCampaign(UNKNOWN).poll()).rejects.toMatchObject({
			httpCode: '404',
			failure: { cause: 'configuration-invalid' },
			description: expect.stringContaining(`This was campaign ${UNKNOWN}.`),
		});
	});
});
