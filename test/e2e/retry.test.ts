import {
	chain,
	credentialOf,
	errorOf,
	giving,
	itemsOf,
	manualTrigger,
	sharedHost,
} from './support';

const ITEMS = 300;

const host = sharedHost();

// Retry On Fail, in n8n's own engine: test/nodes/run/earlierTries.test.ts.
test('An execution that is retried from the list sends the rest', async () => {
	await host.sandbox.reset();
	// The 101st request that sends is refused.
	await host.sandbox.fail({ kind: 'status', status: 400, path: '/v1/sms/single', after: 100 });
	const recipients = Array.from({ length: ITEMS }, (_, n) => ({
		to: `3706${String(n).padStart(3, '0')}1111`,
	}));
	const send = {
		name: 'Send',
		parameters: {
			...{ resource: 'sms', operation: 'send' },
			...{ to: '={{ $json.to }}', from: 'Shop', text: 'Hello' },
		},
		credentials: credentialOf(host),
	};
	const workflow = await host.client.createWorkflow(chain(manualTrigger, giving(recipients), send));
	const failed = await host.client.runWorkflow(workflow.id, 'Start');
	expect(errorOf(failed, 'Send')?.description).toMatch(/\d+ not attempted/);
	expect(Object.keys(await host.sandbox.messagesPerRecipient()).length).toBeLessThan(ITEMS);

	await host.client.call('POST', `/executions/${failed.id}/retry`, { loadWorkflow: false });
	const [retried] = await host.client.executions(failed.workflowId);
	expect(itemsOf(await host.client.execution(retried.id), 'Send')).toHaveLength(ITEMS);
	expect(Object.values(await host.sandbox.messagesPerRecipient())).toEqual(Array(ITEMS).fill(1));
});
