import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach } from '../copy/nodeKinds.ts';
import { shownName } from '../copy/shown.ts';

/** A change of a workflow, in words. */
export interface Mend {
	advice: string;
	/** Where that is in n8n. */
	where: string;
	apply: (workflow: Workflow) => Workflow;
}

type Values = Record<string, unknown>;
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
	const given = nodeIn(workflow, name)?.parameters.options ?? {};
	const options = given as Record<string, { values?: Values }>;
	const changed = { ...options, [group]: { values: { ...options[group]?.values, ...values } } };
	return withParameters(workflow, name, { options: changed });
}

type Place = Pick<WorkflowNode, 'name'>;

/** Something on the canvas, in place of what is there. */
export const onCanvas = (advice: string, place: string, apply: Mend['apply']): Mend => ({
	...{ advice, where: `on the canvas: ${place}`, apply },
});

/** A node's setting. */
export const setting = (
	{ name }: Place,
	label: string,
	advice: string,
	changes: Partial<WorkflowNode>,
): Mend => ({
	...{ advice, where: `${name}: Settings → ${label}` },
	apply: (one) => withNode(one, name, changes),
});

/** A node's parameters; where they are is said by what its form calls them. */
export const parameters = (
	{ name }: Place,
	label: string,
	advice: string,
	changes: Values,
	group = 'Parameters',
): Mend => ({
	...{ advice, where: `${name}: ${group} → ${label}` },
	apply: (one) => withParameters(one, name, changes),
});

/** Values in a group under a node's Options. */
export const option = (
	{ name }: Place,
	label: string,
	advice: string,
	[group, values]: [string, Values],
): Mend => ({
	...{ advice, where: `${name}: Options → ${label}` },
	apply: (one) => withOption(one, name, group, values),
});

/** The same with Skip Duplicates off; without Skip Messages if nothing else is on there, which the node refuses. */
export function withDuplicates(workflow: Workflow, name: string): Workflow {
	const off = withOption(workflow, name, 'skipMessages', { skipDuplicates: false });
	const { skipMessages, ...options } = nodeIn(off, name)!.parameters.options as Record<
		string,
		{ values: Values }
	>;
	const isOn = Object.values(skipMessages.values).includes(true);
	return isOn ? off : withParameters(off, name, { options });
}

/** The same with other nodes behind the outputs of a node. */
export function withOutputs(
	workflow: Workflow,
	name: string,
	change: (outputs: string[][]) => string[][],
): Workflow {
	const { connections } = workflow;
	const known = (connections[name]?.main ?? []).flatMap((next) => next ?? []);
	const main = change(behindEach(connections, name)).map((next) =>
		next.map(
			(node) => known.find((line) => line.node === node) ?? { node, type: 'main', index: 0 },
		),
	);
	return { ...workflow, connections: { ...connections, [name]: { ...connections[name], main } } };
}

/** The same with other nodes behind one output of a node. */
export const withOutput = (
	workflow: Workflow,
	name: string,
	output: number,
	change: (to: string[]) => string[],
): Workflow =>
	withOutputs(workflow, name, (outputs) =>
		Array.from({ length: Math.max(outputs.length, output + 1) }, (_, place) => {
			const to = outputs[place] ?? [];
			return place === output ? change(to) : to;
		}),
	);

/** The same with each line to a node leading to others. */
export const withLinesTo = (workflow: Workflow, name: string, others: string[]): Workflow =>
	Object.keys(workflow.connections).reduce(
		(one, from) =>
			withOutputs(one, from, (outputs) =>
				outputs.map((to) => to.flatMap((next) => (next === name ? others : [next]))),
			),
		workflow,
	);

/** The same without the line from an output of a node to another node. */
export const withoutLine = (workflow: Workflow, from: string, output: number, name: string) =>
	withOutput(workflow, from, output, (to) => to.filter((next) => next !== name));

type Added = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>;

/** The same with another node on each line to a node, or on each line from its first output. */
export function withNodeOn(
	workflow: Workflow,
	place: 'Before' | 'Behind',
	name: string,
	added: Added,
): Workflow {
	const node = nodeIn(workflow, name);
	if (!node) return workflow;
	const own = `${place} ${name}`;
	const id = `${String(node.id)}-${place.toLowerCase()}`;
	const nodes = [...workflow.nodes, { ...added, id, name: own, position: node.position }];
	if (place === 'Before')
		return withOutput({ ...withLinesTo(workflow, name, [own]), nodes }, own, 0, () => [name]);
	const { connections } = withOutput(workflow, name, 0, () => [own]);
	// Each line still leads to its input.
	const main = [workflow.connections[name]?.main?.[0] ?? []];
	return { ...workflow, nodes, connections: { ...connections, [own]: { main } } };
}

/**
 * The parameters of an If or a Filter that asks one thing.
 * @param rightValue what it must equal; it must be true, if it isn't said
 */
export function conditionsFor(leftValue: string, rightValue?: string): Values {
	const operator =
		rightValue === undefined
			? { type: 'boolean', operation: 'true', singleValue: true }
			: { type: 'string', operation: 'equals', singleValue: false };
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 };
	const condition = { id: 'asked', leftValue, rightValue: rightValue ?? '', operator };
	const conditions = { options, conditions: [condition], combinator: 'and' };
	return { conditions, looseTypeValidation: true, options: {} };
}

/** The same with another value of what a node that doesn't run is given. */
export function withShown(
	workflow: Workflow,
	name: string,
	field: string,
	value: string,
): Workflow {
	const shown = shownName(name);
	const { assignments } = (nodeIn(workflow, shown)?.parameters.assignments ?? {}) as {
		assignments?: Values[];
	};
	const changed = assignments?.map((one) => (one.name === field ? { ...one, value } : one));
	return changed
		? withParameters(workflow, shown, { assignments: { assignments: changed } })
		: workflow;
}

/** The same with an If on the lines to a node, or from it, that lets items through only if something is so. */
export const withIf = (
	workflow: Workflow,
	place: 'Before' | 'Behind',
	name: string,
	...asked: Parameters<typeof conditionsFor>
): Workflow =>
	withNodeOn(workflow, place, name, {
		...{ type: 'n8n-nodes-base.if', typeVersion: 2.2 },
		parameters: conditionsFor(...asked),
	});

const LOWEST = 100_000;

/** The same with a Stop and Error behind an output of a node, in place of what is there or beside it. */
export function withStop(
	workflow: Workflow,
	{ name, id, position }: WorkflowNode,
	output: number,
	errorMessage: string,
	isAlone = false,
): Workflow {
	const stops: WorkflowNode = {
		// Below all others, it runs last.
		...{
			name: `Tell somebody of ${name}`,
			id: `${String(id)}-tells`,
			position: [(position as number[] | undefined)?.[0] ?? 0, LOWEST],
		},
		...{ type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
		parameters: { errorMessage },
	};
	const nodes = [...workflow.nodes.filter((one) => one.name !== stops.name), stops];
	return withOutput({ ...workflow, nodes }, name, output, (to) => [
		...(isAlone ? [] : to),
		stops.name,
	]);
}

/** The same with somebody told of what comes out of the error output of a node. */
export function withTelling(workflow: Workflow, name: string, { isAlone = false } = {}): Workflow {
	const node = nodeIn(workflow, name);
	if (!node) return workflow;
	const hasOutput = node.onError === 'continueErrorOutput';
	const output = hasOutput ? Math.max(1, behindEach(workflow.connections, name).length - 1) : 1;
	const goesOn = withNode(workflow, name, { onError: 'continueErrorOutput' });
	return withStop(goesOn, node, output, '={{ $json.error }}', isAlone);
}
