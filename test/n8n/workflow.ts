import type { Workflow, WorkflowNode } from '../../dev/n8n/types.ts';

/** Our node, as workflows name it. */
export const nodeType = 'n8n-nodes-messaging-service-sms.messagingService';

/** A node of a workflow: ours, unless it has another type. */
export type Step = Partial<WorkflowNode> & { name: string };

/** The node that a workflow is started at by hand. */
export const manualTrigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A node that gives items. */
export const giving = (items: object[], name = 'Items'): Step => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))};` },
});

/** Connections of one node to others. */
export const to = (...nodes: string[]) => ({
	main: [nodes.map((node) => ({ node, type: 'main', index: 0 }))],
});

/** A workflow of nodes one behind the other. */
export function chain(...steps: Step[]): Workflow {
	return {
		name: `Test ${steps.at(-1)?.name}`,
		nodes: steps.map((step, index) => ({
			id: step.name,
			type: nodeType,
			typeVersion: 1,
			position: [index * 220, 0],
			parameters: {},
			...step,
		})),
		connections: Object.fromEntries(
			steps.slice(1).map(({ name }, index) => [steps[index].name, to(name)]),
		),
		settings: {},
	};
}
