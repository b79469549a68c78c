import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Outcome } from './outcome';
import { asItems, asObject, listIn } from '../service/answer';
import { refusalToRead } from '../service/reports';
import { matchEntries } from './batchAnswer';
import type { Entry } from './entry';
import type { BatchEntry } from './refusedSend';
import { refusalIn, refusalOfEntries } from './refusedSend';

/**
 * What each input item of a request gets of the answer. If it is not certain whose the answer's entries are, it comes
 * out whole at the first item's place, paired with all of the batch.
 */
export function answerOutcomes(answer: unknown, entry: Entry): Map<number, Outcome> {
	const { request, itemIndexes, isWhole, isSend, isRead, isList, mayBeNone } = entry;
	const entries = isWhole ? undefined : matchEntries(answer, request.body as IDataObject[]);
	if (entries) {
		const refusals = isSend ? refusalOfEntries(entries) : [];
		return new Map(
			itemIndexes.map((item, position) => {
				const problem = refusals[position];
				const json = jsonOf(entries[position]);
				return [item, problem ? { problem } : { items: [{ json, pairedItem: { item } }] }];
			}),
		);
	}
	const isOfOne = !isList && !mayBeNone;
	const problem = isSend ? refusalIn(answer) : isRead && refusalToRead(answer, isOfOne);
	return new Map(
		itemIndexes.map((item, position): [number, Outcome] => {
			if (problem) return [item, { problem: position ? withoutAnswer(problem) : problem }];
			return [item, { items: position ? [] : wholeItems(answer, entry) }];
		}),
	);
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
function wholeItems(answer: unknown, { itemIndexes, isList, mayBeNone, limit }: Entry) {
	const all = itemIndexes.map((item) => ({ item }));
	const given = isList ? (listIn(answer) ?? answer) : answer;
	// A list may be empty; what else was asked for is worth an item in any case.
	if ((isList || mayBeNone) && Array.isArray(given) && !given.length) return [];
	return paired(given, all.length === 1 ? all[0] : all).slice(0, limit);
}

function paired(
	answer: unknown,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData[] {
	return asItems(answer).map((item) => ({ ...item, pairedItem }));
}
