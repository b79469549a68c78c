import type { WorkflowNode } from '../../n8n/types.ts';
import { boundsIn } from '../relations/bounds.ts';
import type { Base } from '../relations/base.ts';
import { type Mend, nodeIn, onCanvas, withParameters } from './change.ts';

/** What a step must not reach, where the next one begins. */
const BEFORE = {
	gt: ['lte', 'is less than or equal to'],
	gte: ['lt', 'is less than'],
	lt: ['gte', 'is greater than or equal to'],
	lte: ['gt', 'is greater than'],
} as Record<string, [operation: string, label: string]>;

/** Steps of a number that each end where the next one begins. */
export function upToTheNext({ name }: WorkflowNode, { play: { workflow } }: Base): Mend[] {
	const steps = boundsIn(workflow).find(([first]) => first.node.name === name) ?? [];
	const ends = steps.slice(0, -1).map(({ node, condition }, place) => {
		const { bound, operation: next } = steps[place + 1];
		const [operation, label] = BEFORE[next];
		const operator = { ...condition.operator, operation };
		const end = { ...condition, id: 'end', rightValue: bound, operator };
		return { node, end, said: `in “${node.name}”, ${label} ${bound}` };
	});
	const advice = `Have each step end where the next one begins. Add a condition on the same number: ${ends.map(({ said }) => said).join('; ')}.`;
	return ends.length === 0
		? []
		: [
				onCanvas(advice, ends.map(({ node }) => `“${node.name}”`).join(', '), (one) =>
					ends.reduce((all, { node, end }) => {
						const given = nodeIn(all, node.name)?.parameters.conditions as { conditions: object[] };
						const conditions = {
							...given,
							conditions: [...given.conditions, end],
							combinator: 'and',
						};
						return withParameters(all, node.name, { conditions });
					}, one),
				),
			];
}
