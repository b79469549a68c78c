import type { Workflow, WorkflowNode } from '../../dev/n8n/types.ts';
import { credentialName, credentialType } from '../../dev/provisioning.ts';
import type { Host } from './host.ts';
import type { NodeToMeasure } from './nodes.ts';

/** Recipients: none ends in the sandbox's special digits. */
export const message = (i: number) => ({
	phone: `3706${String(i).padStart(5, '0')}15`,
	sender: 'Shop',
	name: `Customer ${i}`,
	message: `Hello Customer ${i}`,
});

/** JavaScript for a Code node that gives so many messages. */
export const messagesCode = (count: number) =>
	`const message = ${message}; return Array.from({ length: ${count} }, (_, i) => ({ json: message(i) }));`;

/** JavaScript for a Code node that gives an item for each id. */
export const idsCode = (field: string, ids: string[]) =>
	`return ${JSON.stringify(ids)}.map((id) => ({ json: { ${field}: id } }));`;

/** A workflow in which a Code node gives the items to the node to be measured, which is called Node. */
export function workflowOf(host: Host, jsCode: string, node?: NodeToMeasure): Workflow {
	const items = { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
	return {
		name: 'Benchmark',
		nodes: [
			nodeAt(0, 'Start', host, { type: 'n8n-nodes-base.manualTrigger', parameters: {} }),
			nodeAt(1, 'Items', host, items),
			nodeAt(2, 'Node', host, node ?? { type: 'n8n-nodes-base.noOp', parameters: {} }),
		],
		connections: { Start: to('Items'), Items: to('Node') },
		settings: { executionOrder: 'v1' },
	};
}

/** A workflow with the trigger on these messages. */
export function triggerWorkflow(host: Host, messageIds: string[]): Workflow {
	const trigger = {
		type: 'n8n-nodes-messaging-service.messagingServiceTrigger',
		parameters: {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			triggerOn: 'partAddedOrUpdated',
			watch: 'messages',
			messageIds: messageIds.join('\n'),
			options: {},
		},
	};
	return {
		name: 'Benchmark trigger',
		nodes: [nodeAt(0, 'Node', host, trigger)],
		connections: {},
		settings: { executionOrder: 'v1' },
	};
}

function nodeAt(column: number, name: string, host: Host, node: NodeToMeasure): WorkflowNode {
	const credentials = { [credentialType]: { id: host.credentialId, name: credentialName } };
	const position = [column * 208, 0];
	return { id: name, name, typeVersion: 1, position, credentials, ...node };
}

const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
