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

describe('Messages', () => {
	const service = serviceForTests();

	describe('Trigger: message IDs', () => {
		it('emits each part as the service gave it when it appears, and again when it changes', async () => {
			const messageId = await service.send('37060012345', 'x'.repeat(200));
			const trigger = watching(service, messageId);

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

		it.each([
			['a, b\nc a;d', ['a', 'b', 'c', 'd']],
			[', a,\n,', ['a']],
			['={{ ["a", "b"] }}', ['a', 'b']],
			['={{ ["", null, [" a "], undefined] }}', ['a']],
			['={{ [7, ["a", ["b, c"]], "7"] }}', ['7', 'a', 'b', 'c']],
			['={{ null }}', []],
			['={{ [] }}', []],
		])('takes each ID of %j once', async (messageIds, ids) => {
			await service.fail({
				kind: 'status',
				status: 200,
				body: [],
				path: '/v1/sms/report',
				count: 9,
			});
			expect(await watching(service, messageIds).poll()).toBeNull();
			expect(await reportRequests(service)).toEqual(ids);
		});

		it('writes nothing into what n8n stores if nothing has changed', async () => {
			const trigger = watching(service, [await service.send('37060000001')]);
			await trigger.poll();
			const { memory } = trigger.staticData;
			expect(memory).toBeDefined();
			expect(await trigger.poll()).toBeNull();
			expect(trigger.staticData.memory).toBe(memory);
			await service.advance(60_000);
			await trigger.poll();
			expect(trigger.staticData.memory).not.toEqual(memory);
		});

		it('emits a change once when a poll begins before the last one has ended', async () => {
			const ids = [await service.send('37060000001'), await service.send('37060000011')];
			const trigger = watching(service, ids);
			await service.control('POST', 'latency', { ms: 500 });
			const polls = await Promise.all([trigger.poll(), trigger.poll()]);
			expect(polls.flatMap((items) => items ?? [])).toHaveLength(2);
			await service.control('POST', 'latency', { ms: 0 });
			await service.advance(DAY);
			expect(await trigger.poll()).toHaveLength(2);
		});

		it('asks no more about a message whose parts stood twice in states that the user named', async () => {
			const [done, open] = [await service.send('37060000001'), await service.send('37060000004')];
			await service.advance(DAY);
			const trigger = watching(knowing(service, { deliveredStates: '2', failedStates: '3' }), [
				done,
				open,
			]);
			expect(await trigger.poll()).toHaveLength(2);
			await trigger.poll();
			await trigger.poll();
			expect(await reportRequests(service)).toEqual([done, open, done, open, open]);
		});

		it('polls in two workflows at the same time whose nodes have the same ID', async () => {
			const messageId = await service.send('37060000001');
			await service.control('POST', 'latency', { ms: 300 });
			const [one, copy] = [watching(service, messageId), watching(service, messageId)];
			const polls = await Promise.all([one.poll(), copy.poll()]);
			expect(polls.map((items) => items?.length)).toEqual([1, 1]);
		});

		it('forgets ids that are not watched any more', async () => {
			const [a, b] = [await service.send('37060000001'), await service.send('37060000011')];
			const trigger = watching(service, [a, b]);
			await trigger.poll();
			trigger.parameters = { ...trigger.parameters, messageIds: b };
			await trigger.poll();
			expect(JSON.stringify(trigger.staticData)).not.toContain(a);
			expect(JSON.stringify(trigger.staticData)).toContain(b);
		});

		it('emits only the errors if the options ask for that', async () => {
			const ids = [
				await service.send('37060000001'),
				await service.send('37060000002'),
				await service.send('37060000004'),
			];
			await service.advance(DAY);
			expect(await watching(service, ids, { onlyErrors: true }).poll()).toMatchObject([
				{ state: 3, errorCode: '27' },
			]);
		});

		it('asks once for a message whose UUID stands there twice, once in capitals', async () => {
			const id = await service.send('37060000001');
			await service.advance(DAY);
			const trigger = watching(service, [id.toUpperCase(), id, id]);
			expect(await trigger.poll()).toHaveLength(1);
			expect(await service.received()).toHaveLength(2);
		});
	});

	describe('Trigger: the credential', () => {
		it('is read once per poll, however many messages are asked about', async () => {
			const { credential, reads } = service.countedCredential();
			const ids = [await service.send('37060000001'), await service.send('37060000009')];
			const trigger = watching({ credential }, ids);
			expect(await trigger.poll()).toHaveLength(2);
			expect(reads()).toBe(1);
			await trigger.poll();
			expect(reads()).toBe(2);
		});
	});

	describe('Trigger: Message Completed', () => {
		const watchingWhole = (ids: string | string[]) =>
			watching(service, ids, {}, 'messageCompleted');

		it('emits one item for each message when its last part has ended, and asks no more about it', async () => {
			const messageId = await service.send('37060012345', 'x'.repeat(200));
			const trigger = watchingWhole(messageId);
			expect(await trigger.poll()).toBeNull();
			await service.advance(DAY);
			expect(await trigger.poll()).toEqual([
				expect.objectContaining({
					messageId,
					to: 37060012345,
					parts: 2,
					delivered: 2,
					delivery: 'delivered',
					entries: [expect.objectContaining({ state: 2 }), expect.objectContaining({ state: 2 })],
				}),
			]);
			const before = (await reportRequests(service)).length;
			// Once more, for a part that is not there yet.
			for (let n = 0; n < 3; n++) expect(await trigger.poll()).toBeNull();
			expect(await reportRequests(service)).toHaveLength(before + 1);
		});

		it('asks again about parts that had ended only by states that the user has corrected', async () => {
			const trigger = watching(knowing(service, { deliveredStates: '1' }), UNKNOWN);
			const pollAt = async (state: number) => {
				const body = JSON.stringify([{ messageId: UNKNOWN, partId: '1', state }]);
				await service.reset();
				await service.fail({ path: '/v1/sms/report', kind: 'status', status: 200, body });
				return await trigger.poll();
			};
			expect([await pollAt(1), await pollAt(1), await pollAt(2)]).toEqual([
				[expect.objectContaining({ state: 1 })],
				null,
				null,
			]);
			trigger.credential = knowing(service, { deliveredStates: '2' }).credential;
			expect(await pollAt(2)).toEqual([expect.objectContaining({ state: 2 })]);
		});

		it('emits a message once when states are given later', async () => {
			const [ended, open] = [await service.send('37060000001'), await service.send('37060000011')];
			await service.advance(60_000);
			const trigger = watchingWhole([ended]);
			expect(await trigger.poll()).toHaveLength(1);
			trigger.parameters = watchingWhole([ended, open]).parameters;
			trigger.credential = knowing(service, { deliveredStates: '2' }).credential;
			const later = await trigger.poll();
			expect(later?.map(({ messageId }) => messageId)).toEqual([open]);
			expect(await trigger.poll()).toBeNull();
		});

		it('shows each message as it is when a test event is fetched', async () => {
			const messageId = await service.send('37060012345', 'x'.repeat(200));
			const trigger = watchingWhole(messageId);
			expect(await trigger.poll('manual')).toEqual([
				expect.objectContaining({ messageId, parts: 2, pending: 2, delivery: 'pending' }),
			]);
			expect(await trigger.poll()).toBeNull();
		});
	});
});

describe('The first poll', () => {
	const service = serviceForTests();

	/** A trigger on messages that starts from now. */
	const fromNow = (ids: string | string[], triggerOn?: string) =>
		watching(service, ids, { firstPoll: 'startFromNow' }, triggerOn);

	const settings: fc.Arbitrary<Omit<TriggerSettings, 'startsFromNow'>> = fc.record({
		triggerOn: fc.constantFrom(...TRIGGER_ON),
		endStates: fc.record({
			delivered: fc.constantFrom([], [2]),
			failed: fc.constantFrom([], [4]),
		}),
		onlyErrors: fc.boolean(),
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

	/** What each poll emits, by message; n8n stores the memory in between. */
	function emittedBy(
		startsFromNow: boolean,
		given: Omit<TriggerSettings, 'startsFromNow'>,
		rounds: Array<Array<[string, IDataObject[]]>>,
		watched?: (poll: number) => Set<string>,
	) {
		let stored: unknown;
		return rounds.map((reports, poll) => {
			const memory: Memory = memoryOf(stored, 'messageIds');
			const all = { ...given, startsFromNow };
			const news = whatIsNew(memory, new Map(reports), {
				...all,
				messageIds: watched && [...watched(poll)],
			});
			stored = JSON.parse(JSON.stringify(news.memory));
			return news.items;
		});
	}

	describe('A trigger that starts from now', () => {
		it('emits nothing in its first poll, and then what any other does', () => {
			fc.assert(
				fc.property(settings, fc.array(round, { minLength: 1, maxLength: 5 }), (given, rounds) => {
					const [first, ...later] = emittedBy(true, given, rounds);
					expect(first).toEqual([]);
					// All of a campaign is read at once, so there is nothing that the first poll has missed.
					expect(later).toEqual(emittedBy(false, given, rounds).slice(1));
				}),
				tries(300),
			);
		});

		it('remembers what the first poll could not read, when it reads it first, and emits what was added later', () => {
			const watchedAtFirst = fc.subarray(IDS);
			fc.assert(
				fc.property(
					settings,
					watchedAtFirst,
					fc.array(round, { minLength: 1, maxLength: 5 }),
					(given, ids, rounds) => {
						const watched = (poll: number) => new Set(poll ? IDS : ids);
						const read = rounds.map((reports, poll) =>
							reports.filter(([id]) => watched(poll).has(id)),
						);
						const isFirstReading = (poll: number, id: string) =>
							ids.includes(id) && !read.slice(0, poll).some((one) => one.some(([of]) => of === id));
						const expected = emittedBy(false, given, read, watched).map((items, poll) =>
							items.filter(({ messageId }) => !isFirstReading(poll, String(messageId))),
						);
						expect(emittedBy(true, given, read, watched)).toEqual(expected);
					},
				),
				tries(300),
			);
		});

		it('has its first poll when it could read something', async () => {
			const trigger = fromNow(await service.send('37060000001'));
			await service.fail({ kind: 'status', status: 500, path: '/v1/sms/report', count: 1 });
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
			trigger.parameters.options = { firstPoll: 'startFromNow' };
			await service.fail({
				kind: 'status',
				status: 429,
				retryAfter: 61,
				path: '/v1/sms/report',
				count: 20,
			});
			await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '429' });
			expect(trigger.staticData.memory).toMatchObject({
				source: 'messageIds',
				resumeAt: expect.any(String),
			});
			expect(await trigger.poll()).toBeNull();
			await service.advance(DAY);
			expect(await trigger.poll()).toHaveLength(30);
		});

		it('starts from now with another campaign too, and emits what that gets later', async () => {
			const path = (id: string) => ({
				path: `/campaigns/${id}/reports`,
				kind: 'status',
				status: 200,
			});
			const trigger = new PolledTrigger(service.credential, {
				triggerOn: 'entryAddedOrUpdated',
				watch: 'campaign',
				campaignId: '7',
				options: { firstPoll: 'startFromNow' },
			});
			await service.fail({ ...path('7'), body: [] });
			expect(await trigger.poll()).toBeNull();
			// An empty report was read: what comes now is new.
			await service.fail({ ...path('7'), body: [{ messageId: 'a', state: 1 }] });
			expect(await trigger.poll()).toHaveLength(1);

			trigger.parameters = { ...trigger.parameters, campaignId: '8' };
			const old = { messageId: 'b', state: 1 };
			await service.fail({ ...path('8'), body: [old] });
			expect(await trigger.poll()).toBeNull();
			await service.fail({ ...path('8'), body: [old, { messageId: 'c', state: 1 }] });
			expect(await trigger.poll()).toEqual([expect.objectContaining({ messageId: 'c' })]);
		});

		it('shows what is there when a test event is fetched, and its first poll still only remembers', async () => {
			const trigger = fromNow(await service.send('37060000001'));
			expect(await trigger.poll('manual')).toHaveLength(1);
			expect(trigger.staticData).toEqual({});
			expect(await trigger.poll()).toBeNull();
			expect(await trigger.poll('manual')).toHaveLength(1);
			await service.advance(DAY);
			expect(await trigger.poll()).toHaveLength(1);
		});

		it('emits each poll whatever First Poll says, where Trigger On is Every Poll', async () => {
			const trigger = fromNow(await service.send('37060000001'), 'everyPoll');
			expect(await trigger.poll()).toHaveLength(1);
			expect(await trigger.poll()).toHaveLength(1);
		});
	});

	describe('In an n8n that keeps what a poll remembers only if it emits something', () => {
		let server: AnsweringServer;
		let answer: unknown = [];
		beforeAll(async () => {
			server = await AnsweringServer.start((_, response) => response.end(JSON.stringify(answer)));
		});
		afterAll(async () => await server.stop());

		const watchingCampaign = (
			given: INodeParameters,
			states: object,
			keepsOnlyWithItems: boolean,
		) => {
			const credential = { ...service.credential, sandboxUrl: server.address };
			const trigger = new PolledTrigger(
				{ ...credential, accountDefaults: true, ...states },
				{ watch: 'campaign', campaignId: '7', ...given },
			);
			trigger.keepsOnlyWithItems = keepsOnlyWithItems;
			return trigger;
		};

		it('a trigger emits what it does in any other', async () => {
			const rounds = fc.array(fc.tuple(fc.constantFrom('7', '8'), round), {
				minLength: 2,
				maxLength: 6,
			});
			await fc.assert(
				fc.asyncProperty(settings, fc.boolean(), rounds, async (given, fromNow, polled) => {
					const { triggerOn, onlyErrors, endStates } = given;
					const options = { onlyErrors, ...(fromNow && { firstPoll: 'startFromNow' }) };
					const states = {
						deliveredStates: endStates.delivered.join(),
						failedStates: endStates.failed.join(),
					};
					const [usual, other] = [false, true].map((keepsOnlyWithItems) =>
						watchingCampaign({ triggerOn, options }, states, keepsOnlyWithItems),
					);
					for (const [campaignId, reports] of polled) {
						answer = reports.flatMap(([, entries]) => entries);
						for (const trigger of [usual, other]) {
							trigger.parameters = { ...trigger.parameters, campaignId };
						}
						expect(await other.poll()).toEqual(await usual.poll());
					}
				}),
				tries(60),
			);
		});

		it.each(['entryAddedOrUpdated', 'messageCompleted'])(
			'a trigger emits again what n8n lost along with the memory of it: %s',
			async (triggerOn) => {
				const trigger = watchingCampaign({ triggerOn }, {}, false);
				const delivered = '2026-11-22T10:00:00.000Z';
				answer = [{ messageId: 'a', partId: '1', state: 2, delivered }];
				const items = await trigger.poll();
				expect(items).toHaveLength(1);
				trigger.staticData = {};
				expect(await trigger.poll()).toEqual(items);
			},
		);

		it('a poll begins with the messages that the last one could not ask for', async () => {
			const ids = Array.from({ length: 40 }, (_, n) => `m-${n}`);
			const trigger = watching(service, ids);
			trigger.keepsOnlyWithItems = true;
			const refused = { path: '/v1/sms/report', kind: 'status', status: 403 };
			await service.fail({ ...refused, count: 20 });
			await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '403' });
			await service.reset();
			await service.fail({ ...refused, count: 20 });
			await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '403' });
			expect((await reportRequests(service)).sort()).toEqual(ids.slice(20).sort());
		});

		it('another campaign starts from now, and its changes are emitted', async () => {
			const given = { triggerOn: 'messageCompleted', options: { firstPoll: 'startFromNow' } };
			const trigger = watchingCampaign(given, {}, true);
			const part = { messageId: 'a', partId: '1', state: 1 };
			answer = [part];
			expect(await trigger.poll()).toBeNull();
			expect(trigger.staticData).toEqual({});
			answer = [{ ...part, state: 2, delivered: '2026-11-22T10:00:00.000Z' }];
			expect(await trigger.poll()).toEqual([expect.objectContaining({ messageId: 'a' })]);
			expect(trigger.staticData).toMatchObject({ memory: { source: 'campaign 7' } });
			expect(await trigger.poll()).toBeNull();
		});
	});
});

describe('A campaign', () => {
	const service = serviceForTests();

	describe('Trigger: campaign', () => {
		const watchingCampaign = (campaignId: string, triggerOn = 'entryAddedOrUpdated') =>
			new PolledTrigger(service.credential, { triggerOn, watch: 'campaign', campaignId });

		async function create(recipients: string[]): Promise<string> {
			const { campaignId } = await service.post('/campaigns', {
				name: 'Sale',
				from: 'Shop',
				text: 'Hello',
				recipients,
			});
			await service.advance(DAY);
			return campaignId as string;
		}

		it('emits the entries of all its messages, with the key in the query', async () => {
			const trigger = watchingCampaign(` ${await create(['37060000001', '37060000002'])}\n`);
			const items = await trigger.poll();
			expect(items?.map(({ to, state }) => [to, state])).toEqual([
				[37060000001, 2],
				[37060000002, 3],
			]);
			expect(await trigger.poll()).toBeNull();
			const [, read] = await service.received();
			expect(read).toMatchObject({ method: 'GET', query: { 'X-ApiKey': '***' } });
		});

		it('tells its messages apart, and has those without an id in one', async () => {
			const end = { partId: '1', delivered: '2026-11-21T10:00:00.000Z' };
			const path = '/campaigns/7/reports';
			const other = { messageId: 'a', ...end, partId: '2' };
			const body = [{ messageId: 'a', ...end }, { messageId: 8, ...end }, end, other];
			await service.fail({ path, kind: 'status', status: 200, body, count: 2 });
			const byMessage = watchingCampaign('7', 'messageCompleted');
			expect((await byMessage.poll())?.map(({ messageId, parts }) => [messageId, parts])).toEqual([
				['a', 2],
				['8', 1],
				['', 1],
			]);
			expect(Object.keys((byMessage.staticData.memory as { messages: object }).messages)).toEqual([
				'8',
				'a',
				'',
			]);
			expect(await watchingCampaign('7').poll()).toHaveLength(4);
		});

		it.each([
			['a UUID in capitals is the same one', '8d3f2a10-5f7e-4a52-9d0f-0c1e2b3a4d5f', [2]],
			['another ID in capitals is another', 'msg-a', [1, 1]],
		])('tells its messages apart by their IDs: %s', async (_what, id, parts) => {
			const end = { state: 2, delivered: '2026-11-21T10:00:00.000Z' };
			const inCapitals = { messageId: id.toUpperCase(), partId: '1', ...end };
			const body = [inCapitals, { messageId: id, partId: '2', ...end }];
			const trigger = watchingCampaign('7', 'messageCompleted');
			await service.fail({ ...reports, body });
			const items = await trigger.poll();
			expect(items?.map((item) => item.parts)).toEqual(parts);
			expect(items?.[0].messageId).toBe(id.toUpperCase());
			// The next report may write it the other way.
			await service.fail({ ...reports, body: [body[1], { ...inCapitals, messageId: id }] });
			expect(await trigger.poll()).toEqual(parts.length > 1 ? [expect.anything()] : null);
		});

		const reports = { path: '/campaigns/7/reports', kind: 'status', status: 200 };

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

		it('throws for a campaign that the service does not know', async () => {
			await expect(watchingCampaign(UNKNOWN).poll()).rejects.toMatchObject({
				httpCode: '404',
				failure: { cause: 'configuration-invalid' },
				description: expect.stringContaining(`This was campaign ${UNKNOWN}.`),
			});
		});
	});
});
