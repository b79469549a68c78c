import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach, decides, isOurs, optionsOf, reachedFrom } from '../copy/nodeKinds.ts';
import type { Base } from '../relations/base.ts';
import type { Breach } from '../relations/relation.ts';
import { nodeIn, withIfBefore, withOption, withParameters, withTelling } from './change.ts';
import { isType, itemized, keys, type Mend } from './expressions.ts';
import { executesForEach, executesOnce, fewerLines, insteadOfGap, ofLoop, ofRows } from './rows.ts';

function telling(node: WorkflowNode, workflow: Workflow): Mend[] {
	const { name, onError } = node;
	const error = behindEach(workflow.connections, name).at(-1) ?? [];
	const isOpen = onError === 'continueErrorOutput';
	const leads = isOpen && error.length > 0 && behindEach(workflow.connections, name).length > 1;
	const canvas = `on the canvas: the output Error of “${name}”`;
	const stop = 'a node that tells somebody, such as Stop and Error';
	return [
		isOpen
			? {
					advice: `Connect the output Error of “${name}” to ${stop}${leads ? ', besides what is there' : ''}.`,
					where: canvas,
					apply: (one) => withTelling(one, name),
				}
			: {
					advice: `Set On Error of “${name}” to Continue (using error output), and connect that output to ${stop}.`,
					where: `${name}: Settings → On Error`,
					apply: (one) => withTelling(one, name),
				},
		...(leads
			? [
					{
						advice: `Connect the output Error of “${name}” to ${stop}, in place of what is there.`,
						where: canvas,
						apply: (one: Workflow) => withTelling(one, name, { isAlone: true }),
					},
				]
			: []),
	];
}

/** A loop that ends after some rounds, where a node decides whether it goes on. */
function endingLoop(node: WorkflowNode, workflow: Workflow): Mend[] {
	if (!isType(node, 'if')) return [];
	const ways = behindEach(workflow.connections, node.name);
	const goesOn = ways.findIndex((next) =>
		next.some((one) => reachedFrom(workflow.connections, one).has(node.name)),
	);
	const given = node.parameters.conditions as
		| { conditions?: unknown[]; combinator?: string }
		| undefined;
	const isFew = goesOn === 0;
	const isOne = given?.conditions?.length === 1 || given?.combinator === (isFew ? 'and' : 'or');
	if (goesOn < 0 || !given?.conditions || !isOne) return [];
	const rounds = {
		id: 'rounds',
		leftValue: '={{ $runIndex }}',
		rightValue: 9,
		operator: { type: 'number', operation: isFew ? 'lt' : 'gte' },
	};
	const conditions = {
		...given,
		combinator: isFew ? 'and' : 'or',
		conditions: [...given.conditions, rounds],
	};
	return [
		{
			advice: `Have the loop end after some rounds, whatever comes: add the condition {{ $runIndex }} ${isFew ? 'is less than 9' : 'is 9 or more'}, with ${isFew ? 'AND' : 'OR'}.`,
			where: `${node.name}: Parameters → Conditions`,
			apply: (one) => withParameters(one, node.name, { conditions }),
		},
	];
}

/** What only an option of a node of ours mends. */
const OF_OURS = ['again', 'gap', 'opted out', 'limit', 'number', 'night'];

/** All that could mend a breach. What is set is not advised: such a change changes nothing. */
export function mendsFor({ kind, node: name, field = '' }: Breach, base: Base): Mend[] {
	const { workflow } = base.play;
	const node = nodeIn(workflow, name);
	if (OF_OURS.includes(kind) && !(node && isOurs(node))) return [];
	const senders = [...new Set([...(node && isOurs(node) ? [node] : []), ...base.senders])];
	switch (kind) {
		case 'rows':
			return node
				? [
						...ofRows(node, base),
						...base.senders
							.filter((sender) => sender !== node)
							.flatMap((sender) => [...executesForEach(sender), ...itemized(sender)]),
					]
				: [];
		case 'twice':
			return senders
				.slice(0, 2)
				.flatMap((one) => [
					...executesOnce(one),
					...fewerLines(one, base),
					...(one === node ? keys(one, base) : []),
				]);
		case 'again':
			return node ? [...keys(node, base)] : [];
		case 'untold':
			return [
				...(node ? [node] : workflow.nodes.filter((one) => isOurs(one) && one.onError)),
			].flatMap((one) => telling(one, workflow));
		case 'endless':
			return [
				...(node && decides(node) ? endingLoop(node, workflow) : []),
				...workflow.nodes
					.filter((one) => isOurs(one) && one.onError === 'continueErrorOutput')
					.flatMap((one) => telling(one, workflow).slice(1)),
				...workflow.nodes
					.filter((one) => isType(one, 'splitInBatches'))
					.flatMap((one) => ofLoop(one, workflow)),
			];
		case 'waits':
			return node
				? [
						{
							advice: 'Set Limit Wait Time, and go on if there is no answer.',
							where: `${node.name}: ${isOurs(node) ? 'Options' : 'Parameters'} → Limit Wait Time`,
							apply: (one) =>
								isOurs(node)
									? withOption(one, node.name, 'limitWaitTime', {
											limitType: 'afterTimeInterval',
											resumeAmount: 45,
											resumeUnit: 'minutes',
										})
									: withParameters(one, node.name, {
											limitWaitTime: true,
											limitType: 'afterTimeInterval',
											resumeAmount: 1,
											resumeUnit: 'hours',
										}),
						},
					]
				: [];
		case 'gap': {
			if (!node) return [];
			const refuse = (one: Workflow) => withOption(one, node.name, 'limits', { refuseGaps: true });
			const where = `${node.name}: Options → Limits → Refuse Gaps`;
			return [
				...insteadOfGap(node, field, base),
				{
					advice:
						'Turn Refuse Gaps on, and connect the output Error to a node that tells somebody, such as Stop and Error.',
					where,
					apply: (one) => withTelling(refuse(one), node.name),
				},
				{ advice: 'Turn Refuse Gaps on.', where, apply: refuse },
				...(field
					? [
							{
								advice: `Put an If before “${node.name}” that lets through only items in which ${field} is not empty, and connect its output false to a node that tells somebody, such as Stop and Error.`,
								where: `on the canvas: before “${node.name}”`,
								apply: (one: Workflow) => withIfBefore(one, node.name, field),
							},
						]
					: []),
			];
		}
		case 'opted out':
			return node
				? [
						{
							advice:
								'Turn Skip Suppressed on: the items of those who opted out then come out marked.',
							where: `${node.name}: Options → Skip Messages → Skip Suppressed`,
							apply: (one) => withOption(one, node.name, 'skipMessages', { skipSuppressed: true }),
						},
					]
				: [];
		case 'limit':
			return node
				? [
						{
							advice:
								'Set Max Messages to what you expect at most: more than that, and nothing is sent.',
							where: `${node.name}: Options → Limits → Max Messages`,
							apply: (one) => withOption(one, node.name, 'limits', { maxMessages: 100 }),
						},
					]
				: [];
		case 'number': {
			const to = `={{ $json${/^[A-Za-z_]\w*$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`} }}`;
			return node
				? [
						{
							advice: `If they are meant for these people, set To to ${to.slice(1)}`,
							where: `${node.name}: Parameters → To`,
							apply: (one) => withParameters(one, node.name, { to }),
						},
					]
				: [];
		}
		case 'night':
			return node && optionsOf(node).skipMessages?.values?.timeZone
				? [
						{
							advice: "Empty Time Zone: the window then goes by the workflow's clock.",
							where: `${node.name}: Options → Skip Messages → Time Zone`,
							apply: (one) => withOption(one, node.name, 'skipMessages', { timeZone: '' }),
						},
					]
				: [];
		default:
			return [];
	}
}
