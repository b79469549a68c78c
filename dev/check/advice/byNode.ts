import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Base } from '../relations/base.ts';
import { behindEach, reachedFrom } from '../copy/nodeKinds.ts';
import { isType } from './expressions.ts';
import { mend, type Mend, withLines, withNode, withParameters } from './change.ts';

export function ofLoop(node: WorkflowNode, workflow: Workflow): Mend[] {
	if (!isType(node, 'splitInBatches')) return [];
	const { name } = node;
	const options = (node.parameters.options ?? {}) as Record<string, unknown>;
	const [done = [], loop = []] = behindEach(workflow.connections, name);
	const endsBehind = (first: string[]) => {
		const behind = new Set(first.flatMap((next) => [...reachedFrom(workflow.connections, next)]));
		return workflow.nodes.filter(
			(one) =>
				behind.has(one.name) && behindEach(workflow.connections, one.name).flat().length === 0,
		);
	};
	const back = (one: Workflow, from: string) => withLines(one, from, 0, (to) => [...to, name]);
	const toLoop = (one: Workflow) =>
		endsBehind(done).reduce(
			(next, end) => back(next, end.name),
			withLines(
				withLines(one, name, 0, () => []),
				name,
				1,
				() => done,
			),
		);
	return [
		...(options.reset
			? [
					mend('Turn off Reset.', `${name}: Options → Reset`, (one) =>
						withParameters(one, name, { options: { ...options, reset: false } }),
					),
				]
			: []),
		...endsBehind(loop).map((end) =>
			mend(
				`Connect “${end.name}” back to “${name}”.`,
				`on the canvas: the output of “${end.name}”`,
				(one) => back(one, end.name),
			),
		),
		...(loop.length === 0 && done.length > 0
			? [
					mend(
						`Connect “${done.join('” and “')}” to the output loop in place of done, and the last node there back to “${name}”.`,
						`on the canvas: the outputs of “${name}”`,
						toLoop,
					),
				]
			: []),
	];
}

export const ofSet = ({ name }: WorkflowNode) => [
	mend(
		'Turn Include Other Input Fields on: the other fields are then still there.',
		`${name}: Parameters → Include Other Input Fields`,
		(one) =>
			withParameters(one, name, { includeOtherFields: true, include: 'all', keepOnlySet: false }),
	),
];

export const ofLimit = ({ name }: WorkflowNode) => [
	mend(
		'If nobody is to be left out, remove this node, or deactivate it.',
		`on the canvas: “${name}”`,
		(one) => withNode(one, name, { disabled: true }),
	),
];

export function ofSwitch({ name, parameters }: WorkflowNode, { play, senders }: Base): Mend[] {
	const options = (parameters.options ?? {}) as Record<string, unknown>;
	const rules = (parameters.rules as { values?: unknown[] } | undefined)?.values ?? [];
	if (rules.length === 0) return [];
	const first = (one: Workflow) =>
		withParameters(one, name, { options: { ...options, allMatchingOutputs: false } });
	if (options.allMatchingOutputs) {
		const off = 'Turn off Send data to all matching outputs';
		return [
			mend(
				`${off}: each row then goes by the first rule that fits it.`,
				`${name}: Options → Send data to all matching outputs`,
				first,
			),
			mend(
				`${off}, and put the rules in the opposite order: each row then goes by the first that fits it.`,
				`${name}: Parameters → Routing Rules`,
				(one) => {
					const ways = behindEach(one.connections, name);
					const turned = rules.reduce<Workflow>(
						(next, _, place) =>
							withLines(next, name, place, () => ways[rules.length - 1 - place] ?? []),
						first(one),
					);
					return withParameters(turned, name, { rules: { values: rules.toReversed() } });
				},
			),
		];
	}
	const behind = reachedFrom(play.workflow.connections, name);
	const last = senders.findLast((sender) => behind.has(sender.name));
	return last && !options.fallbackOutput
		? [
				mend(
					'If they are to get something too, set Fallback Output to Extra Output, and connect it to the node for all others.',
					`${name}: Options → Fallback Output`,
					(one) =>
						withLines(
							withParameters(one, name, { options: { ...options, fallbackOutput: 'extra' } }),
							name,
							rules.length,
							() => [last.name],
						),
				),
			]
		: [];
}
