import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach, callsOurs, isOurs, reachedFrom } from './nodeKinds.ts';

const reads = ({ parameters }: WorkflowNode, name: string) =>
	[`'${name}'`, JSON.stringify(`"${name}"`).slice(1, -1)].some((quoted) =>
		JSON.stringify(parameters).includes(quoted),
	);

/** Whether no message hangs on what a node gives: what a loop takes back, it only collects. */
export function isLast({ name }: WorkflowNode, { nodes, connections }: Workflow): boolean {
	const loops = nodes.filter(({ type }) => type.endsWith('.splitInBatches'));
	const onlyDone = loops.map((loop) => [
		loop.name,
		{ main: (connections[loop.name]?.main ?? []).slice(0, 1) },
	]);
	const behind = reachedFrom({ ...connections, ...Object.fromEntries(onlyDone) }, name);
	return nodes.every(
		(node) => !reads(node, name) && !(behind.has(node.name) && (isOurs(node) || callsOurs(node))),
	);
}

/** What a node does that changes something elsewhere, by its operation or method. */
export const WRITES = /\b(?:append|create|insert|update|upsert|post|put|patch)/i;

/** Whether a node gives an item for each one that comes in: it writes a row or sends a message. */
export const givesOneEach = ({ type, parameters: { operation } }: WorkflowNode) =>
	/\.emailSend$/.test(type) || /^send/i.test(String(operation)) || WRITES.test(String(operation));

/** What an expression, or code, calls the items that come in. */
const INPUT = /\$(json|input|binary|items|data|node)\b|(?<![.\w])(items|_items|_input|_json)\b/;

/** What hands on the items that come in, or gives its own, and reads them by expressions alone. */
const READS_BY_EXPRESSIONS = /\.(if|switch|filter|noOp|wait|limit|set|code|form|splitInBatches)$/;

/**
 * Whether nobody reads what a node gives, which writes a row or sends a message for each item: what is behind it reads
 * other nodes by their names.
 */
export function isUnread({ name }: WorkflowNode, { nodes, connections }: Workflow): boolean {
	// Nothing comes out of its error output: it doesn't run.
	const behind = new Set(behindEach(connections, name)[0]);
	for (const next of behind) {
		const node = nodes.find((one) => one.name === next);
		if (!node || INPUT.test(JSON.stringify(node.parameters))) return false;
		if (isOurs(node)) continue;
		if (!READS_BY_EXPRESSIONS.test(node.type)) return false;
		const [first = [], ...others] = behindEach(connections, next);
		// What a loop takes back comes out of its first output.
		const on = node.type.endsWith('.splitInBatches') ? first : [first, ...others].flat();
		for (const one of on) behind.add(one);
	}
	return !nodes.some((node) => reads(node, name));
}
