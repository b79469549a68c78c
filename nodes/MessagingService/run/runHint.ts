import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { isTool } from '../errors/forModel';
import type { Item } from './item';

/**
 * Says in one line of n8n's output panel what became of the messages of a run, where that is more than the number
 * of its items. It holds nothing that anybody filled in.
 */
export function addRunHint(
	context: IExecuteFunctions,
	items: Item[],
	{ environment }: ICredentialDataDecryptedObject,
	note?: NodeExecutionHint,
): void {
	// The model reads its tool's answer, and nobody a hint.
	if (isTool(context.getNode())) return;
	const counts = countsOf(items);
	if (!counts) return;
	const service = environment === 'production' ? 'Production' : 'Sandbox';
	// An n8n that is old enough has no such hints.
	context.addExecutionHints?.(
		{ message: `${counts}. ${service}.`, location: 'outputPane' },
		...(note ? [note] : []),
	);
}

/** E.g. `97 accepted (104 parts), 2 skipped: suppressed, 1 failed`; undefined if all were accepted, as one part each. */
function countsOf(items: Item[]): string | undefined {
	let failed = 0;
	let accepted = 0;
	let parts: number | undefined = 0;
	const reasons = new Map<string, number>();
	for (const { atService: outcome } of items) {
		if (!outcome) continue;
		if (outcome.problem) failed++;
		else if (outcome.isSkipped) {
			const reason = asWords(String(outcome.items[0].json.skipped));
			reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
		} else {
			accepted++;
			const own = partsOf(outcome.items);
			parts = own === undefined || parts === undefined ? undefined : parts + own;
		}
	}
	const isInParts = parts !== undefined && parts > accepted;
	if (!failed && !reasons.size && !isInParts) return undefined;
	return [
		`${accepted} accepted${isInParts ? ` (${parts} parts)` : ''}`,
		...(reasons.size ? [skippedIn(reasons)] : []),
		...(failed ? [`${failed} failed`] : []),
	].join(', ');
}

/** E.g. `2 skipped: suppressed`, or `3 skipped: 2 suppressed, 1 duplicate`. */
function skippedIn(reasons: Map<string, number>): string {
	const counted = [...reasons];
	const count = counted.reduce((sum, [, one]) => sum + one, 0);
	const [[only]] = counted;
	const list = counted.map(([reason, one]) => `${one} ${reason}`).join(', ');
	return `${count} skipped: ${counted.length === 1 ? only : list}`;
}

/** How many SMS parts an answer names; undefined if it names none. */
function partsOf(items: INodeExecutionData[]): number | undefined {
	let parts = 0;
	for (const { json } of items) {
		if (!Array.isArray(json.partIds)) return undefined;
		parts += json.partIds.length;
	}
	return items.length ? parts : undefined;
}

/** A value such as alreadySent as a person would write it. */
function asWords(value: string): string {
	return value.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
