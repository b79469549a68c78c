import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { asItems, asObject, listIn } from '../service/answer';
import { refusalToChange, refusalToRead } from '../service/reports';
import type { ServiceRequest } from '../service/request';
import { matchEntries } from './batchAnswer';
import type { Item, Outcome } from './item';
import type { Operation } from './operation';
import type { BatchEntry } from './refusedSend';
import { refusalIn, refusalOfEntries } from './refusedSend';

/** What an answer is about. */
export type AnswerKind = Pick<Operation, 'effect' | 'inBatches' | 'isList' | 'mayBeNone'> & {
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
			return problem ? { problem } : { items: [{ json, pairedItem: { item: index } }] };
		});
	}
	const problem = effect === 'send' ? refusalIn(answer) : refusalOfOther(answer, kind);
	return items.map((_, position) => {
		if (problem) return { problem: position ? withoutAnswer(problem) : problem };
		return { items: position ? [] : wholeItems(answer, items, kind) };
	});
}

/** Of what does not only read, and is no repetition, nobody knows what was done. */
function refusalOfOther(answer: unknown, kind: AnswerKind): Problem | undefined {
	const { effect, inBatches, isList, mayBeNone } = kind;
	const isChange = effect !== 'read' && effect !== 'check';
	const problem = isChange
		? refusalToChange(answer, !!inBatches)
		: refusalToRead(answer, !isList && !mayBeNone);
	if (!problem || effect === 'read') return problem;
	const { message, description, details } = problem;
	const outcome = effect === 'set' ? details.outcome : 'unknown';
	const data = { answer: answer as IDataObject };
	return new Problem(message, description, { ...details, outcome, data });
}

/** What stands beside the entries of a batch may hold its id, and comes out with each of them. */
function jsonOf({ entry, beside }: BatchEntry): IDataObject {
	return beside ? { ...asObject(entry), batch: beside } : asObject(entry);
}

/** n8n keeps a batch's answer with one of its items. */
function withoutAnswer({ message, description, details }: Problem): Problem {
	return new Problem(message, description, { ...details, data: undefined });
}

/** An answer that belongs to all items of a request. */
function wholeItems(answer: unknown, items: Answered[], { isList, mayBeNone }: AnswerKind) {
	const all = items.map(({ index }) => ({ item: index }));
	const given = isList ? (listIn(answer) ?? answer) : answer;
	// A list may be empty; what else was asked for is worth an item in any case.
	if ((isList || mayBeNone) && Array.isArray(given) && !given.length) return [];
	return paired(given, all.length === 1 ? all[0] : all).slice(0, items[0].limit);
}

function paired(
	answer: unknown,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData[] {
	return asItems(answer).map((item) => ({ ...item, pairedItem }));
}
