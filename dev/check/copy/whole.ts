import examples from 'libphonenumber-js/mobile/examples';
import { getCountries, getExampleNumber } from 'libphonenumber-js';
import type { Replaced } from '../../../sandbox/flightCheck.ts';
import type { Connections, NodeType, Workflow, WorkflowNode } from '../../n8n/types.ts';
import { digitsOf } from '../worlds/rows.ts';
import { isCalled, optionsOf, ourNode, withDefaults } from './nodeKinds.ts';
import { isNobodys } from '../../../sandbox/messages/countryCodes.ts';
import { sampleFor } from './sampleItems.ts';

/** A number that a node may send to, by its Allowed To, if that names any. */
function allowedNumber(tool: WorkflowNode): string | undefined {
	const allowed = String(optionsOf(tool).limits?.values?.allowedTo);
	const [, beginning = '', isOpen] = /^\s*\+?(\d[\d ().-]*)(\*?)/.exec(allowed) ?? [];
	const digits = digitsOf(beginning);
	if (!isOpen) return digits && `+${digits}`;
	return getCountries()
		.map((one) => getExampleNumber(one, examples)!)
		.filter(({ countryCallingCode: code }) => code.startsWith(digits) || digits.startsWith(code))
		.map(({ number }) => `+${digits}${number.slice(digits.length + 1)}`)
		.find((number) => !isNobodys(digitsOf(number)));
}

/** What a model would fill in, made up: of a recipient, one that the node takes. */
function filledIn(tool: WorkflowNode, value: unknown, field = ''): unknown {
	if (typeof value === 'string') {
		const name = /\$fromAI\(\s*(['"`])(.*?)\1/.exec(value)?.[2];
		if (name === undefined) return value;
		if (!/^(to|recipients)$/.test(field)) return sampleFor(name);
		return tool.parameters.resource === 'email'
			? sampleFor('mail')
			: allowedNumber(tool) || sampleFor(field);
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => filledIn(tool, one, field));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, filledIn(tool, inner, name)]),
	);
}

/** The node whose tool it is, also past one that asks before. */
function agentOf(lines: Connections, tool: string): string | undefined {
	const next = lines[tool]?.ai_tool?.flat().find(Boolean)?.node;
	return next && (lines[next]?.ai_tool ? agentOf(lines, next) : next);
}

/** The same without a model: in place of an agent, its tool of ours is called once. */
function withoutModels(workflow: Workflow): { workflow: Workflow; replaced: Replaced[] } {
	const replaced: Replaced[] = [];
	const lines = workflow.connections;
	let { nodes } = workflow;
	for (const tool of nodes.filter(({ type, disabled }) => !disabled && type === `${ourNode}Tool`)) {
		const agent = nodes.find(({ name }) => name === agentOf(lines, tool.name));
		if (!agent || agent.disabled || agent.type === ourNode) continue;
		const parameters = filledIn(tool, tool.parameters) as WorkflowNode['parameters'];
		const call = { ...tool, type: ourNode, name: agent.name, parameters, byModel: tool.name };
		nodes = nodes.map((node) => (node === agent ? call : node));
		replaced.push({ what: agent.name, by: `one call of “${tool.name}” with made-up arguments` });
	}
	return { workflow: { ...workflow, nodes }, replaced };
}

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

/** The same with the workflows that it calls beside the nodes that call them, if they are there. */
function withCalled(workflow: Workflow, others: Workflow[], types: NodeType[]): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const names = calledBy(node);
		const isItself = names.some((name) => /\$workflow\.id\b/.test(name));
		const isNamed = ({ id = '', name }: Workflow) => names.includes(id) || names.includes(name);
		const called = isItself ? workflow : (ownOf(node) ?? others.find(isNamed));
		const isPlayed = called?.nodes.some(isCalled);
		return called && isPlayed ? { ...node, calls: withDefaults(called, types) } : node;
	});
	return { ...workflow, nodes };
}

/** A workflow with all that it is played with: what it calls, and a call in place of each model. */
export function wholeOf(workflow: Workflow, others: Workflow[], types: NodeType[] = []) {
	const { workflow: called, replaced } = withoutModels(workflow);
	return { workflow: withDefaults(withCalled(called, others, types), types), replaced };
}
