/** The nodes to be measured: the package's, and n8n's HTTP Request and the bare loop that do the same. */
import type { WorkflowNode } from '../n8n/types.ts';
import { credentialType, sandboxKey } from '../provisioning.ts';
import { nodeType } from '../../test/n8n/workflow.ts';
import type { Host } from './host.ts';

export type NodeToMeasure = Pick<WorkflowNode, 'type' | 'parameters'> & { typeVersion?: number };
export type MakeNode = (host: Host) => NodeToMeasure;

/** An operation of the package's on SMS, and its request as the others make it. */
interface Job {
	operation: string;
	path: string;
	/** The parameters, whose names are those of the body's fields, as expressions. */
	fields: Record<string, string>;
	/** The fields of the item that the bare loop takes for them. */
	ready: Record<string, string>;
}

const message = {
	fields: {
		to: '={{ $json.phone }}',
		from: '={{ $json.sender }}',
		text: '=Hello {{ $json.name }}',
	},
	ready: { to: 'phone', from: 'sender', text: 'message' },
};

export const jobs = {
	send: { operation: 'send', path: '/v1/sms/single', ...message },
	bulk: { operation: 'sendBulk', path: '/v1/sms/bulk', ...message },
	report: {
		operation: 'getReport',
		path: '/v1/sms/report',
		fields: { messageId: '={{ $json.messageId }}' },
		ready: { messageId: 'messageId' },
	},
} satisfies Record<string, Job>;

/** The package's node. */
export const ours =
	({ operation, fields }: Job): MakeNode =>
	() => ({
		type: nodeType,
		parameters: { resource: 'sms', operation, options: {}, ...fields },
	});

/** n8n's HTTP Request node as an expert sets it up: the same credential and expressions, no batching. */
export const httpRequest =
	({ path, fields }: Job): MakeNode =>
	({ sandboxAddress }) => ({
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url: sandboxAddress + path,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `=${JSON.stringify(fields).replaceAll('"=', '"')}`,
			options: {},
		},
	});

/** BareLoop.node.ts. */
export const bareLoop =
	({ path, ready }: Job): MakeNode =>
	({ sandboxAddress }) => ({
		type: 'CUSTOM.bareLoop',
		parameters: {
			url: sandboxAddress + path,
			apiKey: sandboxKey,
			fields: JSON.stringify(ready),
		},
	});
