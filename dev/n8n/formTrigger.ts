import type { Workflow, WorkflowNode } from './types.ts';

/** The node of a workflow that shows its form. */
export function formTrigger(workflow: Workflow): WorkflowNode {
	const node = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	if (!node) throw new Error(`The workflow "${workflow.name}" has no form`);
	return node;
}

/** The last part of a form's address. */
export function formPath(workflow: Workflow): string {
	const node = formTrigger(workflow);
	const options = node.parameters.options as { path?: string } | undefined;
	return String(options?.path ?? node.parameters.path ?? node.webhookId);
}
