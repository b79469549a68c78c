import type { GenericValue, IDataObject } from 'n8n-workflow';

import { asText, isGiven, isObject } from '../values/given';
import { isReportEntry } from '../answers/report';
import { isNoError } from '../answers/saysNo';
import type { States } from '../parameters/accountDefaults';
import { type Delivery, hasArrived, hasFailed, timeIn } from '../answers/parts';

/** The known facts of one message. */
export type Message = {
	messageId: string;
	to?: GenericValue;
	sent?: unknown;
	/** How many parts it has at least. */
	partCount?: number;
	/** Its report entries. Of several entries of a part the last counts. */
	entries: IDataObject[];
};

export type ReportSummary = ReturnType<typeof summarize>;

/** Counts the parts of a message, and says when it arrived. */
export function summarize(message: Message, states: States) {
	const { messageId, to, sent, partCount = 1, entries } = message;
	const parts = newestEntries(entries);
	const delivered = parts.filter((part) => hasArrived(part, states));
	const failed = parts.filter((part) => hasFailed(part, states));
	const code = failed.find((part) => !isNoError(part.errorCode))?.errorCode;
	// A message has a part also when nobody has told of it yet.
	const count = Math.max(1, partCount, parts.length);
	const pending = count - delivered.length - failed.length;
	const delivery = pending ? 'pending' : failed.length ? 'failed' : 'delivered';
	const times = delivered.flatMap((part) => timeIn(part.delivered) ?? []);
	const areKnown = delivery === 'delivered' && times.length === count;
	const last = areKnown ? times.reduce((one, other) => Math.max(one, other)) : NaN;
	const seconds = (last - (timeIn(sent) ?? NaN)) / 1000;
	return {
		messageId,
		to: to ?? (entries.find((entry) => isGiven(entry.to))?.to as GenericValue) ?? null,
		parts: count,
		delivered: delivered.length,
		failed: failed.length,
		pending,
		delivery: delivery as Delivery,
		firstError: code === undefined ? null : asText(code),
		sent: isGiven(sent) ? asText(sent) : null,
		/** When the last part was delivered, once all are: ISO 8601 in UTC. */
		deliveredAt: areKnown ? new Date(last).toISOString() : null,
		// Delivered before it was sent: the two times are of different clocks.
		secondsToDelivery: seconds >= 0 ? seconds : null,
	};
}

/** The newest entry of each part, in the order of the parts. */
export function newestEntries(entries: IDataObject[]): IDataObject[] {
	const byPart = new Map<string, IDataObject>();
	for (const entry of entries) {
		byPart.set(isGiven(entry.partId) ? asText(entry.partId) : `no. ${byPart.size}`, entry);
	}
	return [...byPart.values()];
}

/** Adds an item about a message: the output of Send says when it was sent, and how many parts it has. */
export function addItem(message: Message, json: IDataObject): void {
	message.sent ??= json.sent;
	message.to ??= json.to as GenericValue;
	const { partIds } = json;
	if (Array.isArray(partIds)) message.partCount = Math.max(message.partCount ?? 0, partIds.length);
	for (const entry of reportedEntries(json)) message.entries.push(entry);
}

/** The report entries in an item: itself, the `parts` of Wait for Delivery, or the `entries` of the trigger's messages. */
function reportedEntries(json: IDataObject): IDataObject[] {
	const lists = [json.parts, json.entries].filter(Array.isArray);
	if (lists.length) return (lists.find(({ length }) => length) ?? []).filter(isObject);
	return isReportEntry(json) && !Array.isArray(json.partIds) ? [json] : [];
}

export function totalOf(messages: ReportSummary[]) {
	const total = (count: (message: ReportSummary) => number) =>
		messages.reduce((sum, message) => sum + count(message), 0);
	const parts = total((message) => message.parts);
	const delivered = total((message) => message.delivered);
	const seconds = messages
		.flatMap(({ secondsToDelivery }) => secondsToDelivery ?? [])
		.sort((a, b) => a - b);
	return {
		messages: messages.length,
		messagesDelivered: total(({ delivery }) => Number(delivery === 'delivered')),
		parts,
		delivered,
		failed: total(({ failed }) => failed),
		pending: total(({ pending }) => pending),
		/** How many of the parts have arrived, from 0 to 1. */
		deliveredShare: parts ? delivered / parts : null,
		medianSecondsToDelivery: medianOf(seconds),
		/** The smallest one that 95 of a hundred do not exceed (nearest rank). */
		p95SecondsToDelivery: seconds[Math.ceil((95 * seconds.length) / 100) - 1] ?? null,
	};
}

/** The one in the middle, or halfway between the two in the middle, to the millisecond. */
function medianOf(sorted: number[]): number | null {
	if (!sorted.length) return null;
	const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
	return Math.round((low + high) * 500) / 1000;
}
