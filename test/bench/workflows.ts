import type { Workflow, WorkflowNode } from '../../dev/n8nTypes.ts';
import { credentialName, credentialType } from '../../dev/provisioning.ts';
import type { Host } from './host.ts';

export type NodeToMeasure = Pick<WorkflowNode, 'type' | 'parameters'> & { typeVersion?: number };

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
export const idsCode = (ids: string[]) =>
	`return ${JSON.stringify(ids)}.map((messageId) => ({ json: { messageId } }));`;

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
			source: 'messageIds',
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

/** The three fields of a message as expressions, with a text into which a name is put. */
export const withText = {
	to: '={{ $json.phone }}',
	from: '={{ $json.sender }}',
	text: '=Hello {{ $json.name }}',
};

/** The same with nothing but references to fields of the item. */
export const plain = { ...withText, text: '={{ $json.message }}' };

export const reportFields = { messageId: '={{ $json.messageId }}' };

/** An SMS operation of ours. */
export function sms(operation: string, fields: Record<string, string>): NodeToMeasure {
	return {
		type: 'n8n-nodes-messaging-service.messagingService',
		parameters: { resource: 'sms', operation, options: {}, ...fields },
	};
}

/** n8n's HTTP Request node as an expert sets it up: the same credential and expressions, no batching. */
export function httpRequest(
	host: Host,
	path: string,
	fields: Record<string, string>,
): NodeToMeasure {
	const entries = Object.entries(fields).map(([name, value]) => `"${name}": "${value.slice(1)}"`);
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url: host.sandboxAddress + path,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={ ${entries.join(', ')} }`,
			options: {},
		},
	};
}
