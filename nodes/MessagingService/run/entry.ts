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
	/** The item's Options. */
	options?: IDataObject;
	/** What a batch was put together from, an entry for each item. */
	members?: Entry[];
};

/** The entries in as few requests as a size allows, each a list. One of a list's keys is not in it twice. */
export function inBatches(entries: Entry[], size: number): Entry[] {
	return byOccurrence(entries).flatMap((several) =>
		Array.from({ length: Math.ceil(several.length / size) }, (_, index) =>
			batchOf(several.slice(index * size, (index + 1) * size)),
		),
	);
}

/** What becomes of a key's first message decides about its second, so that they go out one after the other. */
function byOccurrence(entries: Entry[]): Entry[][] {
	const counts = new Map<string, number>();
	const rounds: Entry[][] = [];
	for (const entry of entries) {
		const { onceKey } = entry;
		const round = onceKey === undefined ? 0 : (counts.get(onceKey) ?? 0);
		if (onceKey !== undefined) counts.set(onceKey, round + 1);
		(rounds[round] ??= []).push(entry);
	}
	return rounds;
}

function batchOf(members: Entry[]): Entry {
	const [{ request, isSend }] = members;
	return {
		request: { ...request, body: members.map((member) => member.request.body as IDataObject) },
		itemIndexes: members.flatMap(({ itemIndexes }) => itemIndexes),
		isWhole: false,
		isSend,
		members,
	};
}

/** The entries of a batch, or the entry alone. */
export function membersOf(entry: Entry): Entry[] {
	return entry.members ?? [entry];
}

/** The entry with only some of its members; undefined without any. */
export function withMembers(entry: Entry, members: Entry[]): Entry | undefined {
	if (!members.length) return undefined;
	return entry.members && members.length < entry.members.length ? batchOf(members) : entry;
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
