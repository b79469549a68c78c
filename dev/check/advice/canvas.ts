import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Base } from '../relations/base.ts';
import type { Some } from '../some.ts';
import { behindEach, decides, reachedFrom } from '../copy/nodeKinds.ts';
import { choicesOf } from '../play/answering.ts';
import { countsNone, fieldsRead } from './expressions.ts';
import {
	type Mend,
	onCanvas,
	withIf,
	withStop,
	withNodeOn,
	withOutput,
	withOutputs,
	withTelling,
	withLinesTo,
	withoutLine,
} from './change.ts';

/** Whether a node is of one of n8n's own types. */
export const isType = ({ type }: WorkflowNode, ...types: string[]) =>
	types.some((one) => type === `n8n-nodes-base.${one}`);

/** The last nodes behind some others. */
function endsBehind({ nodes, connections }: Workflow, first: string[]): string[] {
	const behind = new Set(first.flatMap((next) => [...reachedFrom(connections, next)]));
	return nodes
		.filter(({ name, shows }) => !shows && behind.has(name))
		.map(({ name }) => name)
		.filter((name) => behindEach(connections, name).flat().length === 0);
}

/** A loop whose last node leads back, also if all its nodes stand at the output done. */
export function closingLoop({ name }: WorkflowNode, workflow: Workflow): Mend[] {
	const [done = [], loop = []] = behindEach(workflow.connections, name);
	const back = (one: Workflow, end: string) => withOutput(one, end, 0, (to) => [...to, name]);
	const last = endsBehind(workflow, done);
	const turned = (one: Workflow) => withOutputs(one, name, () => [[], done]);
	// What stands at the output done would lead back without an end.
	const closing = endsBehind(workflow, loop)
		.filter((end) => !last.includes(end))
		.map((end) =>
			onCanvas(`Connect “${end}” back to “${name}”.`, `the output of “${end}”`, (one) =>
				back(one, end),
			),
		);
	const other = `Connect “${done.join('” and “')}” to the output loop in place of done, and the last node there back to “${name}”.`;
	const isTurned = loop.length === 0 && done.length > 0;
	const turn = onCanvas(other, `the outputs of “${name}”`, (one) => last.reduce(back, turned(one)));
	return [...closing, ...(isTurned ? [turn] : [])];
}

/** One line less into a node that several lead to. */
export function fewerLines({ name }: WorkflowNode, { play, people }: Base): Mend[] {
	const { connections } = play.workflow;
	// Two lines that carry the same: of two that share the rows, none is too many.
	const runs = play.rounds[0].runs[name] ?? [];
	const carried = new Set(runs.map(({ given }) => JSON.stringify(given)));
	const lines = Object.keys(connections).flatMap((from) =>
		behindEach(connections, from).flatMap((to, output) =>
			to.includes(name) ? { from, output } : [],
		),
	);
	if (people.length === 0 || runs.length < 2 || carried.size > 1 || lines.length < 2) return [];
	return lines.map(({ from, output }) =>
		onCanvas(`Remove the connection from “${from}” to “${name}”.`, `before “${name}”`, (one) =>
			withoutLine(one, from, output, name),
		),
	);
}

/** Without the line from a node of ours that has sent the same: the one from its error output is left. */
export const withoutSequel = ({ name }: WorkflowNode, { play, senders }: Base): Mend[] =>
	senders
		.filter((sender) => behindEach(play.workflow.connections, sender.name)[0]?.includes(name))
		.map((sender) =>
			onCanvas(
				`Remove the connection from the output Success of “${sender.name}” to “${name}”.`,
				`between “${sender.name}” and “${name}”`,
				(one) => withoutLine(one, sender.name, 0, name),
			),
		);

/** A Remove Duplicates before a node, by all that its message reads: what says something else is no duplicate. */
export function withoutDoubles(node: WorkflowNode, { people }: Base): Mend[] {
	const { name } = node;
	const fields = fieldsRead(node).join(', ');
	if (people.length === 0 || fields === '') return [];
	const compared = { compare: 'selectedFields', fieldsToCompare: fields, options: {} };
	const added = { type: 'n8n-nodes-base.removeDuplicates', typeVersion: 1.1, parameters: compared };
	const advice = `Put a Remove Duplicates before “${name}” that compares ${fields}.`;
	return [onCanvas(advice, `before “${name}”`, (one) => withNodeOn(one, 'Before', name, added))];
}

/** A node behind the condition before which it stands. */
export function behindCondition({ name }: WorkflowNode, { play: { workflow } }: Base): Some<Mend> {
	const [[next, ...others] = [], ...more] = behindEach(workflow.connections, name);
	const condition = workflow.nodes.find((one) => one.name === next && decides(one));
	const [ways, ...rest] = behindEach(workflow.connections, next ?? '');
	const isLine = [...others, ...more.flat(), ...rest.flat()].length === 0 && ways?.length > 0;
	// What comes to the condition on another way would no longer be asked.
	const isAlone = Object.keys(workflow.connections).every(
		(from) => from === name || !behindEach(workflow.connections, from).flat().includes(next),
	);
	if (!condition || !isLine || !isAlone) return [];
	const turned = (one: string) => (one === name ? next : one === next ? name : one);
	return onCanvas(`Put “${name}” behind “${next}”.`, `behind “${next}”`, (one) => ({
		...one,
		connections: Object.fromEntries(
			Object.entries(one.connections).map(([from, ends]) => [
				turned(from),
				Object.fromEntries(
					Object.entries(ends).map(([kind, outputs]) => [
						kind,
						outputs.map((to) => to && to.map((line) => ({ ...line, node: turned(line.node) }))),
					]),
				),
			]),
		),
	}));
}

/** An answer to whoever started it that is given once something was sent. */
export const behindSending = (node: WorkflowNode, { play, senders }: Base): Mend[] =>
	senders
		.filter(({ name }) => reachedFrom(play.workflow.connections, node.name).has(name))
		.filter(() => !JSON.stringify(node.parameters).includes('$json'))
		.slice(-1)
		.map((sender) =>
			onCanvas(
				`Connect “${node.name}” behind “${sender.name}” in place of before it.`,
				`behind “${sender.name}”`,
				(one) => {
					const next = behindEach(one.connections, node.name)[0] ?? [];
					const alone = withOutputs(withLinesTo(one, node.name, next), node.name, () => []);
					return withOutput(alone, sender.name, 0, (to) => [...to, node.name]);
				},
			),
		);

const STOP = 'a node that tells somebody, such as Stop and Error';

/** Somebody who learns of what a node of ours could not send. */
export function telling({ name, onError }: WorkflowNode, { connections }: Workflow): Mend[] {
	if (onError !== 'continueErrorOutput')
		return [
			{
				advice: `Set On Error of “${name}” to Continue (using error output), and connect that output to ${STOP}.`,
				where: `${name}: Settings → On Error`,
				apply: (one) => withTelling(one, name),
			},
		];
	const ways = behindEach(connections, name);
	const leads = ways.length > 1 && (ways.at(-1) ?? []).length > 0;
	const wire = (words: string, isAlone = false) =>
		onCanvas(
			`Connect the output Error of “${name}” to ${STOP}${words}.`,
			`the output Error of “${name}”`,
			(one) => withTelling(one, name, { isAlone }),
		);
	return leads
		? [wire(', besides what is there'), wire(', in place of what is there', true)]
		: [wire('')];
}

/** An answer that decides: the other way round at an If that is there, or at one more. */
export function ofAnswer(node: WorkflowNode, { play: { workflow } }: Base): Some<Mend> {
	const { name } = node;
	const behind = reachedFrom(workflow.connections, name);
	const choice = choicesOf(node)[0]?.choice;
	const asked = `{{ $json.data?.${choice ? 'choice' : 'approved'} }}`;
	const goesOn = `Put an If behind “${name}” that goes on only if ${asked} is ${choice ? `“${choice}”` : 'true'}.`;
	const conditions = workflow.nodes.filter((one) => one !== node && behind.has(one.name));
	return [
		conditions.filter(decides).map(countsNone),
		conditions
			.filter((one) => isType(one, 'if'))
			.map((one) =>
				onCanvas(
					`Connect what stands at the output true of “${one.name}” to false, and what stands at false to true.`,
					`the outputs of “${one.name}”`,
					(whole) => withOutputs(whole, one.name, ([yes = [], no = []]) => [no, yes]),
				),
			),
		onCanvas(goesOn, `behind “${name}”`, (one) => withIf(one, 'Behind', name, `=${asked}`, choice)),
		onCanvas(
			`Put an If behind “${name}” that goes on only if there is an answer: {{ !!$json.data }} is true. Have its output false tell you.`,
			`behind “${name}”`,
			(one) => {
				const all = withIf(one, 'Behind', name, '={{ !!$json.data }}');
				const [node] = all.nodes.slice(-1);
				return withStop(all, node, 1, 'Nobody has answered.');
			},
		),
	];
}
