import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach } from '../copy/nodeKinds.ts';

type Values = Record<string, unknown>;
type Line = { node: string; type: 'main'; index: number };
type Lines = Record<string, { main: Array<Line[] | null> }>;

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
		(node) => known.find((line) => line.node === node) ?? { node, type: 'main', index: 0 },
	);
	return { ...workflow, connections: { ...connections, [from]: { ...connections[from], main } } };
}

const TELLS = 'Tell somebody of ';

/** Whether a node is one that a mend has put there. */
export const isTelling = (name = '') => name.startsWith(TELLS);

/** The same with a Stop and Error behind the error output of a node, in place of what is there or beside it. */
export function withTelling(workflow: Workflow, name: string, { isAlone = false } = {}): Workflow {
	const node = nodeIn(workflow, name);
	if (!node) return workflow;
	const tells: WorkflowNode = {
		name: `${TELLS}${name}`,
		...{ id: `${String(node.id)}-tells`, type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
		position: node.position,
		parameters: { errorMessage: '={{ $json.error }}' },
	};
	const output = Math.max(1, behindEach(workflow.connections, name).length - 1);
	const nodes = [...workflow.nodes.filter((one) => one.name !== tells.name), tells];
	const goesOn = withNode({ ...workflow, nodes }, name, { onError: 'continueErrorOutput' });
	return withLines(goesOn, name, node.onError === 'continueErrorOutput' ? output : 1, (to) => [
		...(isAlone ? [] : to),
		tells.name,
	]);
}

/** The same with an If before a node, which leads items without a field to a Stop and Error. */
export function withIfBefore(workflow: Workflow, name: string, field: string): Workflow {
	const node = nodeIn(workflow, name);
	if (!node) return workflow;
	const asks: WorkflowNode = {
		name: `Is there ${field} for ${name}?`,
		...{ id: `${String(node.id)}-if`, type: 'n8n-nodes-base.if', typeVersion: 2.2 },
		position: node.position,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
				conditions: [
					{
						id: 'is-there',
						leftValue: `={{ $json[${JSON.stringify(field)}] }}`,
						rightValue: '',
						operator: { type: 'string', operation: 'notEmpty', singleValue: true },
					},
				],
				combinator: 'and',
			},
			options: {},
		},
	};
	const tells: WorkflowNode = {
		name: `${TELLS}${asks.name}`,
		...{ id: `${String(node.id)}-empty`, type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
		position: node.position,
		parameters: { errorMessage: `${field} is empty` },
	};
	const lines = Object.entries(workflow.connections as Lines).map(([from, { main = [] }]) => [
		from,
		{
			main: main.map((next) =>
				(next ?? []).map((line) => (line.node === name ? { ...line, node: asks.name } : line)),
			),
		},
	]);
	const own: Line[][] = [[name], [tells.name]].map(([to]) => [
		{ node: to, type: 'main', index: 0 },
	]);
	const connections = {
		...Object.fromEntries(lines),
		[asks.name]: { main: own },
	} as Workflow['connections'];
	return { ...workflow, nodes: [...workflow.nodes, asks, tells], connections };
}
