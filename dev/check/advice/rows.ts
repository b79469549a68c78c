import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach, isOurs, optionsOf, reachedFrom } from '../copy/nodeKinds.ts';
import type { Base } from '../relations/base.ts';
import { jsonRows } from '../worlds/rows.ts';
import { withLines, withNode, withParameters } from './change.ts';
import { isType, itemized, keys, type Mend } from './expressions.ts';

export const executesForEach = (node: WorkflowNode): Mend[] =>
	node.executeOnce === true
		? [
				{
					advice: 'Turn off Execute Once.',
					where: `${node.name}: Settings → Execute Once`,
					apply: (workflow) => withNode(workflow, node.name, { executeOnce: false }),
				},
			]
		: [];

export const executesOnce = (node: WorkflowNode): Mend[] =>
	node.executeOnce === true
		? []
		: [
				{
					advice: 'Turn on the setting Execute Once: the message is the same for all items.',
					where: `${node.name}: Settings → Execute Once`,
					apply: (workflow) => withNode(workflow, node.name, { executeOnce: true }),
				},
			];

/** Two fields by which the rows of two lists belong together: each value of one stands in the other. */
function matching(base: Base): Array<[string, string]> {
	const lists = base.lists
		.filter(({ at }) => at.length === 0)
		.map((list) => jsonRows(base.play.world.pins, list))
		.filter(({ length }) => length > 1);
	const columns = lists.map((rows) =>
		Object.keys(rows[0]).map((field) => ({
			field,
			values: new Set(rows.map((row) => String(row[field]))),
		})),
	);
	return columns.flatMap((one, place) =>
		columns
			.slice(place + 1)
			.flatMap((other) =>
				one.flatMap((left) =>
					other
						.filter(
							(right) =>
								left.field !== 'row_number' &&
								right.field !== 'row_number' &&
								left.values.size > 1 &&
								[...right.values].every((value) => left.values.has(value)),
						)
						.map((right): [string, string] => [left.field, right.field]),
				),
			),
	);
}

function ofMerge(node: WorkflowNode, base: Base): Mend[] {
	return matching(base)
		.slice(0, 3)
		.map(([left, right]) => ({
			advice: `In Combine By, choose Matching Fields, with ${left} for Input 1 and ${right} for Input 2.`,
			where: `${node.name}: Parameters → Combine By`,
			apply: (workflow) =>
				withParameters(workflow, node.name, {
					mode: 'combine',
					combineBy: 'combineByFields',
					advanced: true,
					mergeByFields: { values: [{ field1: left, field2: right }] },
					joinMode: 'keepMatches',
					outputDataFrom: 'both',
				}),
		}));
}

/** Who has another number is another person. */
function ofDuplicates({ name, parameters }: WorkflowNode, base: Base): Mend[] {
	const field = base.lists.find(({ isWrittenTo }) => isWrittenTo)?.numbers[0].at(-1);
	if (!field) return [];
	const changes = { compare: 'selectedFields', fieldsToCompare: field };
	return [
		{
			advice: `Have it compare ${field} alone.`,
			where: `${name}: Parameters → Compare`,
			apply: (one) => withParameters(one, name, { ...parameters, ...changes }),
		},
	];
}

/** Another field that has something wherever one is empty. */
export function insteadOfGap(
	{ name, parameters }: WorkflowNode,
	field: string,
	base: Base,
): Mend[] {
	const text = String(parameters.text ?? '');
	const list = base.lists
		.map((one) => jsonRows(base.play.world.pins, one))
		.find((rows) => rows.some((row) => field in row));
	const empty = (list ?? []).filter((row) => row[field] === '');
	const others = Object.keys(empty[0] ?? {}).filter(
		(other) =>
			other !== field &&
			empty.every((row) => typeof row[other] === 'string' && /\p{L}/u.test(String(row[other]))) &&
			list?.some((row) => row[other] === ''),
	);
	return others.flatMap((other) => {
		const changed = text.replace(`{{ $json.${field} }}`, `{{ $json.${field} || $json.${other} }}`);
		return changed === text
			? []
			: [
					{
						advice: `Write {{ $json.${field} || $json.${other} }} in Text: where ${field} is empty, there is ${other}.`,
						where: `${name}: Parameters → Text`,
						apply: (one: Workflow) => withParameters(one, name, { text: changed }),
					},
				];
	});
}

export function ofLoop(node: WorkflowNode, workflow: Workflow): Mend[] {
	const options = (node.parameters.options ?? {}) as Record<string, unknown>;
	const way = behindEach(workflow.connections, node.name)[1] ?? [];
	const behind = new Set(way.flatMap((next) => [...reachedFrom(workflow.connections, next)]));
	const ends = workflow.nodes.filter(
		({ name }) => behind.has(name) && behindEach(workflow.connections, name).flat().length === 0,
	);
	return [
		...(options.reset
			? [
					{
						advice: 'Turn off Reset.',
						where: `${node.name}: Options → Reset`,
						apply: (one: Workflow) =>
							withParameters(one, node.name, { options: { ...options, reset: false } }),
					},
				]
			: []),
		...ends.map(({ name }) => ({
			advice: `Connect “${name}” back to “${node.name}”.`,
			where: `on the canvas: the output of “${name}”`,
			apply: (one: Workflow) => withLines(one, name, 0, (to) => [...to, node.name]),
		})),
	];
}

/** What could mend that somebody gets nothing, too much, or another's words: by the node where it happens. */
export function ofRows(node: WorkflowNode, base: Base): Mend[] {
	const { workflow } = base.play;
	const { name } = node;
	const parameters = node.parameters as Record<string, never>;
	const options = (node.parameters.options ?? {}) as Record<string, unknown>;
	return [
		...executesForEach(node),
		...itemized(node),
		...(isType(node, 'merge') ? ofMerge(node, base) : []),
		...(isType(node, 'splitInBatches') ? ofLoop(node, workflow) : []),
		...(isType(node, 'removeDuplicates') ? ofDuplicates(node, base) : []),
		...(isType(node, 'set')
			? [
					{
						advice: 'Turn Include Other Input Fields on: the number is then still there.',
						where: `${name}: Parameters → Include Other Input Fields`,
						apply: (one: Workflow) =>
							withParameters(one, name, {
								includeOtherFields: true,
								include: 'all',
								keepOnlySet: false,
								options: { ...options },
							}),
					},
				]
			: []),
		...(isType(node, 'limit')
			? [
					{
						advice: 'If nobody is to be left out, remove this node, or deactivate it.',
						where: `on the canvas: “${name}”`,
						apply: (one: Workflow) => withNode(one, name, { disabled: true }),
					},
				]
			: []),
		...(isType(node, 'switch') && options.allMatchingOutputs
			? [
					{
						advice:
							'Turn off Send data to all matching outputs: each row then goes by the first rule that fits it.',
						where: `${name}: Options → Send data to all matching outputs`,
						apply: (one: Workflow) =>
							withParameters(one, name, { options: { ...options, allMatchingOutputs: false } }),
					},
				]
			: []),
		...(isType(node, 'switch') && options.allMatchingOutputs ? reordered(node) : []),
		...(isOurs(node) && parameters.operation
			? keys(node, base).filter(() => optionsOf(node).onceKey)
			: []),
		...fewerLines(node, base),
	];
}

/** The rules of a Switch the other way round, each row by the first that fits it. */
function reordered({ name, parameters }: WorkflowNode): Mend[] {
	const options = parameters.options as object;
	const rules = (parameters.rules as { values?: unknown[] } | undefined)?.values ?? [];
	const apply = (one: Workflow) => {
		const { main } = (one.connections as Record<string, { main: unknown[] }>)[name];
		const turned = [...main.slice(0, rules.length).toReversed(), ...main.slice(rules.length)];
		const connections = { ...one.connections, [name]: { main: turned } };
		return withParameters({ ...one, connections }, name, {
			rules: { values: rules.toReversed() },
			options: { ...options, allMatchingOutputs: false },
		});
	};
	return [
		{
			advice:
				'Turn off Send data to all matching outputs, and put the rules in the opposite order: each row then goes by the first that fits it.',
			where: `${name}: Parameters → Routing Rules`,
			apply,
		},
	];
}

/** One line less into a node that several lead to. */
export function fewerLines({ name }: WorkflowNode, { play, people }: Base): Mend[] {
	const { workflow } = play;
	// Two lines that carry the same: of two that share the rows, none is too many.
	const runs = play.rounds[0].runs[name] ?? [];
	const carried = new Set(runs.map(({ given }) => JSON.stringify(given)));
	if (people.length === 0 || runs.length < 2 || carried.size > 1) return [];
	const lines = Object.keys(workflow.connections).flatMap((from) =>
		behindEach(workflow.connections, from).flatMap((to, output) =>
			to.includes(name) ? [{ from, output }] : [],
		),
	);
	return lines.length < 2
		? []
		: lines.map(({ from, output }) => ({
				advice: `Remove the connection from “${from}” to “${name}”.`,
				where: `on the canvas: before “${name}”`,
				apply: (one: Workflow) =>
					withLines(one, from, output, (to) => to.filter((next) => next !== name)),
			}));
}
