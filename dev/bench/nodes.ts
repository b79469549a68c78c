/** The nodes to be measured: the package's, and n8n's HTTP Request and the bare loop that do the same. */
import type { WorkflowNode } from '../n8n/types.ts';
import { credentialType } from '../provisioning.ts';
import { headers, type Host } from './host.ts';

export type NodeToMeasure = Pick<WorkflowNode, 'type' | 'parameters'> & { typeVersion?: number };

/** What both do: an operation of the package's, and its request as HTTP Request makes it. */
export interface Job {
	resource: string;
	operation: string;
	/** Without a body it is a GET, and the fields are in the path. */
	path: string;
	/** The parameters, whose names are those of the body's fields; texts or expressions. */
	fields: Record<string, string>;
}

/** The three fields of a message as expressions, with a text into which a name is put. */
const withText = {
	to: '={{ $json.phone }}',
	from: '={{ $json.sender }}',
	text: '=Hello {{ $json.name }}',
};

/** The same with nothing but references to fields of the item. */
const plain = { ...withText, text: '={{ $json.message }}' };

const email = {
	to: '=customer-{{ $json.phone }}@example.com',
	from: 'shop@example.com',
	subject: 'Your order',
	text: '=Hello {{ $json.name }}',
};

const sms = (operation: string, path: string, fields: Record<string, string>): Job => ({
	resource: 'sms',
	operation,
	path: `/v1/sms/${path}`,
	fields,
});

export const jobs = {
	send: sms('send', 'single', withText),
	sendPlain: sms('send', 'single', plain),
	bulk: sms('sendBulk', 'bulk', withText),
	bulkPlain: sms('sendBulk', 'bulk', plain),
	report: sms('getReport', 'report', { messageId: '={{ $json.messageId }}' }),
	email: { resource: 'email', operation: 'send', path: '/email', fields: email },
	viber: { resource: 'viber', operation: 'send', path: '/viber', fields: withText },
	suppress: {
		resource: 'suppression',
		operation: 'add',
		path: '/suppression',
		fields: { phoneNumber: '={{ $json.phone }}', reason: 'Asked to be removed' },
	},
	campaign: {
		resource: 'campaign',
		operation: 'get',
		path: '/campaigns/{{ $json.campaignId }}',
		fields: { campaignId: '={{ $json.campaignId }}' },
	},
} satisfies Record<string, Job>;

/** The package's node. */
export function ours({ resource, operation, fields }: Job): NodeToMeasure {
	return {
		type: 'n8n-nodes-messaging-service-sms.messagingService',
		parameters: { resource, operation, options: {}, ...fields },
	};
}

/** n8n's HTTP Request node as an expert sets it up: the same credential and expressions, no batching. */
export function httpRequest(host: Host, { path, fields }: Job): NodeToMeasure {
	const entries = Object.entries(fields).map(
		([name, value]) => `"${name}": "${value.replace(/^=/, '')}"`,
	);
	const hasBody = !path.includes('{{');
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: hasBody ? 'POST' : 'GET',
			url: `${hasBody ? '' : '='}${host.sandboxAddress}${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			...(hasBody
				? { sendBody: true, specifyBody: 'json', jsonBody: `={ ${entries.join(', ')} }` }
				: {}),
			options: {},
		},
	};
}

/** Whether the bare loop has n8n authenticate, and who reads the credential. */
export type Authentication = 'none' | 'readOnce' | 'readEachTime';

/** BareLoop.node.ts; `fields` says which field of the item each field of the body is. */
export function bareLoop(
	host: Host,
	{ path }: Job,
	fields: Record<string, string>,
	authentication: Authentication = 'none',
): NodeToMeasure {
	return {
		type: 'CUSTOM.bareLoop',
		parameters: {
			url: host.sandboxAddress + path,
			apiKey: authentication === 'none' ? headers['x-apikey'] : '',
			fields: JSON.stringify(fields),
			authentication,
		},
	};
}
