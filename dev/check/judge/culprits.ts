import type { WorkflowNode } from '../../n8n/types.ts';
import { behind, reachedFrom } from '../copy/nodeKinds.ts';
import { nodesThat, optionsOf, type Seen, twiceInAll } from './seen.ts';

/** Operations that send, and can have a Once Key. */
export const SENDERS = ['send', 'sendBulk'];

/** A node that sends again although it is not known whether it sent. */
export const resends = (seen: Seen) =>
	nodesThat(seen, ...SENDERS, 'sendAndWait').find(
		(node) => optionsOf(node).requests?.values?.onUnknownOutcome === 'resend',
	);

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

/** Whether nothing comes twice when all is well. */
export const onlyHere = (seen: Seen) => twiceInAll({ ...seen, plays: seen.well }).length === 0;

/** Nodes with a setting of On Error that went on with an error. */
export const goingOn = (seen: Seen, onError: string) =>
	seen.workflow.nodes.filter(
		(node) =>
			node.onError === onError && seen.plays.some(({ failed }) => failed.includes(node.name)),
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

/** A node that sends to a list, however long it is. */
export function unlimited(seen: Seen): WorkflowNode | undefined {
	return nodesThat(seen, ...SENDERS).find(
		(node) =>
			seen.plays.some(({ most, messages }) => most[node.name] > 1 && messages.length > 1) &&
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

/** The node at which the check stopped a workflow that has no end. */
export const stoppedAt = ({ workflow, plays }: Seen) =>
	workflow.nodes.find(({ name }) => plays.some(({ endless }) => endless === name));
