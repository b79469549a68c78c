import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { NodeType } from '../../n8n/types.ts';
import { isOurs, ourNode, withDefaults } from './nodeKinds.ts';

type Chosen = { value?: string; cachedResultName?: string } | string | undefined;

/** What a node says of the workflow that it calls: its ID, and its name. */
export function calledBy({ type, disabled, parameters }: WorkflowNode): string[] {
	if (disabled || type !== 'n8n-nodes-base.executeWorkflow') return [];
	const chosen = parameters.workflowId as Chosen;
	const given = typeof chosen === 'string' ? [chosen] : [chosen?.value, chosen?.cachedResultName];
	return given.filter((one) => one !== undefined && one !== '') as string[];
}

/** A workflow that stands in the node that calls it. */
function ownOf({ parameters, type }: WorkflowNode): Workflow | undefined {
	if (!type.endsWith('.executeWorkflow') || parameters.source !== 'parameter') return undefined;
	try {
		return JSON.parse(String(parameters.workflowJson)) as Workflow;
	} catch {
		return undefined;
	}
}

/** Whether a workflow calls itself. */
const isItself = (names: string[]) => names.some((name) => /\$workflow\.id\b/.test(name));

const isCalled = ({ type }: WorkflowNode) => type.endsWith('.executeWorkflowTrigger');

/** The same with the workflows that it calls beside the nodes that call them, if they are there and send something. */
export function withCalled(
	workflow: Workflow,
	others: Workflow[],
	types: NodeType[] = [],
): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const names = calledBy(node);
		const isNamed = ({ id, name }: Workflow) =>
			[id, name].some((one) => one !== undefined && names.includes(one));
		const called = isItself(names) ? workflow : (ownOf(node) ?? others.find(isNamed));
		if (!called?.nodes.some(isOurs) || !called.nodes.some(isCalled)) return node;
		return {
			...node,
			calls: types.some(({ name }) => name === ourNode) ? withDefaults(called, types) : called,
		};
	});
	return { ...workflow, nodes };
}
