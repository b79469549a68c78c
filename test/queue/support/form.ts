import { request } from 'undici';
import type { SavedWorkflow, Workflow } from '../../../dev/n8n/types.ts';
import { chain } from '../../n8n/workflow.ts';
import { credentialOf } from '../../e2e/support/index.ts';
import type { QueueHost } from './index.ts';

/** A workflow behind an address, which answers as soon as n8n has noted down what was submitted. */
export interface Form<Submitted> {
	workflow: SavedWorkflow;
	submit(submitted: Submitted): Promise<void>;
}

const webhook = (path: string) => ({
	name: 'Form',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { httpMethod: 'POST', path, options: {} },
});

/**
 * Publishes Webhook → Send: whoever submits `to` and `text` gets a message. An Error Trigger hears of failures.
 *
 * @param options those of Send
 */
export async function publishForm(
	host: QueueHost,
	path: string,
	options: Record<string, unknown> = {},
): Promise<Form<Record<string, string>>> {
	const workflow = chain(webhook(path), {
		name: 'Send',
		parameters: {
			...{ resource: 'sms', operation: 'send' },
			...{ to: '={{ $json.body.to }}', from: 'Shop', text: '={{ $json.body.text }}' },
			options,
			requestOptions: { timeout: 60_000 },
		},
		credentials: credentialOf(host),
	});
	const failure = { name: 'Failure', type: 'n8n-nodes-base.errorTrigger', position: [0, 200] };
	workflow.nodes.push(...chain(failure).nodes);
	return await publish(host, path, workflow);
}

/** Publishes Webhook → Split Out → Send Bulk: a list of `to` that is submitted gets a message each, and each only once. */
export async function publishList(
	host: QueueHost,
	path: string,
): Promise<Form<{ list: Array<{ to: string }> }>> {
	const split = {
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'body.list', options: {} },
	};
	const send = {
		name: 'Send',
		parameters: {
			...{ resource: 'sms', operation: 'sendBulk' },
			...{ to: '={{ $json.to }}', from: 'Shop', text: 'Hello' },
			options: { onceKey: { values: { key: '={{ $json.to }}' } } },
		},
		credentials: credentialOf(host),
	};
	return await publish(host, path, chain(webhook(path), split, send));
}

async function publish<Submitted>(
	host: QueueHost,
	path: string,
	workflow: Workflow,
): Promise<Form<Submitted>> {
	const saved = await host.client.createWorkflow(workflow);
	await host.client.activateWorkflow(saved);
	return {
		workflow: saved,
		async submit(submitted) {
			const { statusCode, body } = await request(`${host.n8nAddress}/webhook/${path}`, {
				method: 'POST',
				// A connection of its own: n8n closes those that were idle for a while.
				reset: true,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(submitted),
			});
			const answer = await body.text();
			if (statusCode !== 200) throw new Error(`The form answered ${statusCode}: ${answer}`);
		},
	};
}

/** Does something for each value, so many at a time. */
export async function forEach<Value>(
	values: Value[],
	atOnce: number,
	act: (value: Value) => Promise<void>,
): Promise<void> {
	const left = values.values();
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (const value of left) await act(value);
		}),
	);
}
