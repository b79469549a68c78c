import { PolledTrigger, UNKNOWN } from '../../support/poll';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const DAY = 24 * 3600_000;

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

	it('takes the entries out of an envelope, and emits each change once', async () => {
		const [a, b, added] = [1, 2, 3].map((partId) => ({ partId, state: 1 }));
		const changed = { ...a, state: 2 };
		const trigger = watchingCampaign('7');
		const polled: unknown[] = [];
		for (const entries of [
			[a, b],
			[a, b],
			[added, a, b],
			[added, b, changed],
		]) {
			await service.fail({ ...reports, body: { success: true, reports: entries } });
			polled.push(await trigger.poll());
		}
		expect(polled).toEqual([[a, b], null, [added], [changed]]);
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

	it.each([
		['everyPoll', { success: false, message: 'Down', reports: [] }],
		['messageCompleted', [{ success: false, error: 'Down', errorCode: 'SYS1' }]],
		['entryAddedOrUpdated', { error: 'Down' }],
	])(
		'fails with an error in place of the reports, and reads again: %s',
		async (triggerOn, body) => {
			const end = { messageId: 'a', partId: '1', state: 2, delivered: '2026-11-21T10:00:00.000Z' };
			const trigger = watchingCampaign('7', triggerOn);
			await service.fail({ ...reports, body });
			await expect(trigger.poll()).rejects.toThrow('Down');
			expect(trigger.staticData).toEqual({});
			await service.fail({ ...reports, body: [end] });
			expect(await trigger.poll()).toEqual([expect.objectContaining({ messageId: 'a' })]);
		},
	);

	it('throws for a campaign that the service does not know', async () => {
		await expect(watchingCampaign(UNKNOWN).poll()).rejects.toMatchObject({
			httpCode: '404',
			failure: { cause: 'configuration-invalid' },
			description: expect.stringContaining(`This was campaign ${UNKNOWN}.`),
		});
	});
});
