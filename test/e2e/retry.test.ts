import {
	chain,
	credentialOf,
	errorOf,
	type Execution,
	giving,
	itemsOf,
	manualTrigger,
	sharedHost,
} from './support';

const ITEMS = 300;

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const recipients = Array.from({ length: ITEMS }, (_, n) => ({
	to: `3706${String(n).padStart(3, '0')}1111`,
}));

async function run(settings: Record<string, unknown> = {}): Promise<Execution> {
	const send = {
		name: 'Send',
		parameters: {
			...{ resource: 'sms', operation: 'send' },
			...{ to: '={{ $json.to }}', from: 'Shop', text: 'Hello' },
		},
		credentials: credentialOf(host),
		...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
		...settings,
	};
	const workflow = await host.client.createWorkflow(chain(manualTrigger, giving(recipients), send));
	return await host.client.runWorkflow(workflow.id, 'Start');
}

/** The 101st request that sends fails in the given way. */
const failAfter100 = async (fault: Record<string, unknown>) =>
	await host.sandbox.fail({ ...fault, path: '/v1/sms/single', after: 100 });

describe('Sending in a real n8n, with Retry On Fail', () => {
	test('sends again only what was refused', async () => {
		await failAfter100({ kind: 'status', status: 400 });
		const execution = await run();
		expect(itemsOf(execution, 'Send')).toHaveLength(ITEMS);
		expect(Object.values(await host.sandbox.messagesPerRecipient())).toEqual(Array(ITEMS).fill(1));
		expect(await host.sandbox.requests()).toHaveLength(ITEMS + 1);
	});

	test('sends the rest when the execution is retried from the list', async () => {
		await failAfter100({ kind: 'status', status: 400 });
		const failed = await run({ retryOnFail: false });
		expect(errorOf(failed, 'Send')?.description).toMatch(/\d+ not attempted/);
		expect(Object.keys(await host.sandbox.messagesPerRecipient()).length).toBeLessThan(ITEMS);

		await host.client.call('POST', `/executions/${failed.id}/retry`, { loadWorkflow: false });
		const [retried] = await host.client.executions(failed.workflowId);
		expect(itemsOf(await host.client.execution(retried.id), 'Send')).toHaveLength(ITEMS);
		expect(Object.values(await host.sandbox.messagesPerRecipient())).toEqual(Array(ITEMS).fill(1));
	});
});
