import type { IDataObject } from 'n8n-workflow';

import type { Problem } from '../errors/problem';
import { asItems, asObject, isObject, listIn } from '../service/answer';
import { refusalToChange, refusalToRead } from '../service/reports';
import type { ServiceRequest } from '../service/request';
import { matchEntries } from './batchAnswer';
import type { Item, Outcome } from './item';
import type { Operation } from './operation';
import type { BatchEntry } from './refusedSend';
import { refusalIn, refusalOfEntries } from './refusedSend';

/** What an answer is about. */
export type AnswerKind = Pick<
	Operation,
	'effect' | 'inBatches' | 'isList' | 'mayBeNone' | 'body'
> & {
	/** Whether it belongs to all items of the request, and not an entry of it to each. */
	isWhole: boolean;
};

type Answered = Pick<Item, 'index' | 'limit'>;

/**
 * The outcome of each item of a request. If it is not certain whose the answer's entries are, the answer comes
 * out whole at the first item's place, paired with all of the batch.
 */
export function answerOutcomes(
	answer: unknown,
	items: Answered[],
	{ body }: ServiceRequest,
	kind: AnswerKind,
): Outcome[] {
	const { isWhole, effect } = kind;
	const entries = isWhole ? undefined : matchEntries(answer, body as IDataObject[]);
	if (entries) {
		const refusals = effect === 'send' ? refusalOfEntries(entries) : [];
		return items.map(({ index }, position) => {
			const problem = refusals[position];
			const json = jsonOf(entries[position]);
			if (problem) return { problem };
			return {
				items: [{ json, pairedItem: { item: index } }],
				...recipientIn((body as IDataObject[])[position], kind),
			};
		});
	}
	const problem = effect === 'send' ? refusalIn(answer) : refusalOfOther(answer, kind);
	return items.map((_, position) => {
		// n8n keeps a batch's answer with one of its items.
		if (problem) return { problem: position ? problem.with({ data: undefined }) : problem };
		const given = { items: position ? [] : wholeItems(answer, items, kind) };
		// An answer about several messages has no recipient of its own.
		return items.length > 1 ? given : { ...given, ...recipientIn([body].flat()[0], kind) };
	});
}

/** Whom a message was sent to, as it was sent; nothing is known of a body that the user wrote as a whole. */
function recipientIn(body: unknown, { effect, body: fields }: AnswerKind): { to?: string } {
	const isMessage = effect === 'send' && fields?.to !== undefined && isObject(body);
	return isMessage ? { to: String(body.to) } : {};
}

/** Of what does not only read, and is no repetition, nobody knows what was done. */
function refusalOfOther(answer: unknown, kind: AnswerKind): Problem | undefined {
	const { effect, inBatches, isList, mayBeNone } = kind;
	const isChange = effect !== 'read' && effect !== 'check';
	const problem = isChange
		? refusalToChange(answer, !!inBatches)
		: refusalToRead(answer, !isList && !mayBeNone, effect === 'check');
	if (!problem || effect === 'read') return problem;
	const outcome = effect === 'set' ? problem.details.outcome : 'unknown';
	return problem.with({ outcome, data: { answer: answer as IDataObject } });
}

/** What stands beside the entries of a batch may hold its id, and comes out with each of them. */
function jsonOf({ entry, beside }: BatchEntry): IDataObject {
	return beside ? { ...asObject(entry), batch: beside } : asObject(entry);
}

/** An answer that belongs to all items of a request. */
function wholeItems(answer: unknown, items: Answered[], { isList, mayBeNone }: AnswerKind) {
	const all = items.map(({ index }) => ({ item: index }));
	const pairedItem = all.length === 1 ? all[0] : all;
	const given = isList ? (listIn(answer) ?? answer) : answer;
	// A list may be empty; what else was asked for is worth an item in any case.
	if ((isList || mayBeNone) && Array.isArray(given) && !given.length) return [];
	const paired = asItems(given).map((item) => ({ ...item, pairedItem }));
	return paired.slice(0, items[0].limit);
}
