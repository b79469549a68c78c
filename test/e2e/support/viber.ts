import { importChanged } from './exampleData';
import {
	chain,
	giving,
	type Host,
	manualTrigger,
	type SavedWorkflow,
	to,
	type Workflow,
} from './index';

/** The example with another time to wait. */
export async function viberExample(
	host: Host,
	wait: Record<string, unknown>,
): Promise<SavedWorkflow> {
	return await importChanged(host, 'viber-then-sms', { 'Wait 5 minutes': wait });
}

/** Calls the example as its note says, for two numbers that are never reached. */
export function callerOf(id: string): Workflow {
	const messages = [
		{ to: '+370 600 10004', text: 'One' },
		{ to: '+370 600 20004', text: 'Two' },
	];
	const each = {
		name: 'Each',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 1, options: {} },
	};
	const call = {
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
	};
	const { connections, ...workflow } = chain(manualTrigger, giving(messages), each, call);
	const looping = { Each: { main: [[], ...to('Call').main] }, Call: to('Each') };
	return { ...workflow, connections: { ...connections, ...looping } };
}
