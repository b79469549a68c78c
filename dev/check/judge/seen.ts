import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Logged, Message } from '../control.ts';
import { isOnPurpose, isOurs } from '../copy/nodeKinds.ts';
import type { Played } from '../play.ts';
import type { Blank } from '../copy/sampleItems.ts';

/** What was seen of a workflow in one weather. */
export interface Seen {
	weather: string;
	workflow: Workflow;
	trigger: WorkflowNode;
	/** One, or two if it ended. */
	plays: Played[];
	/** The same when all is well. */
	well: Played[];
	blank?: Blank;
}

/** Paths of requests that send something, by what they end with. */
const SENDING = /(\/v1\/sms\/(single|bulk)|\/(viber|email|campaigns))$/;
/** Those that only ask, although with POST. */
const ASKING = /\/(report|validate)$/;

const isChange = ({ method, path }: Logged) => method === 'POST' && !ASKING.test(path);

export const isSend = (request: Logged) => isChange(request) && SENDING.test(request.path);

const isAnswered = ({ status, isFaulty, isRefused }: Logged) =>
	status !== null && status < 300 && !isFaulty && !isRefused;

/** Whether whoever changes something couldn't know what became of it. */
export const isUnknown = (request: Logged) =>
	isChange(request) &&
	!isAnswered(request) &&
	(request.accepted !== undefined || request.status === null || request.status < 400);

export const isRefused = (request: Logged) =>
	isChange(request) && !isAnswered(request) && !isUnknown(request);

const wentOut = ({ messages }: Played) => messages.filter(({ isHeld }) => !isHeld);

/** What a play has done, to whom: messages, and other changes at the service. */
function effectsOf(play: Played): string[] {
	const changes = play.requests.filter((request) => isChange(request) && !isSend(request));
	return [
		...play.messages.map(({ channel, to }) => `${channel} ${to}`),
		...changes.filter(isAnswered).map(({ path }) => path),
	];
}

function without(all: string[], some: string[]): string[] {
	const left = [...some];
	return all.filter((one) => {
		const place = left.indexOf(one);
		if (place >= 0) left.splice(place, 1);
		return place < 0;
	});
}

/** What should have happened by the end of each play, and hasn't. */
export function missingAfter({ plays, well }: Seen): string[][] {
	const wanted = effectsOf(well[0]);
	return plays.map((_, play) => without(wanted, plays.slice(0, play + 1).flatMap(effectsOf)));
}

/** Leaves out what differs each time: IDs, times, links, and what is blank. */
const plain = (text: string) =>
	text
		.replace(/https?:\/\/\S+/g, '')
		.replace(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:\d\d)?/gi, '')
		.replace(/"(id|messageId|createdAt|updatedAt)":("[^"]*"|[^,}]*)/g, '')
		.replace(/\b(undefined|null)\b|""/g, '')
		.replace(/[\s,]+/g, ' ');

/** What came out of a node, in all its runs. */
export const outputOf = ({ runs }: Played, { name }: WorkflowNode) =>
	(runs[name] ?? []).flatMap(({ outputs }) => outputs.flat());

/** Whether a node of ours went on with an error. */
export const hasFailed = (play: Played, node: WorkflowNode) =>
	isOurs(node) && outputOf(play, node).some(({ error }) => error);

/** Whether a node did something: No Operation does not, unless it stands for another one. */
export const acts = (
	{ runs }: Played,
	{ name, type, disabled }: WorkflowNode,
	{ pinData = {} }: Workflow,
) =>
	runs[name] !== undefined &&
	!disabled &&
	(type !== 'n8n-nodes-base.noOp' || name in (pinData as object));

const looksAtErrors = ({ runs }: Played, { nodes }: Workflow) =>
	nodes.some(
		({ name, parameters }) => runs[name] && /\b(error|details)\b/.test(JSON.stringify(parameters)),
	);

/**
 * Whether somebody can learn of something in a play: its execution has failed, or the workflow goes another way
 * than when all is well, to a node that doesn't run then or with other words on a page or in a row. Who goes on
 * with errors has to look at them.
 */
export function isTold(play: Played, { well, workflow }: Seen): boolean {
	if (['error', 'crashed', 'canceled'].includes(play.status)) return true;
	const goesOn = workflow.nodes.some(
		(node) => node.onError === 'continueRegularOutput' && hasFailed(play, node),
	);
	if (goesOn && !looksAtErrors(play, workflow)) return false;
	const usual = new Set(well.flatMap(({ runs }) => Object.keys(runs)));
	// An alarm by SMS that was refused too, and goes on, tells nobody.
	const tells = (node: WorkflowNode) =>
		!usual.has(node.name) && acts(play, node, workflow) && !hasFailed(play, node);
	if (workflow.nodes.some(tells)) return true;
	const usualWords = new Set(well.flatMap(({ shown }) => shown.map(plain)));
	return play.shown.map(plain).some((words) => !usualWords.has(words));
}

/** Whether a request was repeated, with an answer then: whoever waits for it learns that it was sent. */
const isSentAgain = ({ number, accepted }: Logged, requests: Logged[]) =>
	requests.some(
		(one) => one.number > number && isAnswered(one) && String(one.accepted) === String(accepted),
	);

/** The plays in which something went wrong that hadn't before. */
export function troubled(seen: Seen): Played[] {
	const missing = missingAfter(seen);
	return seen.plays.filter(
		({ requests, messages }, play) =>
			requests.some((one) => isUnknown(one) && !isSentAgain(one, requests)) ||
			(messages.length === 0 && requests.some((one) => isRefused(one) && isSend(one))) ||
			(missing[play].length > 0 && (play === 0 || missing[play].length > missing[play - 1].length)),
	);
}

const keyOf = ({ to, text }: Message) => JSON.stringify([to, text]);

/** Messages of one play with the same text for the same person, in whichever channel. */
export function sameAtOnce(play: Played): Message[][] {
	const delivered = wentOut(play).filter(({ isLost }) => !isLost);
	return [...Map.groupBy(delivered, keyOf).values()].filter(({ length }) => length > 1);
}

/** Those who got the same text more than once in one play. */
export const twiceAtOnce = ({ plays }: Seen): string[] => [
	...new Set(plays.flatMap((play) => sameAtOnce(play).map(([{ to }]) => to))),
];

/** A text with everything that may differ each time, such as a code, made the same. */
const masked = (message: Message) => keyOf({ ...message, text: message.text.replace(/\d+/g, '0') });

/** Whether nobody answers what was asked: whatever goes out then, does so after a question that is repeated. */
export const isUnanswered = (weather: string) => weather === 'nobody answers';

/**
 * Those who got the same again in the second play, although nobody said yes to it. Who executes a workflow by hand
 * wants it again.
 */
export function twiceInAll({ weather, plays, trigger }: Seen): string[] {
	if (isOnPurpose(trigger) || isUnanswered(weather)) return [];
	const [first = [], second = []] = plays.map((play) =>
		wentOut(play).filter(({ isWanted }) => !isWanted),
	);
	const before = new Set(first.map(masked));
	return [...new Set(second.filter((one) => before.has(masked(one))).map(({ to }) => to))];
}

export const arrived = ({ plays }: Seen) => plays.flatMap(wentOut).length;

/** A text in which only the blank value is missing. */
export function halfFilled({ plays, well, blank }: Seen): string | undefined {
	if (!blank) return undefined;
	const bare = (text: string) => text.replace(/\s+/g, '');
	const usual = well.flatMap(({ messages }) => messages.map(({ text }) => text));
	const gaps = new Set(
		usual
			.filter((text) => text.includes(blank.value) && bare(text) !== bare(blank.value))
			.map((text) => bare(text.replaceAll(blank.value, ''))),
	);
	const texts = plays.flatMap((play) => wentOut(play).map(({ text }) => text));
	return texts.find((text) => gaps.has(bare(text)));
}

/** Nodes of ours that do what a name says. */
export const nodesThat = ({ workflow: { nodes } }: Seen, ...operations: string[]) =>
	nodes.filter((node) => isOurs(node) && operations.includes(String(node.parameters.operation)));
