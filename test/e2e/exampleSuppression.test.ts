import { importExample, itemsOf, sharedHost } from './support';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('Example: Suppress the numbers a campaign cannot reach', () => {
	test('creates a campaign to try it with', async () => {
		const workflow = await importExample(host, 'campaign-failures-to-suppression');
		const execution = await host.client.runWorkflow(workflow.id, 'To try it by hand');
		expect(itemsOf(execution, 'Create a campaign')).toMatchObject([
			{ campaignId: expect.any(String), recipients: 2 },
		]);
		await host.sandbox.moveClock(60_000);
		const states = (await host.sandbox.messages()).map(({ parts }) => parts[0].stateName);
		expect(states).toEqual(['delivered', 'failed']);
	});
});
