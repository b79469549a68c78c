import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Outcome } from '../memory/outcome';
import { asItems, asObject, isObject, listIn } from '../service/answer';
import { refusalToRead } from '../service/reports';
import { hasMessageId, saysNo, wordsOfNo } from '../service/saysNo';
import type { Entry } from './entry';

/**
 * What each input item of a request gets of the answer. If a batch's entries do not match it, the
 * answer comes out whole at the first item's place, paired with all of the batch.
 */
export function answerOutcomes(answer: unknown, entry: Entry): Map<number, Outcome> {
	const { request, itemIndexes, isWhole, isSend, isRead, isList, mayBeNone } = entry;
	const entries =
		isWhole || !Array.isArray(answer)
			? undefined
			: matchEntries(answer, request.body as IDataObject[]);
	if (entries) {
		return new Map(
			itemIndexes.map((item, position) => {
				const problem = isSend ? refusalIn(entries[position]) : undefined;
				const json = asObject(entries[position]);
				return [item, problem ? { problem } : { items: [{ json, pairedItem: { item } }] }];
			}),
		);
	}
	const isOfOne = !isList && !mayBeNone;
	const problem = isSend ? refusalIn(answer) : isRead && refusalToRead(answer, isOfOne);
	if (problem) return new Map(itemIndexes.map((item) => [item, { problem }]));
	return new Map(
		itemIndexes.map((item, position) => [
			item,
			{ items: position ? [] : wholeItems(answer, entry) },
		]),
	);
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

/** A 2xx answer to a send that says no: nobody knows what was done, since the status says that it was. */
function refusalIn(answer: unknown): Problem | undefined {
	if (isObject(answer) && hasMessageId(answer)) return undefined;
	const inside = Array.isArray(answer)
		? answer
		: Object.values(Object(answer)).filter(Array.isArray);
	const said = [answer, ...inside.flat()];
	const no = said.find((one) => saysNo(one) && !hasMessageId(one));
	if (!saysNo(no)) return undefined;
	return new Problem(
		wordsOfNo(no),
		'The service answered with a status that means success, but without a messageId.',
		// It may name messages that were accepted all the same.
		{ origin: 'service', outcome: 'unknown', data: { answer: answer as IDataObject } },
	);
}

const NUMBER_FIELDS = ['to', 'phoneNumber'];

/**
 * The answer's entries in the order of the batch, or undefined if they do not match it: there must be
 * as many, and where they name a phone number it must be the batch's. Entries without a number are
 * taken to be in the batch's order.
 */
function matchEntries(entries: unknown[], batch: IDataObject[]): unknown[] | undefined {
	if (entries.length !== batch.length) return undefined;
	const sent = batch.map(numberOf);
	const answered = entries.map(numberOf);
	const isInOrder = answered.every((number, index) => !number || number === sent[index]);
	if (isInOrder) return entries;

	// In another order: each number takes its own entry, the first of several first, and the rest what is left.
	const waiting = new Map<string | undefined, unknown[]>();
	entries.forEach((entry, index) => {
		const same = waiting.get(answered[index]);
		if (same) same.push(entry);
		else waiting.set(answered[index], [entry]);
	});
	// Of several without a number nobody knows whose they are.
	if ((waiting.get(undefined)?.length ?? 0) > 1) return undefined;
	const own = sent.map((number) => waiting.get(number)?.shift());
	const ordered = own.map((entry) => entry ?? waiting.get(undefined)?.shift());
	return ordered.every((entry) => entry !== undefined) ? ordered : undefined;
}

function numberOf(entry: unknown): string | undefined {
	if (!isObject(entry)) return undefined;
	const field = NUMBER_FIELDS.find((name) => name in entry);
	const number = field && entry[field];
	return typeof number === 'string' || typeof number === 'number'
		? String(number).replace(/\D/g, '').replace(/^00/, '') || undefined
		: undefined;
}
