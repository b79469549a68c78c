import type { Replaced } from '../../../sandbox/flightCheck.ts';
import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { ourNode } from './nodeKinds.ts';
import { sampleFor } from './sampleItems.ts';

type Lines = Record<string, Record<string, Array<Array<{ node: string }> | null>>>;

/** What a model would fill in, made up. */
const filledIn = (value: unknown): unknown => {
	if (typeof value === 'string') {
		const name = /\$fromAI\(\s*(['"`])(.*?)\1/.exec(value)?.[2];
		return name === undefined ? value : sampleFor(name);
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(filledIn);
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filledIn(inner)]));
};

/** The node whose tool it is, also past one that asks before. */
function agentOf(lines: Lines, tool: string): string | undefined {
	const next = lines[tool]?.ai_tool?.flat().find(Boolean)?.node;
	return next && (lines[next]?.ai_tool ? agentOf(lines, next) : next);
}

/** The same without a model: in place of an agent, its tool of ours is called once. */
export function withoutModels(workflow: Workflow): { workflow: Workflow; replaced: Replaced[] } {
	const replaced: Replaced[] = [];
	const lines = workflow.connections as Lines;
	let { nodes } = workflow;
	for (const tool of nodes.filter(({ type, disabled }) => !disabled && type === `${ourNode}Tool`)) {
		const agent = nodes.find(({ name }) => name === agentOf(lines, tool.name));
		if (!agent || agent.disabled || agent.type === ourNode) continue;
		const call = {
			...{ type: ourNode, name: agent.name, parameters: filledIn(tool.parameters) },
			byModel: tool.name,
		};
		nodes = nodes.map((node) => (node === agent ? ({ ...tool, ...call } as WorkflowNode) : node));
		replaced.push({ what: agent.name, by: `one call of “${tool.name}” with made-up arguments` });
	}
	return { workflow: { ...workflow, nodes }, replaced };
}
