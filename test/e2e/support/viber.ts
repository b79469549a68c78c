import { type Host, importExample, type SavedWorkflow, type Workflow } from './index';

/** The example with another time to wait, and other parameters for the message to try it with. */
export async function viberExample(
	host: Host,
	wait: Record<string, unknown>,
	message: Record<string, string> = {},
): Promise<SavedWorkflow> {
	const imported = await importExample(host, 'viber-then-sms');
	const nodes = imported.nodes.map((node) => {
		if (node.name === 'Wait 5 minutes') {
			return { ...node, parameters: { ...node.parameters, ...wait } };
		}
		if (node.name !== 'A message to try it with') return node;
		const assignments = Object.entries(message).map(([name, value]) => ({
			id: name,
			name,
			type: 'string',
			value,
		}));
		return { ...node, parameters: { ...node.parameters, assignments: { assignments } } };
	});
	const { connections, versionId } = imported;
	return await host.client.updateWorkflow(imported.id, { nodes, connections, versionId });
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
