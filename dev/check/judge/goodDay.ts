import type { WorkflowNode } from '../../n8n/types.ts';
import { decides, isOurs, reachedFrom, sends } from '../copy/nodeKinds.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import { tableOf } from '../copy/replaced.ts';
import type { Passage } from '../play.ts';
import { latest, SENDERS } from './culprits.ts';
import { acts, isRefused, isSend, nodesThat, outputOf, type Seen } from './seen.ts';

/** Whether what was seen is how it is when all is well: in the first play nothing has been sent before, and nothing is in its way. */
export const isGoodDay = ({ plays, well }: Seen) => plays === well;

/** A node that failed, or whose requests were all refused, although all is well. */
export function refusedAtAll(seen: Seen): WorkflowNode | undefined {
	const [play] = seen.plays;
	if (!isGoodDay(seen) || play.isEndless) return undefined;
	const sent = play.requests.filter(isSend);
	const nodes = seen.workflow.nodes.filter(isOurs);
	const failed = nodes.find(({ name }) => play.status === 'error' && name === play.last);
	if (failed) return failed;
	if (sent.length === 0 || !sent.every(isRefused)) return undefined;
	return nodesThat(seen, ...SENDERS, 'sendAndWait', 'create').find(({ name }) => play.runs[name]);
}

/** What a node or n8n said of it. */
export function failureOf({ plays: [play] }: Seen, node: WorkflowNode): string {
	const said = outputOf(play, node).find(({ error }) => error)?.error;
	return String(play.error ?? said ?? 'the service refuses it');
}

/** A node that kept messages back because their Once Key was another message's. */
export const withSharedKey = (seen: Seen) =>
	nodesThat(seen, ...SENDERS).find((node) => lostByKey(seen, node) > 0);

/** How many messages a node kept back for that. */
export const lostByKey = ({ plays: [play] }: Seen, node: WorkflowNode) =>
	outputOf(play, node).filter(({ sameMessage }) => sameMessage === false).length;

/** A node that decided that nothing goes out, with nobody told, and the fields that it asks for and no item has. */
export function stuckAt(seen: Seen): { node: WorkflowNode; missing: string[] } | undefined {
	const [play] = seen.plays;
	if (play.requests.some(isSend)) return undefined;
	const { workflow } = seen;
	const ran = workflow.nodes.filter((node) => acts(play, node, workflow));
	const reached = (node: WorkflowNode) => {
		const names = reachedFrom(workflow.connections, node.name);
		return workflow.nodes.filter((other) => other !== node && names.has(other.name));
	};
	if (ran.some(sends)) return undefined;
	const node = latest(
		play,
		ran.filter((one) => reached(one).some(sends)),
	);
	// A table without rows, or an account without contacts, has nothing to send.
	if (!node || isOurs(node) || tableOf(node) !== undefined) return undefined;
	const given = play.runs[node.name].flatMap((run) => run.given);
	if (given.length === 0 || reached(node).some((one) => ran.includes(one))) return undefined;
	const asked = decides(node) ? namesAsked({ ...workflow, nodes: [node] }, { isOwn: true }) : [];
	return { node, missing: asked.filter((name) => given.every((item) => !(name in item))) };
}

const asDigits = (value: unknown) => String(value ?? '').replace(/\D/g, '');

/** Whether all of something have what only the first of as many items has in a field. */
function haveFirst(
	all: unknown[],
	items: Passage['given'],
	has: (one: unknown, value: unknown) => boolean,
): boolean {
	const [first, ...others] = items;
	return (
		all.length > 1 &&
		items.length === all.length &&
		Object.entries(first).some(
			([name, value]) =>
				all.every((one) => has(one, value)) &&
				others.some((item) => item[name] && !has(all[0], item[name])),
		)
	);
}

/** A node that takes the first of several items for all of them, and the field where it does. */
export function takesFirst(
	seen: Seen,
): { node: WorkflowNode; field: 'To' | 'Text'; count: number } | undefined {
	const [play] = seen.well;
	const lists = Object.values(play.runs).flatMap((runs) =>
		runs.flatMap(({ outputs }) => outputs.filter(({ length }) => length > 1)),
	);
	for (const node of nodesThat(seen, ...SENDERS)) {
		const out = outputOf(play, node);
		const { length: count } = out;
		const hasNumber = (to: unknown, value: unknown) =>
			asDigits(value).length > 5 && asDigits(to) === asDigits(value);
		const numbers = out.map(({ to }) => to);
		if (lists.some((items) => haveFirst(numbers, items, hasNumber)))
			return { node, field: 'To', count };
		const ids = new Set(out.map(({ messageId }) => messageId));
		const texts = play.messages
			.filter(({ messageId }) => ids.has(messageId))
			.map(({ text }) => text);
		const hasWords = (text: unknown, value: unknown) =>
			typeof value === 'string' && value.length > 2 && String(text).includes(value);
		if (lists.some((items) => haveFirst(texts, items, hasWords)))
			return { node, field: 'Text', count };
	}
	return undefined;
}

/** A node that sends for the first of several items alone, although each has a number of its own. */
export const executesOnce = (seen: Seen) =>
	nodesThat(seen, ...SENDERS).find(
		({ name, parameters, executeOnce }) =>
			executeOnce === true &&
			String(parameters.to).includes('$json') &&
			seen.plays[0].runs[name]?.some(({ given, outputs }) => given.length > outputs.flat().length),
	);

/** A Loop Over Items that has not come to its end, with more items than messages. */
export const unfinishedLoop = ({ workflow, plays: [play] }: Seen) =>
	workflow.nodes.find(({ name, type }) => {
		const runs = play.runs[name] ?? [];
		return (
			type === 'n8n-nodes-base.splitInBatches' &&
			(runs[0]?.given.length ?? 0) > play.messages.length &&
			runs.every(({ outputs: [done = []] }) => done.length === 0)
		);
	});

/** What JavaScript writes for a value that isn't there, or is no text. */
const NO_VALUE = /\b(undefined|NaN)\b|\[object Object\]/;

/** A text that holds one. */
export const withoutValue = ({ plays: [play] }: Seen) =>
	play.messages.find(({ text }) => NO_VALUE.test(text))?.text;
