import type { INodeParameters } from 'n8n-workflow';

import { knowing, reportRequests, UNKNOWN, watching } from '../../support/poll';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const DAY = 24 * 3600_000;

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
		await service.fail({ kind: 'status', status: 200, body: [], path: '/v1/sms/report', count: 9 });
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

	const kinds = 'messageCompleted, entryAdded, entryAddedOrUpdated nor everyPoll';
	it.each<[INodeParameters, string, string?]>([
		[{ triggerOn: 'news' }, `'Trigger On' is neither ${kinds}: news`],
		[{ triggerOn: '={{ ["entryAdded"] }}' }, `'Trigger On' is neither ${kinds}: a list`],
		[{ watch: 'message' }, "'Watch' is neither campaign nor messages: message"],
		[{ options: { firstPoll: 'now' } }, "'First Poll' is neither emit nor startFromNow: now"],
		...['', '  ', '={{ null }}'].map((campaignId): [INodeParameters, string] => [
			{ watch: 'campaign', campaignId },
			"'Campaign ID' is empty",
		]),
		...[
			['={{ [{ messageId: "a" }] }}', '{"messageId":"a"}'],
			['={{ ["a", [{ id: 1 }]] }}', '{"id":1}'],
			['={{ ({ messageId: "a" }) }}', '{"messageId":"a"}'],
			['={{ ["a", true] }}', 'true'],
		].map(([messageIds, shown]): [INodeParameters, string, string] => [
			{ messageIds },
			`'Message IDs' has an entry that isn't an ID: ${shown}`,
			'Enter the messageId of each message',
		]),
	])(
		'refuses %j, as an expression may give it, before it asks',
		async (given, message, advice = '') => {
			const trigger = watching(service, UNKNOWN);
			trigger.parameters = { ...trigger.parameters, ...given };
			for (const mode of ['trigger', 'manual'] as const) {
				await expect(trigger.poll(mode)).rejects.toMatchObject({
					message: expect.stringContaining(message),
					description: expect.stringContaining(advice),
				});
			}
			expect(await service.received()).toEqual([]);
		},
	);
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

describe('Trigger: Fetch Test Event', () => {
	it('shows current entries and leaves memory alone', async () => {
		const trigger = watching(
			knowing(service, { deliveredStates: '0' }),
			await service.send('37060000001'),
		);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		expect(await trigger.poll('manual')).toHaveLength(1);
		expect(await trigger.poll('manual')).toHaveLength(1);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it('shows the parts that the options ask for', async () => {
		const ids = [await service.send('37060000001'), await service.send('37060000002')];
		await service.advance(DAY);
		expect(await watching(service, ids, { onlyErrors: true }).poll('manual')).toEqual([
			expect.objectContaining({ messageId: ids[1], state: 3 }),
		]);
	});

	it('shows them also while a poll is under way', async () => {
		const trigger = watching(service, await service.send('37060000001'));
		const polls = await Promise.all([trigger.poll(), trigger.poll('manual')]);
		expect(polls).toEqual([[expect.anything()], [expect.anything()]]);
	});

	it('names an ID of which the service knows nothing, beside others that are good', async () => {
		const ids = [await service.send('37060000001'), await service.send('37060000002'), 'nonsense'];
		for (const triggerOn of ['messageCompleted', 'entryAddedOrUpdated']) {
			const trigger = watching(service, ids, {}, triggerOn);
			await expect(trigger.poll('manual')).rejects.toMatchObject({
				description: expect.stringContaining('This was message nonsense.'),
			});
		}
		expect(await watching(service, ids).poll()).toHaveLength(2);
	});

	it('says that there is nothing to watch', async () => {
		await expect(watching(service, []).poll('manual')).rejects.toMatchObject({
			message: expect.stringContaining('There are no message IDs to watch'),
			description: "Fill in 'Message IDs'.",
		});
	});
});

describe('Trigger: Message Completed', () => {
	const watchingWhole = (ids: string | string[]) => watching(service, ids, {}, 'messageCompleted');

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
