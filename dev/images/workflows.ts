import type { Workflow } from '../../test/e2e/support';

type Node = Workflow['nodes'][number];

export const sender = 'Baltic Bikes';
export const sending = 'Send the SMS';

export const customers = [
	{ phone: '+370 600 12345', name: 'Rūta', order: 2041 },
	{ phone: '+370 600 10400', name: 'Jonas', order: 2042 },
	{ phone: '+370 612 34567', name: 'Ona', order: 2043 },
];

/** Sends each customer an SMS about their order. */
export function orderWorkflow(
	rows: typeof customers,
	settings: Partial<Node> = {},
	options: object = {},
): Workflow {
	return chain('Orders that are ready', [
		{ name: 'Every evening', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Orders',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));` },
		},
		{
			name: sending,
			type: 'n8n-nodes-messaging-service-sms.messagingService',
			typeVersion: 1,
			parameters: {
				resource: 'sms',
				operation: 'send',
				to: '={{ $json.phone }}',
				from: sender,
				text: '=Labas {{ $json.name }},\nyour order {{ $json.order }} is ready.',
				options,
			},
			...settings,
		},
	]);
}

/** Follows messages until they are delivered. */
export function followWorkflow(messageId: string): Workflow {
	return chain('Follow the delivery', [
		{
			name: 'When a report has changed',
			type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger',
			typeVersion: 1,
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				watch: 'messages',
				messageIds: messageId,
				triggerOn: 'entryAddedOrUpdated',
				options: {},
			},
		},
		{ name: 'Tell the shop', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
	]);
}

/** Sends what somebody fills into a form. */
export function formWorkflow(): Workflow {
	const field = (fieldLabel: string) => ({ fieldLabel, requiredField: true });
	return chain('Send an SMS from a form', [
		{
			name: 'On form submission',
			type: 'n8n-nodes-base.formTrigger',
			typeVersion: 2.6,
			webhookId: 'pictures',
			parameters: {
				formTitle: 'Send an SMS',
				formDescription: 'Give the phone number with its country code.',
				formFields: { values: [field('Phone number'), field('Message')] },
				options: { appendAttribution: false },
			},
		},
		{
			name: sending,
			type: 'n8n-nodes-messaging-service-sms.messagingService',
			typeVersion: 1,
			parameters: {
				resource: 'sms',
				operation: 'send',
				to: "={{ $json['Phone number'] }}",
				from: sender,
				text: '={{ $json.Message }}',
				options: {},
			},
		},
	]);
}

/** One node behind the other. */
export function chain(name: string, nodes: Array<Omit<Node, 'id' | 'position'>>): Workflow {
	return {
		name,
		nodes: nodes.map((node, place) => ({
			...(node as Node),
			id: `node-${place}`,
			position: [place * 224, 0],
		})),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map((node, place) => [
					nodes[place].name,
					{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
				]),
		),
		settings: {},
	};
}
