import { agentWorkflow, sendingTool } from './agent';
import { askingNode } from './asking';
import type { Turn } from './fakeChatModel';
import { chain, credentialOf, type Host, type Workflow } from './index';

/** Whom the agent's tool sends to. */
export const customer = '37060099999';

/** An agent whose tool sends an SMS to a customer, with the human review step of our node between. */
export function reviewed(
	host: Host,
	credentials: Parameters<typeof agentWorkflow>[0],
	parameters: Record<string, unknown> = {},
): Workflow {
	const tool = { ...sendingTool('Tell the customer'), credentials: credentialOf(host) };
	const workflow = agentWorkflow(credentials, tool);
	// What n8n's editor saves of the step: its hidden parameters have their defaults, so they are not there.
	const { parameters: all, ...node } = askingNode(host, parameters);
	const { resource, operation, message, ...shown } = all;
	expect([resource, operation, message]).not.toContain(undefined);
	const review = chain({
		...node,
		name: 'Review',
		type: 'n8n-nodes-messaging-service-sms.messagingServiceHitlTool',
		parameters: {
			...shown,
			message:
				'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
		},
	});
	workflow.nodes.push(...review.nodes);
	const to = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] });
	Object.assign(workflow.connections, { [tool.name]: to('Review'), Review: to('AI Agent') });
	return workflow;
}

/** The model calls the tool, by way of the review. */
export const send = (Text: string): Turn => ({
	call: { toolParameters: { To: customer, Text }, hitlParameters: {} },
});
