import fc from 'fast-check';

import type { EmitSettings } from '../../../nodes/MessagingService/trigger/emit';
import { TRIGGER_ON } from '../../../nodes/MessagingService/trigger/emit';
import type { Memory } from '../../../nodes/MessagingService/trigger/pollMemory';
import { memoryOf } from '../../../nodes/MessagingService/trigger/pollMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { PolledTrigger, watching } from '../../support/poll';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const DAY = 24 * 3600_000;

/** A trigger on messages that starts from now. */
const fromNow = (ids: string | string[], triggerOn?: string) =>
	watching(service, ids, { firstPoll: 'startFromNow' }, triggerOn);

const settings: fc.Arbitrary<Omit<EmitSettings, 'startsFromNow'>> = fc.record({
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
		reports.map(([id, entries]): [string, object[]] => [
			id,
			entries.map((one) => ({ messageId: id, ...one })),
		]),
	);

/** What each poll emits, by message; n8n stores the memory in between. */
function emittedBy(
	startsFromNow: boolean,
	given: Omit<EmitSettings, 'startsFromNow'>,
	rounds: Array<Array<[string, object[]]>>,
	watched?: (poll: number) => Set<string>,
) {
	let stored: unknown;
	return rounds.map((reports, poll) => {
		const memory: Memory = memoryOf(stored, 'messageIds');
		const all = { ...given, startsFromNow };
		const news = whatIsNew(memory, new Map(reports), all, watched?.(poll));
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
			triggerOn: 'partAddedOrUpdated',
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
