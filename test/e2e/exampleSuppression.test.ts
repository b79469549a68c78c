import { importExample, itemsOf, type SavedWorkflow, sharedHost } from './support';
import { aRound, publisherForTests, requestsTo, waitUntil } from './support/exampleData';
import { postToService } from './support/serviceClient';

const host = sharedHost();
const publish = publisherForTests(host);
beforeEach(async () => await host.sandbox.reset());

describe('Example: Suppress the numbers a campaign cannot reach', () => {
	const trigger = 'When a part has failed';
	const longText = 'Our spring sale has begun. '.repeat(10);

	async function suppressed(): Promise<unknown[]> {
		return (await host.sandbox.call<{ suppression: unknown[] }>('GET', 'state')).suppression;
	}

	async function createCampaign(recipients: string[], text: string): Promise<string> {
		const campaign = { name: 'Spring', from: 'Example', text, recipients };
		const answer = await postToService<{ campaignId: string }>(host, '/campaigns', campaign);
		return answer.campaignId;
	}

	/** What the note on the canvas tells the user to do. */
	async function setUp(workflow: SavedWorkflow, campaignId: string): Promise<SavedWorkflow> {
		const nodes = workflow.nodes.map((node) =>
			node.name === trigger
				? { ...node, disabled: false, parameters: { ...node.parameters, campaignId } }
				: node,
		);
		return await host.client.updateWorkflow(workflow.id, {
			nodes,
			connections: workflow.connections,
			versionId: workflow.versionId,
		});
	}

	test('suppresses each number once, and only those with the chosen error code', async () => {
		// Fails whole, is delivered, fails in its last part with another code.
		const recipients = ['37060110002', '37060112345', '37060110005'];
		const campaignId = await createCampaign(recipients, longText);
		const imported = await importExample(host, 'campaign-failures-to-suppression');
		await publish(await setUp(imported, campaignId));
		expect(await suppressed()).toEqual([]);

		await host.sandbox.moveClock(60_000);
		await waitUntil('suppressed', async () => (await suppressed()).length > 0, aRound);
		await waitUntil(
			'ended',
			async () => (await host.client.executions(imported.id))[0]?.status === 'success',
			10_000,
		);
		expect(await suppressed()).toMatchObject([
			{ phoneNumber: '37060110002', reason: 'Could not be reached, error code 27' },
		]);
		expect(await requestsTo(host, '/suppression')).toHaveLength(1);
	});

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
