import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Play, Round, Sent } from '../play/round.ts';
import type { Json } from '../worlds/world.ts';
import { link } from '../play/answering.ts';
import {
	isAnswered,
	isChange,
	isRefused,
	isSend,
	isUnknown,
	recipientsOf,
	type Logged,
} from '../play/control.ts';
import { behindEach, isOnPurpose, isOurs, reachedFrom } from '../copy/nodeKinds.ts';
import { type Base, wentOut } from './base.ts';
import { plain, what, wordsIn } from './texts.ts';

/** What came out of a node, in all its runs. */
export const outputOf = ({ runs }: Round, { name }: WorkflowNode): Json[] =>
	(runs[name] ?? []).flatMap(({ outputs }) => outputs.flat());

/** The first node in one play that lets another number of items out in the other one, at any of its outputs. */
export function countsOtherwise({ workflow, rounds: [usual] }: Play, { rounds: [then] }: Play) {
	const countsOf = ({ runs }: Round, name: string) =>
		JSON.stringify((runs[name] ?? []).map(({ outputs }) => outputs.map(({ length }) => length)));
	return inOrder(workflow, usual).find(
		({ name, shows }) => !shows && countsOf(usual, name) !== countsOf(then, name),
	);
}

/** How many items a node lets out where something stands behind it: a filter gives what it discards, too. */
export function passedOn(
	{ connections }: Workflow,
	{ runs }: Round,
	{ name }: WorkflowNode,
): number {
	const ways = behindEach(connections, name);
	const isWay = (_: Json[], output: number) => ways[output]?.length > 0;
	return (runs[name] ?? []).flatMap(({ outputs }) => outputs.filter(isWay).flat()).length;
}

/** Whether a node of ours went on with an error. */
export const hasFailed = (round: Round, node: WorkflowNode) =>
	isOurs(node) && outputOf(round, node).some(({ error }) => error);

const isPinned = ({ world }: Play, name: string) => name in world.pins;

/** Nodes that only work on items: nobody sees what they do. */
const SILENT =
	/^n8n-nodes-base\.(noOp|set|if|filter|switch|merge|splitInBatches|splitOut|aggregate|limit|sort|wait|removeDuplicates|renameKeys|dateTime|summarize|itemLists|code|function|functionItem)$/;

/** Whether what comes out of the workflow's last node is shown to who has started it. */
const showsLast = ({ trigger }: Play) =>
	trigger.parameters.responseMode === 'lastNode' ||
	/\.(chatTrigger|executeWorkflowTrigger)$/i.test(trigger.type);

/** Whether a node did something that somebody sees. */
const acts = (play: Play, round: Round, { name, type, disabled, shows }: WorkflowNode) =>
	round.runs[name] !== undefined &&
	!disabled &&
	!shows &&
	(isPinned(play, name) || !(showsLast(play) ? /\.noOp$/ : SILENT).test(type));

/** What goes out, to whom, but for what differs each time; and what people are shown. */
const wordsOf = (round: Round, words = what, shown = plain) => [
	...round.shown.map((one) => shown(one)),
	...wentOut(round).map(words),
];

/** What the service keeps of somebody: a contact, a consent, or that they have opted out. */
const keptIn = ({ requests }: Round) =>
	requests
		.filter((one) => isChange(one) && !isSend(one) && isAnswered(one))
		.map(({ path, body }) => plain(`${path} ${JSON.stringify(body)}`));

/**
 * Whether the same came of two plays, as far as anybody sees.
 * @param leaving leaves out what may differ
 * @param withQuestions whether it counts who is asked, too: nobody is where somebody doesn't answer
 */
export function isSame(
	one: Play,
	other: Play,
	{ leaving = (words: string) => words, withQuestions = true } = {},
): boolean {
	const isCounted = ({ text }: Sent) => withQuestions || !link.test(text);
	const [usual, then] = [one, other].map(({ world, rounds: [round] }) => {
		const counted = { ...round, messages: round.messages.filter(isCounted) };
		return [...wordsOf(counted, wordsIn(world)), ...keptIn(round)].map(leaving);
	});
	const isAlike = missing(usual, then).length + missing(then, usual).length === 0;
	return isAlike && one.rounds[0].status === other.rounds[0].status;
}

/** Somebody else's number says nothing of what became of a message. */
const withoutPhones = (words: string) => plain(words).replace(/\+?\d[\d ()/-]{5,}\d/g, '+0');

/**
 * Whether somebody can learn of something: the execution has failed, or the workflow goes another way than when all is
 * well, to a node that acts and doesn't run then, or with other words on a page, in a row, or in a message.
 */
export function isTold(play: Play, round: Round, base: Base): boolean {
	if (['error', 'crashed', 'canceled'].includes(round.status)) return true;
	const usualNodes = new Set(base.play.rounds.flatMap(({ runs }) => Object.keys(runs)));
	// An alarm by SMS that was refused too, and goes on, tells nobody.
	const tells = (node: WorkflowNode) =>
		!usualNodes.has(node.name) && acts(play, round, node) && !hasFailed(round, node);
	if (play.workflow.nodes.some(tells)) return true;
	const said = (one: Round) => wordsOf(one, what, withoutPhones);
	const usual = new Set(base.play.rounds.flatMap(said));
	return said(round).some((words) => !usual.has(words));
}

/** Whether somebody can see what came of a node: it is shown, or one behind it acts. */
export const isSeen = (play: Play, round: Round, { name }: WorkflowNode) =>
	showsLast(play) ||
	play.workflow.nodes.some(
		(one) =>
			leadsTo(play.workflow, name, one.name) && acts(play, round, one) && !hasFailed(round, one),
	);

/** What a round has done, to whom: messages, and other changes at the service. */
function effectsOf(round: Round): string[] {
	const changes = round.requests.filter((request) => isChange(request) && !isSend(request));
	return [
		...round.messages.map(({ channel, to }) => `${channel} ${to}`),
		...changes.filter(isAnswered).map(({ path }) => path),
	];
}

/** What is in a list, and not in another one: each as often as it's missing. */
export function missing<What>(all: What[], some: What[]): What[] {
	const left = [...some];
	return all.filter((one) => {
		const place = left.indexOf(one);
		if (place >= 0) left.splice(place, 1);
		return place < 0;
	});
}

/** Whether a request was repeated, with an answer then: whoever waits for it learns that it was sent. */
const isSentAgain = ({ number, accepted }: Logged, requests: Logged[]) =>
	requests.some(
		(one) => one.number > number && isAnswered(one) && String(one.accepted) === String(accepted),
	);

/** Whether all to whom it went got the same text in another channel. */
const isSaidOtherwise = (request: Logged, messages: Sent[]) =>
	recipientsOf(request).every((to) =>
		messages.some(
			(sent) =>
				sent.to === to.replace(/\D/g, '') &&
				!request.path.includes(sent.channel) &&
				JSON.stringify(request.body).includes(JSON.stringify(sent.text).slice(1, -1)),
		),
	);

/** The rounds in which something went wrong that hadn't before. */
export function troubled({ rounds }: Play, { play }: Base): Round[] {
	const wanted = effectsOf(play.rounds[0]);
	const lost = rounds.map(
		(_, round) => missing(wanted, rounds.slice(0, round + 1).flatMap(effectsOf)).length,
	);
	return rounds.filter(
		({ requests, messages }, round) =>
			requests.some(
				(one) => isUnknown(one) && !isSentAgain(one, requests) && !isSaidOtherwise(one, messages),
			) ||
			(messages.length === 0 && requests.some((one) => isRefused(one) && isSend(one))) ||
			(lost[round] > 0 && (round === 0 || lost[round] > lost[round - 1])),
	);
}

/** Messages of a round with the same text for the same person, in whichever channel. */
export function sameAtOnce(round: Round): Sent[][] {
	const delivered = wentOut(round).filter(({ isLost }) => !isLost);
	return [...Map.groupBy(delivered, ({ to, text }) => `${to} ${text}`).values()].filter(
		({ length }) => length > 1,
	);
}

/** What somebody got again in the second round, although nobody said yes to it. Who executes by hand wants it again. */
export function sentAgain({ trigger, rounds, world }: Play): Sent[] {
	if (isOnPurpose(trigger) || world.answers === 'none') return [];
	const [first = [], second = []] = rounds.map((round) =>
		wentOut(round).filter(({ isWanted }) => !isWanted),
	);
	const words = wordsIn(world);
	const before = new Set(first.map(words));
	return second.filter((one) => before.has(words(one)));
}

/** Nodes in the order in which they ran first. */
export const inOrder = ({ nodes }: Workflow, { runs }: Round): WorkflowNode[] =>
	nodes
		.filter(({ name }) => runs[name])
		.toSorted((one, other) => runs[one.name][0].order - runs[other.name][0].order);

export const leadsTo = ({ connections }: Workflow, from: string, to: string) =>
	from !== to && reachedFrom(connections, from).has(to);
