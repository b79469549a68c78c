import {
	credentialOf,
	errorOf,
	type Execution,
	itemsOf,
	manualTrigger,
	sharedHost,
	type Workflow,
} from './support';

const ITEMS = 300;

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

/** Sends to as many recipients, with Retry On Fail. */
function sending(settings: Record<string, unknown>): Workflow {
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Test retry',
		nodes: [
			manualTrigger,
			{
				id: 'recipients',
				name: 'Recipients',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [220, 0],
				parameters: {
					jsCode: `return Array.from({ length: ${ITEMS} }, (_, n) => ({ json: { to: '3706' + String(n).padStart(5, '0') + '1111' } }));`,
				},
			},
			{
				id: 'send',
				name: 'Send',
				type: 'n8n-nodes-messaging-service.messagingService',
				typeVersion: 1,
				position: [440, 0],
				parameters: {
					resource: 'sms',
					operation: 'send',
					to: '={{ $json.to }}',
					from: 'Shop',
					text: 'Hello',
				},
				credentials: credentialOf(host),
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 100,
				...settings,
			},
		],
		connections: { Start: to('Recipients'), Recipients: to('Send') },
		settings: {},
	};
}

async function run(settings: Record<string, unknown> = {}): Promise<Execution> {
	const workflow = await host.client.createWorkflow(sending(settings));
	return await host.client.runWorkflow(workflow.id, 'Start');
}

/** The 101st request that sends fails in the given way. */
const failAfter100 = async (fault: Record<string, unknown>) =>
	await host.sandbox.call('POST', 'faults', { ...fault, path: '/v1/sms/single', after: 100 });

const perRecipient = async () =>
	await host.sandbox.call<Record<string, number>>('GET', 'messages-per-recipient');

describe('Sending in a real n8n, with Retry On Fail', () => {
	test('sends again only what was refused', async () => {
		await failAfter100({ kind: 'status', status: 400 });
		const execution = await run();
		expect(itemsOf(execution, 'Send')).toHaveLength(ITEMS);
		expect(Object.values(await perRecipient())).toEqual(Array(ITEMS).fill(1));
		expect(await host.sandbox.requests()).toHaveLength(ITEMS + 1);
	});

	test('sends the rest when the execution is retried from the list', async () => {
		await failAfter100({ kind: 'status', status: 400 });
		const failed = await run({ retryOnFail: false });
		expect(errorOf(failed, 'Send')?.description).toMatch(/\d+ not attempted/);
		expect(Object.keys(await perRecipient()).length).toBeLessThan(ITEMS);

		await host.client.call('POST', `/executions/${failed.id}/retry`, { loadWorkflow: false });
		const [retried] = await host.client.executions(failed.workflowId);
		expect(itemsOf(await host.client.execution(retried.id), 'Send')).toHaveLength(ITEMS);
		expect(Object.values(await perRecipient())).toEqual(Array(ITEMS).fill(1));
	});
});
