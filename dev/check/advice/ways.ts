import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Base } from '../relations/base.ts';
import { behindEach, isOurs, optionsOf, reachedFrom } from '../copy/nodeKinds.ts';
import { choicesOf } from '../play/answering.ts';
import { isType } from './expressions.ts';
import {
	mend,
	type Mend,
	withIf,
	withNode,
	withOption,
	withParameters,
	withTelling,
	withTurnedOutputs,
} from './change.ts';

const STOP = 'a node that tells somebody, such as Stop and Error';

export function telling({ name, onError }: WorkflowNode, workflow: Workflow): Mend[] {
	const ways = behindEach(workflow.connections, name);
	const canvas = `on the canvas: the output Error of “${name}”`;
	const wire = `onnect the output Error of “${name}” to ${STOP}`;
	if (onError !== 'continueErrorOutput')
		return [
			mend(
				`Set On Error of “${name}” to Continue (using error output), and connect that output to ${STOP}.`,
				`${name}: Settings → On Error`,
				(one) => withTelling(one, name),
			),
		];
	const leads = ways.length > 1 && (ways.at(-1) ?? []).length > 0;
	const beside = mend(`C${wire}${leads ? ', besides what is there' : ''}.`, canvas, (one) =>
		withTelling(one, name),
	);
	const alone = mend(`C${wire}, in place of what is there.`, canvas, (one) =>
		withTelling(one, name, { isAlone: true }),
	);
	return leads ? [beside, alone] : [beside];
}

/** A loop that ends after some rounds, where a node decides whether it goes on. */
export function endingLoop(node: WorkflowNode, workflow: Workflow): Mend[] {
	const goesOn = behindEach(workflow.connections, node.name).findIndex((next) =>
		next.some((one) => reachedFrom(workflow.connections, one).has(node.name)),
	);
	const given = node.parameters.conditions as
		| { conditions?: unknown[]; combinator?: string }
		| undefined;
	const isFew = goesOn === 0;
	const combinator = isFew ? 'and' : 'or';
	const isOne = given?.conditions?.length === 1 || given?.combinator === combinator;
	if (!isType(node, 'if') || goesOn < 0 || !given?.conditions || !isOne) return [];
	const operator = { type: 'number', operation: isFew ? 'lt' : 'gte' };
	const rounds = { id: 'rounds', leftValue: '={{ $runIndex }}', rightValue: 9, operator };
	const conditions = { ...given, combinator, conditions: [...given.conditions, rounds] };
	const asks = isFew ? 'is less than 9, with AND' : 'is 9 or more, with OR';
	return [
		mend(
			`Have the loop end after some rounds, whatever comes: add the condition {{ $runIndex }} ${asks}.`,
			`${node.name}: Parameters → Conditions`,
			(one) => withParameters(one, node.name, { conditions }),
		),
	];
}

/** A retry of a whole sub-workflow, and a report that is asked for before there can be one. */
export const ofDoubles = ({ play: { workflow } }: Base): Mend[] => [
	...workflow.nodes
		.filter(({ retryOnFail }) => retryOnFail === true)
		.map(({ name }) =>
			mend('Turn off Retry On Fail.', `${name}: Settings → Retry On Fail`, (one) =>
				withNode(one, name, { retryOnFail: false }),
			),
		),
	...workflow.nodes
		.filter((node) => isOurs(node) && /^getReports?$/.test(String(node.parameters.operation)))
		.filter((node) => !optionsOf(node).waitForDelivery)
		.map(({ name }) =>
			mend(
				'Add Wait for Delivery: before, nobody can know whether it arrived.',
				`${name}: Options → Wait for Delivery`,
				(one) => withOption(one, name, 'waitForDelivery', { timeout: 3 }),
			),
		),
];

export function ofAnswer({ name, parameters }: WorkflowNode, { play: { workflow } }: Base): Mend[] {
	const behind = reachedFrom(workflow.connections, name);
	const choice = choicesOf({ name, type: '', parameters })[0]?.choice;
	const asked = choice
		? ({ left: '$json.data?.choice', operation: 'equals', right: choice } as const)
		: ({ left: '$json.data?.approved', operation: 'true' } as const);
	return [
		...workflow.nodes
			.filter((node) => node.name !== name && behind.has(node.name) && isType(node, 'if'))
			.map((node) =>
				mend(
					`Connect what stands at the output true of “${node.name}” to false, and what stands at false to true.`,
					`on the canvas: the outputs of “${node.name}”`,
					(one) => withTurnedOutputs(one, node.name),
				),
			),
		mend(
			`Put an If behind “${name}” that goes on only if {{ ${asked.left} }} is ${choice ? `“${choice}”` : 'true'}.`,
			`on the canvas: behind “${name}”`,
			(one) => withIf(one, name, 'behind', asked),
		),
	];
}
