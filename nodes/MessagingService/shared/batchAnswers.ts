import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { asItems, listIn } from './lists';

/** One request: its body, and the indexes of the input items that it is for. */
export type Batch = {
	body: IDataObject | IDataObject[];
	itemIndexes: number[];
	/** Whether its answer belongs to all of its items, and not an entry of it to each. */
	isWhole: boolean;
	/** What makes its message one of a kind, across executions. */
	onceKey?: string;
	/** Whether it is not to go out to a number on the suppression list. */
	skipsSuppressed?: boolean;
};

/**
 * What each input item of a batch gets of the answer. If its entries do not match the batch, the
 * answer comes out whole at the first item's place, paired with all of the batch.
 */
export function answerItems(
	answer: unknown,
	{ body, itemIndexes, isWhole }: Batch,
): Map<number, INodeExecutionData[]> {
	const entries = isWhole ? undefined : matchEntries(listIn(answer), body as IDataObject[]);
	const all = itemIndexes.map((item) => ({ item }));
	const pairedItem = all.length === 1 ? all[0] : all;
	return new Map(
		itemIndexes.map((itemIndex, position) => {
			if (entries) return [itemIndex, paired(entries[position], { item: itemIndex })];
			return [itemIndex, position === 0 ? paired(answer, pairedItem) : []];
		}),
	);
}

function paired(
	answer: unknown,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData[] {
	return asItems(answer).map((item) => ({ ...item, pairedItem }));
}

const NUMBER_FIELDS = ['to', 'phoneNumber'];

/**
 * The answer's entries in the order of the batch, or undefined if they do not match it: there must be
 * as many, and where they name a phone number it must be the batch's. Entries without a number are
 * taken to be in the batch's order.
 */
function matchEntries(entries: unknown[] | undefined, batch: IDataObject[]): unknown[] | undefined {
	if (entries?.length !== batch.length) return undefined;
	const sent = batch.map(numberOf);
	const answered = entries.map(numberOf);
	if (answered.every((number) => number === undefined)) return entries;
	if (answered.every((number, index) => number === sent[index])) return entries;

	// In another order: each number takes its own entry, the first of several first.
	const waiting = new Map<string | undefined, unknown[]>();
	entries.forEach((entry, index) => {
		waiting.set(answered[index], [...(waiting.get(answered[index]) ?? []), entry]);
	});
	const ordered = sent.map((number) => waiting.get(number)?.shift());
	return ordered.every((entry) => entry !== undefined) ? ordered : undefined;
}

function numberOf(entry: unknown): string | undefined {
	if (typeof entry !== 'object' || entry === null) return undefined;
	const field = NUMBER_FIELDS.find((name) => name in entry);
	const number = field && (entry as IDataObject)[field];
	return typeof number === 'string' || typeof number === 'number'
		? String(number).replace(/^(\+|00)/, '')
		: undefined;
}
