import type { GenericValue, IDataObject } from 'n8n-workflow';

import { isObject } from '../service/answer';
import { asText } from '../values/parsing';
import type { States } from './states';
import { hasArrived, hasFailed, isErrorCode, isGiven, timeIn } from './states';

/** What became of a message, for people. */
export type ReportSummary = {
	messageId: string;
	to: GenericValue;
	/** How many SMS parts there are, and what became of them. */
	parts: number;
	delivered: number;
	failed: number;
	pending: number;
	isDelivered: boolean;
	/** The error code of the first part that failed. */
	firstError: string | null;
	/** ISO 8601 in UTC, as far as the input says. */
	sent: string | null;
	/** When the last part was delivered, once all are. */
	deliveredAt: string | null;
	secondsToDelivery: number | null;
};

/** What is known of one message. */
type Message = {
	to: GenericValue | undefined;
	sent: unknown;
	partCount: number;
	/** The newest entry of each part. */
	entries: Map<string, IDataObject>;
};

/** The summary of one message's report entries. */
export function summarize(
	messageId: string,
	entries: IDataObject[],
	states: States,
): ReportSummary {
	return summaryOf(messageId, messageOf(entries), states);
}

/** The newest entry of each part, in their order. */
export function newestEntries(entries: IDataObject[]): Map<string, IDataObject> {
	return messageOf(entries).entries;
}

function messageOf(entries: IDataObject[]): Message {
	const message: Message = { to: undefined, sent: undefined, partCount: 0, entries: new Map() };
	for (const entry of entries) addEntry(message, entry);
	return message;
}

function addEntry(message: Message, entry: IDataObject): void {
	message.to ??= entry.to as GenericValue;
	const part = isGiven(entry.partId) ? asText(entry.partId) : `no. ${message.entries.size}`;
	message.entries.set(part, entry);
}

function summaryOf(
	messageId: string,
	{ to, sent, partCount, entries }: Message,
	states: States,
): ReportSummary {
	const parts = [...entries.values()];
	const delivered = parts.filter((part) => hasArrived(part, states));
	const failed = parts.filter((part) => hasFailed(part, states));
	const code = failed.find((part) => isErrorCode(part.errorCode))?.errorCode;
	// A message has a part also when nobody has told of it yet.
	const count = Math.max(1, partCount, parts.length);
	const isDelivered = delivered.length === count;
	const last = isDelivered ? latest(delivered) : undefined;
	const sentAt = timeIn(sent);
	const seconds = last === undefined || sentAt === undefined ? NaN : (last - sentAt) / 1000;
	return {
		messageId,
		to: to ?? null,
		parts: count,
		delivered: delivered.length,
		failed: failed.length,
		pending: count - delivered.length - failed.length,
		isDelivered,
		firstError: code === undefined ? null : asText(code),
		sent: isGiven(sent) ? asText(sent) : null,
		deliveredAt: last === undefined ? null : new Date(last).toISOString(),
		// Delivered before it was sent: the two times are of different clocks.
		secondsToDelivery: seconds >= 0 ? seconds : null,
	};
}

/** The last time of delivery, in ms since 1970; undefined if a part has none. */
function latest(parts: IDataObject[]): number | undefined {
	return parts.reduce<number | undefined>((last, part) => {
		const time = timeIn(part.delivered);
		return last === undefined || time === undefined ? undefined : Math.max(last, time);
	}, 0);
}

/**
 * The report entries in an item: itself, the `parts` that Wait for Delivery added to a sent message, or the
 * `entries` of the trigger's whole messages.
 */
function reportedEntries(json: IDataObject): IDataObject[] {
	const lists = [json.parts, json.entries].filter(Array.isArray);
	if (lists.length) return (lists.find(({ length }) => length) ?? []).filter(isObject);
	return REPORTED.some((field) => isGiven(json[field])) && !Array.isArray(json.partIds)
		? [json]
		: [];
}

/** What a report says of a part. An item with none of these only tells that a message was sent. */
const REPORTED = ['partId', 'state', 'delivered', 'errorCode'];

/** What the IDs of one message have in common: a UUID may be written in capitals. */
export function keyOf(messageId: unknown): string {
	const id = asText(messageId).trim();
	return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : id;
}

/** Whether an item is a summary without its entries: its number of delivered parts is no time of delivery. */
export function isSummary({ parts, isDelivered, messages, entries }: IDataObject): boolean {
	const isOfMessages = typeof isDelivered === 'boolean' || typeof messages === 'number';
	return typeof parts === 'number' && isOfMessages && !Array.isArray(entries);
}

/**
 * Report entries of any origin, one summary for each message, in the order in which they came first. Of
 * several entries of a part the last counts. What Send gave may stand among them: it says when a message
 * was sent, and how many parts it has.
 */
export class ReportSummaries {
	private readonly messages = new Map<string, Message & { id: string }>();

	/** @returns the ID of the message that the item is about, as it came first; undefined if it names none */
	add(json: IDataObject): string | undefined {
		const { messageId } = json;
		if (typeof messageId !== 'string' && typeof messageId !== 'number') return undefined;
		const key = keyOf(messageId);
		const message = this.messages.get(key) ?? { id: String(messageId), ...messageOf([]) };
		this.messages.set(key, message);
		message.sent ??= json.sent;
		message.to ??= json.to as GenericValue;
		if (Array.isArray(json.partIds)) {
			message.partCount = Math.max(message.partCount, json.partIds.length);
		}
		for (const entry of reportedEntries(json)) addEntry(message, entry);
		return message.id;
	}

	/** One for each message. */
	all(states: States): ReportSummary[] {
		return [...this.messages.values()].map((message) => summaryOf(message.id, message, states));
	}
}

/** Whether every part of a message that was followed has arrived. */
export function isDelivered(followed: IDataObject, states: States): boolean {
	const summaries = new ReportSummaries();
	summaries.add(followed);
	return summaries.all(states).some((one) => one.isDelivered);
}
