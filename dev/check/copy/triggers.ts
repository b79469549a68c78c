import { Failure } from '../../failure.ts';
import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { isOnPurpose, isOurs, isTrigger, reachedFrom, sends } from './nodeKinds.ts';

/**
 * The triggers to play from: each that leads to a message, or else to another node of ours. Those by which a person in
 * the editor starts the same are left out.
 */
export function triggersOf({ nodes, connections, name }: Workflow): WorkflowNode[] {
	const found = nodes.filter(isTrigger).map((trigger) => {
		const reached = reachedFrom(connections, trigger.name);
		const ours = nodes.filter(
			(node) => reached.has(node.name) && (isOurs(node) || node.calls !== undefined),
		);
		const senders = ours.filter(sends).map((node) => node.name);
		return { trigger, senders, isWorth: ours.length > 0, isByHand: isOnPurpose(trigger) };
	});
	const worth = found.filter(({ senders }) => senders.length > 0);
	const used = worth.length > 0 ? worth : found.filter(({ isWorth }) => isWorth).slice(0, 1);
	const ofThemselves = used.filter(({ isByHand }) => !isByHand).flatMap(({ senders }) => senders);
	const left = used.filter(
		({ isByHand, senders }, place) =>
			!isByHand ||
			(!senders.some((sender) => ofThemselves.includes(sender)) &&
				used.findIndex((one) => one.senders.join('\n') === senders.join('\n')) === place),
	);
	if (left.length > 0) return left.map(({ trigger }) => trigger);
	if (used.length > 0) return [used[0].trigger];
	throw new Failure(
		`No trigger of "${name}" leads to a node of Messaging Service.`,
		'Connect one, or turn on the trigger that is deactivated.',
	);
}
