import { importChanged } from './exampleData';
import type { Host, SavedWorkflow, Workflow } from './index';

/** The example with another time to wait. */
export async function viberExample(
	host: Host,
	wait: Record<string, unknown>,
): Promise<SavedWorkflow> {
	return await importChanged(host, 'viber-then-sms', { 'Wait 5 minutes': wait });
}

/** Calls the example as its note says, for two numbers that are never reached. */
export function callerOf(id: string): Workflow {
	const link = (node: string) => [{ node, type: 'main', index: 0 }];
	const to = (node: string) => ({ main: [link(node)] });
	const at = { typeVersion: 1, position: [0, 0] };
	const messages = [
		{ to: '+370 600 10004', text: 'One' },
		{ to: '+370 600 20004', text: 'Two' },
	];
	return {
		name: 'Test caller',
		nodes: [
			{ ...at, id: 'a', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
			{
				...at,
				id: 'b',
				name: 'Messages',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: { jsCode: `return ${JSON.stringify(messages.map((json) => ({ json })))};` },
			},
			{
				...at,
				id: 'd',
				name: 'Each',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: 1, options: {} },
			},
			{
				...at,
				id: 'c',
				name: 'Call',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.3,
				parameters: {
					workflowId: { __rl: true, mode: 'id', value: id },
					workflowInputs: {
						mappingMode: 'defineBelow',
						value: { to: '={{ $json.to }}', text: '={{ $json.text }}' },
					},
					options: { waitForSubWorkflow: false },
				},
			},
		],
		connections: {
			Start: to('Messages'),
			Messages: to('Each'),
			Each: { main: [[], link('Call')] },
			Call: to('Each'),
		},
		settings: { executionOrder: 'v1' },
	};
}
