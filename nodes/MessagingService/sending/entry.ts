import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../service/request';

/** One request, and the indexes of the input items that it is for. */
export type Entry = {
	request: ServiceRequest;
	itemIndexes: number[];
	/** Whether its answer belongs to all of its items, and not an entry of it to each. */
	isWhole: boolean;
	/** Whether it asks the service to send something, so that an answer may say no. */
	isSend?: boolean;
	/** Whether it changes nothing. */
	isRead?: boolean;
	/** Whether each entry of the answer's list comes out as an item. */
	isList?: boolean;
	/** Whether an empty list is an answer that gives no item. */
	mayBeNone?: boolean;
	/** How many of them come out. */
	limit?: number;
	/** What makes its message one of a kind, across executions. */
	onceKey?: string;
	/** The item's Options; those of a batch are in the requests. */
	options?: IDataObject;
};

/** The entries in as few requests as a size allows, each a list. */
export function inBatches(entries: Entry[], size: number): Entry[] {
	const batches: Entry[] = [];
	for (let start = 0; start < entries.length; start += size) {
		const batch = entries.slice(start, start + size);
		batches.push({
			request: {
				...batch[0].request,
				body: batch.map(({ request }) => request.body as IDataObject),
			},
			itemIndexes: batch.flatMap(({ itemIndexes }) => itemIndexes),
			isWhole: false,
			isSend: batch[0].isSend,
		});
	}
	return batches;
}

/** The user's own JSON goes out once, also if it is the same for several items: never twice the same. */
export function distinct(entries: Entry[]): Entry[] {
	const byBody = new Map<string, Entry>();
	for (const { itemIndexes, ...entry } of entries) {
		const json = JSON.stringify(entry.request.body);
		const one = byBody.get(json) ?? { ...entry, itemIndexes: [] };
		one.itemIndexes.push(...itemIndexes);
		byBody.set(json, one);
	}
	return [...byBody.values()];
}
