import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach } from '../copy/nodeKinds.ts';

/** A change of a workflow, in words. */
export interface Mend {
	advice: string;
	/** Where that is in n8n. */
	where: string;
	apply: (workflow: Workflow) => Workflow;
}

export const mend = (advice: string, where: string, apply: Mend['apply']): Mend => ({
	...{ advice, where, apply },
});

type Values = Record<string, unknown>;
type Line = { node: string; type: 'main'; index: number };
type Lines = Record<string, { main: Array<Line[] | null> }>;

const lineTo = (node: string): Line => ({ node, type: 'main', index: 0 });

export const nodeIn = ({ nodes }: Workflow, name = '') => nodes.find((node) => node.name === name);

/** The same with a changed node. */
export const withNode = (
	workflow: Workflow,
	name: string,
	changes: Partial<WorkflowNode>,
): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => (node.name === name ? { ...node, ...changes } : node)),
});

/** The same with changed parameters of a node. */
export const withParameters = (workflow: Workflow, name: string, changes: Values): Workflow =>
	withNode(workflow, name, { parameters: { ...nodeIn(workflow, name)?.parameters, ...changes } });

/** The same with values in a group under Options of a node. */
export function withOption(
	workflow: Workflow,
	name: string,
	group: string,
	values: Values,
): Workflow {
	const options = (nodeIn(workflow, name)?.parameters.options ?? {}) as Record<
		string,
		{ values?: Values }
	>;
	const changed = { ...options, [group]: { values: { ...options[group]?.values, ...values } } };
	return withParameters(workflow, name, { options: changed });
}

/** The same with Skip Duplicates off; without Skip Messages if nothing else is on there, which the node refuses. */
export function withDuplicates(workflow: Workflow, name: string): Workflow {
	const off = withOption(workflow, name, 'skipMessages', { skipDuplicates: false });
	const { skipMessages, ...others } = nodeIn(off, name)!.parameters.options as Record<
		string,
		{ values: Values }
	>;
	const isOn = Object.values(skipMessages.values).includes(true);
	return isOn ? off : withParameters(off, name, { options: others });
}

/** The same with other lines from an output of a node. */
export function withLines(
	workflow: Workflow,
	from: string,
	output: number,
	change: (to: string[]) => string[],
): Workflow {
	const connections = workflow.connections as Lines;
	const main = [...(connections[from]?.main ?? [])];
	while (main.length <= output) main.push([]);
	const known = main[output] ?? [];
	main[output] = change(known.map(({ node }) => node)).map(
		(node) => known.find((line) => line.node === node) ?? lineTo(node),
	);
	return { ...workflow, connections: { ...connections, [from]: { ...connections[from], main } } };
}

const TELLS = 'Tell somebody of ';

const stopAndError = (
	{ id, name, position }: WorkflowNode,
	errorMessage: string,
): WorkflowNode => ({
	name: `${TELLS}${name}`,
	...{ id: `${String(id)}-tells`, type: 'n8n-nodes-base.stopAndError', typeVersion: 1, position },
	parameters: { errorMessage },
});

/** The same with a Stop and Error behind the error output of a node, in place of what is there or beside it. */
export function withTelling(workflow: Workflow, name: string, { isAlone = false } = {}): Workflow {
	const node = nodeIn(workflow, name);
	if (!node) return workflow;
	const tells = stopAndError(node, '={{ $json.error }}');
	const output = Math.max(1, behindEach(workflow.connections, name).length - 1);
	const nodes = [...workflow.nodes.filter((one) => one.name !== tells.name), tells];
	const goesOn = withNode({ ...workflow, nodes }, name, { onError: 'continueErrorOutput' });
	return withLines(goesOn, name, node.onError === 'continueErrorOutput' ? output : 1, (to) => [
		...(isAlone ? [] : to),
		tells.name,
	]);
}

/** The same with another node on each line to a node. */
export function withNodeBefore(
	workflow: Workflow,
	name: string,
	added: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>,
): Workflow {
	const node = nodeIn(workflow, name);
	if (!node) return workflow;
	const before = { name: `Before ${name}`, id: `${String(node.id)}-before`, ...added };
	const connections = structuredClone(workflow.connections) as Lines;
	for (const { main = [] } of Object.values(connections))
		for (const line of main.flatMap((next) => next ?? []))
			if (line.node === name) line.node = before.name;
	connections[before.name] = { main: [[lineTo(name)]] };
	const nodes = [...workflow.nodes, { ...before, position: node.position }];
	return { ...workflow, nodes, connections };
}

/** The same with another node on each line from a node's first output. */
function withNodeBehind(
	workflow: Workflow,
	name: string,
	added: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>,
): Workflow {
	const node = nodeIn(workflow, name);
	if (!node) return workflow;
	const behind = { name: `Behind ${name}`, id: `${String(node.id)}-behind`, ...added };
	const onward = behindEach(workflow.connections, name)[0] ?? [];
	const nodes = [...workflow.nodes, { ...behind, position: node.position }];
	const led = withLines({ ...workflow, nodes }, name, 0, () => [behind.name]);
	return withLines(led, behind.name, 0, () => onward);
}

/** A condition of an If: what must be so. */
export interface Asked {
	left: string;
	operation: 'equals' | 'true';
	right?: string;
}

/** The same with an If that lets items on to a node, or on from it, only as it asks. */
export function withIf(
	workflow: Workflow,
	name: string,
	place: 'before' | 'behind',
	{ left, operation, right = '' }: Asked,
): Workflow {
	const type = operation === 'true' ? 'boolean' : 'string';
	const operator = { type, operation, singleValue: operation !== 'equals' };
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 };
	const condition = { id: 'asked', leftValue: `={{ ${left} }}`, rightValue: right, operator };
	const conditions = { options, conditions: [condition], combinator: 'and' };
	const parameters = { conditions, looseTypeValidation: true, options: {} };
	const asks = { type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters };
	return (place === 'before' ? withNodeBefore : withNodeBehind)(workflow, name, asks);
}

/** The same with two outputs of a node in each other's place. */
export function withTurnedOutputs(workflow: Workflow, name: string): Workflow {
	const [first = [], second = []] = behindEach(workflow.connections, name);
	return withLines(
		withLines(workflow, name, 0, () => second),
		name,
		1,
		() => first,
	);
}
