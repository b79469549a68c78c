import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { TriggerSettings } from '../../../nodes/MessagingService/trigger/triggerSettings';
import { TRIGGER_ON } from '../../../nodes/MessagingService/trigger/triggerSettings';
import type { Memory } from '../../../nodes/MessagingService/trigger/pollMemory';
import { memoryOf } from '../../../nodes/MessagingService/trigger/pollMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { AnsweringServer } from '../../support/answeringServer';
import { PolledTrigger, watching } from '../../support/poll';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const DAY = 24 * 3600_000;

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

	it('emits what changes after its first poll', async () => {
		const trigger = fromNow(await service.send('37060000001'));
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		await service.advance(DAY);
		expect(await trigger.poll()).toEqual([expect.objectContaining({ state: 2 })]);
		expect(await trigger.poll()).toBeNull();
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
		expect(trigger.staticData.memory).toMatchObject({ resumeAt: expect.any(String) });
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
