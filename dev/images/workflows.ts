import { chain, giving, manualTrigger, nodeType, type Step } from '../../test/n8n/workflow';
import type { Workflow } from '../../test/e2e/support';

export const sender = 'Baltic Bikes';
export const sending = 'Send the SMS';

export const customers = [
	{ phone: '+370 600 12345', name: 'Rūta', order: 2041 },
	{ phone: '+370 600 10400', name: 'Jonas', order: 2042 },
	{ phone: '+370 612 34567', name: 'Ona', order: 2043 },
];

const named = (name: string, ...steps: Step[]): Workflow => ({ ...chain(...steps), name });

const sendingNode = (to: string, text: string, options: object = {}): Step => ({
	name: sending,
	parameters: { resource: 'sms', operation: 'send', to, from: sender, text, options },
});

/** Sends each customer an SMS about their order. */
export function orderWorkflow(
	rows: typeof customers,
	settings: Partial<Step> = {},
	options: object = {},
): Workflow {
	const text = '=Labas {{ $json.name }},\nyour order {{ $json.order }} is ready.';
	return named(
		'Orders that are ready',
		{ ...manualTrigger, name: 'Every evening' },
		giving(rows, 'Orders'),
		{ ...sendingNode('={{ $json.phone }}', text, options), ...settings },
	);
}

/** Follows messages until they are delivered. */
export function followWorkflow(messageId: string): Workflow {
	return named(
		'Follow the delivery',
		{
			name: 'When a report has changed',
			type: `${nodeType}Trigger`,
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				watch: 'messages',
				messageIds: messageId,
				triggerOn: 'entryAddedOrUpdated',
				options: {},
			},
		},
		{ name: 'Tell the shop', type: 'n8n-nodes-base.noOp' },
	);
}

/** Sends what somebody fills into a form. */
export function formWorkflow(): Workflow {
	const field = (fieldLabel: string) => ({ fieldLabel, requiredField: true });
	return named(
		'Send an SMS from a form',
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
		sendingNode("={{ $json['Phone number'] }}", '={{ $json.Message }}'),
	);
}
