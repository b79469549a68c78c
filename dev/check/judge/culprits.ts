import type { WorkflowNode } from '../../n8n/types.ts';
import {
	behind,
	behindEach,
	decides,
	isOnPurpose,
	optionsOf,
	reachedFrom,
} from '../copy/nodeKinds.ts';
import type { Played } from '../play.ts';
import { acts, hasFailed, isTold, nodesThat, outputOf, type Seen, sameAtOnce } from './seen.ts';

/** Operations that send, and can have a Once Key. */
export const SENDERS = ['send', 'sendBulk'];

/** Whether a node ran in one of the plays. */
export const ran =
	({ plays }: Seen) =>
	(node: WorkflowNode) =>
		// Of an execution that was stopped, n8n doesn't say which nodes ran.
		plays.some(({ runs }) => runs[node.name] || Object.keys(runs).length === 0);

/** A node that sent something without a Once Key. */
export const withoutKey = (seen: Seen) =>
	nodesThat(seen, ...SENDERS)
		.filter(ran(seen))
		.find((node) => !optionsOf(node).onceKey);

/** A node that has a Once Key. */
export const withKey = (seen: Seen) =>
	nodesThat(seen, ...SENDERS).find((node) => optionsOf(node).onceKey);

/** Nodes with a setting of On Error that went on with an error. */
export const goingOn = (seen: Seen, onError: string) =>
	seen.workflow.nodes.filter(
		(node) => node.onError === onError && seen.plays.some((play) => hasFailed(play, node)),
	);

/** A node behind whose error output another message goes out, also if it isn't known whether the first one did. */
export const sendsAfterError = (seen: Seen) =>
	goingOn(seen, 'continueErrorOutput').find(({ name }) => {
		const { connections } = seen.workflow;
		const reached = behind(connections, name, 1).flatMap((next) => [
			...reachedFrom(connections, next),
		]);
		return nodesThat(seen, ...SENDERS, 'create').some((node) => reached.includes(node.name));
	});

/** Whether several items came into a node at once. */
export const isList = ({ runs }: Played, { name }: WorkflowNode) =>
	(runs[name] ?? []).some(({ given }) => given.length > 1);

/** A node that sends to a list, however long it is. */
export function unlimited(seen: Seen): WorkflowNode | undefined {
	return nodesThat(seen, ...SENDERS).find(
		(node) =>
			seen.plays.some((play) => isList(play, node) && play.messages.length > 1) &&
			!optionsOf(node).limits?.values?.maxMessages,
	);
}

/** A node that would wait for an answer without an end. */
export const waitsForEver = (seen: Seen, isWanted: (node: WorkflowNode) => boolean) =>
	seen.workflow.nodes
		.filter(isWanted)
		.find((node) => seen.plays.some((play) => play.waitsForEver.includes(node.name)));

/** A node that went on by its error output, where nothing is connected. */
export const leadsNowhere = (seen: Seen) =>
	goingOn(seen, 'continueErrorOutput').find(
		({ name }) => behind(seen.workflow.connections, name, 1).length === 0,
	);

const lastRun = ({ runs }: Played, { name }: WorkflowNode) => runs[name]?.at(-1)?.order ?? -1;

/** The one that ran last. */
export const latest = (play: Played, nodes: WorkflowNode[]) =>
	nodes.toSorted((one, other) => lastRun(play, one) - lastRun(play, other)).at(-1);

/** The node that decides whether a loop without an end goes on; without one, the node that leads back. */
export function loopsAt({ workflow: { nodes, connections }, plays }: Seen) {
	const play = plays.find(({ isEndless }) => isEndless);
	if (!play) return undefined;
	const leadsTo = (name: string) => (next: string) => reachedFrom(connections, next).has(name);
	const inLoop = nodes.filter(({ name }) =>
		behindEach(connections, name).flat().some(leadsTo(name)),
	);
	// Of an execution that has waited, n8n doesn't say what ran after that.
	const again = inLoop.filter(({ name }) => (play.runs[name]?.length ?? 0) > 1);
	const looped = again.length > 0 ? again : inLoop;
	const mayLeave = looped.filter((node) => {
		const ways = behindEach(connections, node.name);
		const isOpen = node.type.endsWith('.filter') || (node.type.endsWith('.if') && !ways[1]);
		return decides(node) && (isOpen || ways.some((next) => !next.some(leadsTo(node.name))));
	});
	const begun = ({ name }: WorkflowNode) => play.runs[name]?.[0]?.order ?? Infinity;
	const entry = Math.min(...looped.map(begun));
	const leadBack = looped.filter(({ name }) =>
		behindEach(connections, name)
			.flat()
			.some((next) => looped.some((one) => one.name === next && begun(one) === entry)),
	);
	return latest(play, mayLeave) ?? latest(play, leadBack);
}

/** Where it ended: the last node that did something. */
export const endsAt = ({ workflow, plays: [play] }: Seen) =>
	latest(
		play,
		workflow.nodes.filter((node) => acts(play, node, workflow)),
	);

/** What leads from one node to another that sends the same again: the last condition before it, or else that node. */
export function leadsToSecond(seen: Seen): WorkflowNode | undefined {
	const { nodes, connections } = seen.workflow;
	const sentBy = (play: Played, id: string) =>
		nodesThat(seen, ...SENDERS).find((node) =>
			outputOf(play, node).some(({ messageId }) => messageId === id),
		);
	for (const play of seen.plays) {
		for (const same of sameAtOnce(play)) {
			const senders = same.flatMap(({ messageId }) => sentBy(play, messageId) ?? []);
			const second = latest(play, senders);
			if (!second || senders.every((node) => node === second)) continue;
			const conditions = nodes.filter(
				(node) =>
					decides(node) &&
					lastRun(play, node) < lastRun(play, second) &&
					lastRun(play, node) >= 0 &&
					reachedFrom(connections, node.name).has(second.name),
			);
			return latest(play, conditions) ?? second;
		}
	}
	return undefined;
}

/** Where a node has its conditions. */
export const conditions = (node: WorkflowNode) => {
	if (!decides(node)) return 'on the canvas: before the node';
	return `Parameters → ${node.type.endsWith('.switch') ? 'Routing Rules' : 'Conditions'}`;
};

/** A node that sends to a list, also to somebody who has opted out, with nobody told that the service holds it back. */
export const sendsToOptedOut = (seen: Seen) => {
	if (isOnPurpose(seen.trigger)) return undefined;
	const ids = seen.plays
		.filter((play) => !isTold(play, seen))
		.flatMap(({ messages }) => messages.filter(({ isOptedOut }) => isOptedOut))
		.map(({ messageId }) => messageId);
	return nodesThat(seen, ...SENDERS).find((node) =>
		seen.plays.some(
			(play) =>
				isList(play, node) &&
				outputOf(play, node).some(({ messageId }) => ids.includes(String(messageId))),
		),
	);
};
