import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { isTool } from '../errors/forModel';
import type { Given, Item } from './item';

/**
 * Says in one line of n8n's output panel what became of the messages of a run, where that is more than the number
 * of its items. Of what somebody filled in, it holds only the time zone of a window.
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
	const reasons = new Map<string, Given[]>();
	for (const { atService: outcome } of items) {
		if (!outcome) continue;
		if (outcome.problem) failed++;
		else if (outcome.isSkipped) {
			const reason = asWords(String(outcome.items[0].json.skipped));
			const same = reasons.get(reason);
			if (same) same.push(outcome);
			else reasons.set(reason, [outcome]);
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
function skippedIn(reasons: Map<string, Given[]>): string {
	const count = [...reasons.values()].reduce((sum, { length }) => sum + length, 0);
	const list = [...reasons].map(([reason, skipped]) => {
		const own = reasons.size === 1 ? '' : `${skipped.length} `;
		return `${own}${reason}${openingOf(skipped)}`;
	});
	return `${count} skipped: ${list.join(', ')}`;
}

/** When their windows open, e.g. ` (opens Monday, Nov 23 at 9:00, Europe/Vilnius)`: of several, the first one. */
function openingOf(skipped: Given[]): string {
	const timeOf = ({ items: [{ json }] }: Given) => Date.parse(String(json.sendAfter));
	const { opens } = skipped.reduce((one, other) => (timeOf(other) < timeOf(one) ? other : one));
	if (!opens) return '';
	const isSame = skipped.every((one) => one.opens === opens);
	return ` (${isSame ? '' : 'the first '}opens ${opens})`;
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
