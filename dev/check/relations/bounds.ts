import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { counted } from '../../../sandbox/page/words.js';
import type { Play } from '../play/round.ts';
import { behindEach, type Condition, conditionsOf, decides } from '../copy/nodeKinds.ts';
import { gotBy, inWords, once, type Base } from './base.ts';
import { holds } from './locate.ts';
import { leadsTo } from './seen.ts';
import { toChange, type Breach } from './relation.ts';

/** A node that lets through what is more than a number, or less. */
export interface Bound {
	node: WorkflowNode;
	condition: Condition;
	/** How it's compared: gt, gte, lt, or lte. */
	operation: string;
	bound: number;
}

function boundOf(node: WorkflowNode): Bound[] {
	const [condition, ...others] = conditionsOf(node);
	if (!decides(node) || node.disabled || !condition || others.length > 0) return [];
	const operation = condition.operator?.operation ?? '';
	const bound = /^[gl]te?$/.test(operation) ? Number(condition.rightValue) : NaN;
	return Number.isFinite(bound) ? [{ node, condition, operation, bound }] : [];
}

/** Nodes side by side that ask for the same number, from the widest bound to the narrowest. */
export function boundsIn({ nodes, connections }: Workflow): Bound[][] {
	const beside = nodes.flatMap(({ name }) =>
		behindEach(connections, name).map((next) =>
			nodes.filter((node) => next.includes(node.name)).flatMap(boundOf),
		),
	);
	return beside.flatMap((all) =>
		[
			...Map.groupBy(
				all,
				({ condition: { leftValue }, operation }) => `${operation[0]} ${String(leftValue)}`,
			).values(),
		]
			.filter((group) => new Set(group.map(({ bound }) => bound)).size > 1)
			.map(([first, ...others]) => {
				const sign = first.operation.startsWith('g') ? 1 : -1;
				return [first, ...others].toSorted((one, other) => sign * (one.bound - other.bound));
			}),
	);
}

/** Who gets a message of each of several steps of a number, such as a coupon for 100, one for 500, and one for 1000. */
export const withinSeveral = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	boundsIn(workflow).flatMap((group) => {
		const found = once(base.people).flatMap((row) => {
			const passed = group.flatMap(({ node }) => {
				const runs = round.runs[node.name] ?? [];
				const isThrough = runs.some(({ outputs: [items = []] }) => items.some(holds(row)));
				const sent = gotBy(round, row).filter(({ by }) => leadsTo(workflow, node.name, by ?? ''));
				return isThrough && sent.length > 0 ? [{ node, sent }] : [];
			});
			// One sender may be behind several, and a message then of neither alone.
			const senders = passed.flatMap(({ sent }) => [...new Set(sent.map(({ by }) => by))]);
			const areApart = new Set(senders).size === passed.length && senders.length === passed.length;
			return areApart && passed.length > 1 ? [{ row, passed }] : [];
		});
		if (found.length === 0) return [];
		const [{ row, passed }] = found;
		const steps = passed.map(({ node: { name } }) => ({ name: `“${name}”` }));
		const others = found.length > 1 ? ` (and so with ${counted(found.length - 1, 'other')})` : '';
		const happened = `${row.name} gets ${counted(passed.length, 'message')}${others}: ${inWords(steps)} let the row through, each by the same number.`;
		const wrong = found.flatMap((one) => one.passed.slice(0, -1).flatMap(({ sent }) => sent));
		return [toChange('bounds', group[0].node.name, happened, { wrong, isAstray: true })];
	});
