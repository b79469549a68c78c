import { request } from 'undici';
import type { SavedWorkflow } from '../../../dev/n8n/types.ts';
import { nodeOfOurs, type QueueHost } from './index.ts';

/** A form that is sent to as many people as once; n8n answers each as soon as it has noted it down. */
export interface Form {
	workflow: SavedWorkflow;
	submit(fields: Record<string, string>): Promise<void>;
}

/** A list of people who are sent a message each, many in one request. */
export interface List {
	workflow: SavedWorkflow;
	submit(list: Array<{ to: string }>): Promise<void>;
}

/**
 * Publishes Webhook → Send: whoever submits `to` and `text` gets a message. An Error Trigger hears of failures.
 *
 * @param options those of Send
 */
export async function publishForm(
	host: QueueHost,
	path: string,
	options: Record<string, unknown> = {},
): Promise<Form> {
	const workflow = await host.client.createWorkflow({
		name: `Form ${path}`,
		nodes: [
			{
				id: 'form',
				name: 'Form',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId: path,
				parameters: { httpMethod: 'POST', path, options: {} },
			},
			nodeOfOurs(host, 'messagingService', {
				name: 'Send',
				parameters: {
					resource: 'sms',
					operation: 'send',
					to: '={{ $json.body.to }}',
					from: 'Shop',
					text: '={{ $json.body.text }}',
					options,
					requestOptions: { timeout: 60_000 },
				},
			}),
			{
				id: 'failure',
				name: 'Failure',
				type: 'n8n-nodes-base.errorTrigger',
				typeVersion: 1,
				position: [0, 200],
				parameters: {},
			},
		],
		connections: { Form: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } },
		settings: {},
	});
	await host.client.activateWorkflow(workflow);
	return {
		workflow,
		async submit(fields) {
			const { statusCode, body } = await request(`${host.n8nAddress}/webhook/${path}`, {
				method: 'POST',
				// A connection of its own: n8n closes those that were idle for a while.
				reset: true,
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: new URLSearchParams(fields).toString(),
			});
			const answer = await body.text();
			if (statusCode !== 200) throw new Error(`The form answered ${statusCode}: ${answer}`);
		},
	};
}

/** Publishes Webhook → Split Out → Send Bulk: a list of `to` that is submitted gets a message each, and each only once. */
export async function publishList(host: QueueHost, path: string): Promise<List> {
	const workflow = await host.client.createWorkflow({
		name: `List ${path}`,
		nodes: [
			{
				id: 'list',
				name: 'List',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId: path,
				parameters: { httpMethod: 'POST', path, options: {} },
			},
			{
				id: 'split',
				name: 'Split',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				position: [200, 0],
				parameters: { fieldToSplitOut: 'body.list', options: {} },
			},
			nodeOfOurs(host, 'messagingService', {
				name: 'Send',
				position: [400, 0],
				parameters: {
					resource: 'sms',
					operation: 'sendBulk',
					to: '={{ $json.to }}',
					from: 'Shop',
					text: 'Hello',
					options: { onceKey: { values: { key: '={{ $json.to }}' } } },
				},
			}),
		],
		connections: {
			List: { main: [[{ node: 'Split', type: 'main', index: 0 }]] },
			Split: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
		},
		settings: {},
	});
	await host.client.activateWorkflow(workflow);
	return {
		workflow,
		async submit(list) {
			const { statusCode, body } = await request(`${host.n8nAddress}/webhook/${path}`, {
				method: 'POST',
				reset: true,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ list }),
			});
			const answer = await body.text();
			if (statusCode !== 200) throw new Error(`The webhook answered ${statusCode}: ${answer}`);
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
