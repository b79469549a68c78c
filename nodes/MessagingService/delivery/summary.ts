import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { States } from '../values/accountDefaults';
import { asText } from '../values/parsing';
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
export type Message = {
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
	const message = newMessage();
	for (const entry of entries) addEntry(message, entry);
	return summaryOf(messageId, message, states);
}

/** The newest entry of each part, in their order. */
export function newestEntries(entries: IDataObject[]): Map<string, IDataObject> {
	const message = newMessage();
	for (const entry of entries) addEntry(message, entry);
	return message.entries;
}

export function addEntry(message: Message, entry: IDataObject): void {
	message.to ??= entry.to as GenericValue;
	const part = isGiven(entry.partId) ? asText(entry.partId) : `no. ${message.entries.size}`;
	message.entries.set(part, entry);
}

export function newMessage(): Message {
	return { to: undefined, sent: undefined, partCount: 0, entries: new Map() };
}

export function summaryOf(
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
