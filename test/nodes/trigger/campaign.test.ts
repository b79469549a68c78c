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

	it('tells its messages apart, also those without an id', async () => {
		const end = { partId: '1', delivered: '2026-11-21T10:00:00.000Z' };
		const path = '/campaigns/7/reports';
		const other = { messageId: 'a', ...end, partId: '2' };
		const body = [{ messageId: 'a', ...end }, { messageId: 8, ...end }, end, null, other];
		await service.fail({ path, kind: 'status', status: 200, body, count: 2 });
		const byMessage = watchingCampaign('7', 'messageCompleted');
		expect((await byMessage.poll())?.map(({ messageId, parts }) => [messageId, parts])).toEqual([
			['a', 2],
			['8', 1],
		]);
		expect(Object.keys((byMessage.staticData.memory as { messages: object }).messages)).toEqual([
			'8',
			'a',
			'',
		]);
		expect(await watchingCampaign('7').poll()).toHaveLength(5);
	});

	const reports = { path: '/campaigns/7/reports', kind: 'status', status: 200 };

	it('takes the entries out of an envelope, and emits each change of those of another dialect once', async () => {
		const [a, b, added] = [1, 2, 3].map((id) => ({ id, status: 'sent' }));
		const changed = { ...a, status: 'delivered' };
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
		expect(trigger.warnings).toEqual([
			[expect.stringContaining('have entries without a partId, a state, or a messageId')],
		]);
	});

	it.each([
		['everyPoll', { success: false, message: 'Down', reports: [] }],
		['messageCompleted', [{ success: false, error: 'Down', errorCode: 'SYS1' }]],
		['entryAddedOrUpdated', { error: 'Down' }],
	])('fails with an error in place of the reports: %s', async (triggerOn, body) => {
		const end = { messageId: 'a', partId: '1', state: 2, delivered: '2026-11-21T10:00:00.000Z' };
		const trigger = watchingCampaign('7', triggerOn);
		await service.fail({ ...reports, body });
		await expect(trigger.poll()).rejects.toMatchObject({ message: 'Down' });
		expect(trigger.staticData).toEqual({});
		await service.fail({ ...reports, body: [end] });
		expect(await trigger.poll()).toEqual([expect.objectContaining({ messageId: 'a' })]);
	});

	it('throws for a campaign that the service does not know', async () => {
		await expect(watchingCampaign(UNKNOWN).poll()).rejects.toMatchObject({
			httpCode: '404',
			failure: { cause: 'configuration-invalid' },
			description: expect.stringContaining(`This was campaign ${UNKNOWN}.`),
		});
	});
});
