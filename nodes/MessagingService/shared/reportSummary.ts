import type { GenericValue, IDataObject } from 'n8n-workflow';

import { isGiven } from './deliveryStates';

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

/**
 * The report entries in an item: itself, the `parts` that Wait for Delivery added to a sent message, or the
 * `entries` of the trigger's whole messages.
 */
function entriesOf(json: IDataObject): IDataObject[] {
	const within = [json.entries, json.parts].find(Array.isArray);
	if (within) return within.filter(isObject);
	return Array.isArray(json.partIds) ? [] : [json];
}

function isObject(entry: unknown): entry is IDataObject {
	return typeof entry === 'object' && entry !== null;
}

/** Whether an item is a summary without its entries: its number of delivered parts is no time of delivery. */
export function isSummary({ parts, isDelivered, entries }: IDataObject): boolean {
	return typeof parts === 'number' && typeof isDelivered === 'boolean' && !Array.isArray(entries);
}

/**
 * Report entries of any origin, one summary for each message, in the order in which they came first. Of
 * several entries of a part the last counts. What Send gave may stand among them: it says when a message
 * was sent, and how many parts it has.
 */
export class ReportSummaries {
	private readonly messages = new Map<string, Message>();

	/** @returns the message that the item is about; undefined if it names none */
	add(json: IDataObject): string | undefined {
		const { messageId } = json;
		if (typeof messageId !== 'string' && typeof messageId !== 'number') return undefined;
		const id = String(messageId);
		const message = this.messages.get(id) ?? newMessage();
		this.messages.set(id, message);
		message.sent ??= json.sent;
		message.to ??= json.to as GenericValue;
		if (Array.isArray(json.partIds)) {
			message.partCount = Math.max(message.partCount, json.partIds.length);
		}
		for (const entry of entriesOf(json)) addEntry(message, entry);
		return id;
	}

	/** One for each message. */
	get all(): ReportSummary[] {
		return [...this.messages].map(([messageId, message]) => summary(messageId, message));
	}
}

/** Whether every part of a message that was followed has arrived. */
export function isDelivered(followed: IDataObject): boolean {
	const summaries = new ReportSummaries();
	summaries.add(followed);
	return summaries.all.some((one) => one.isDelivered);
}

/** The summary of one message's report entries. */
export function summarize(messageId: string, entries: IDataObject[]): ReportSummary {
	const message = newMessage();
	for (const entry of entries) addEntry(message, entry);
	return summary(messageId, message);
}

function addEntry(message: Message, entry: IDataObject): void {
	message.to ??= entry.to as GenericValue;
	const part = isGiven(entry.partId) ? String(entry.partId) : `no. ${message.entries.size}`;
	message.entries.set(part, entry);
}

function newMessage(): Message {
	return { to: undefined, sent: undefined, partCount: 0, entries: new Map() };
}

function summary(messageId: string, { to, sent, partCount, entries }: Message): ReportSummary {
	const parts = [...entries.values()];
	const delivered = parts.filter((part) => isGiven(part.delivered));
	const failed = parts.filter((part) => !isGiven(part.delivered) && isGiven(part.errorCode));
	const count = Math.max(partCount, parts.length);
	const isDelivered = count > 0 && delivered.length === count;
	const times = delivered.map((part) => Date.parse(String(part.delivered)));
	const last = isDelivered ? Math.max(...times) : NaN;
	const seconds = (last - Date.parse(String(sent))) / 1000;
	return {
		messageId,
		to: to ?? null,
		parts: count,
		delivered: delivered.length,
		failed: failed.length,
		pending: count - delivered.length - failed.length,
		isDelivered,
		firstError: failed.length ? String(failed[0].errorCode) : null,
		sent: isGiven(sent) ? String(sent) : null,
		deliveredAt: Number.isNaN(last) ? null : new Date(last).toISOString(),
		secondsToDelivery: Number.isNaN(seconds) ? null : seconds,
	};
}
