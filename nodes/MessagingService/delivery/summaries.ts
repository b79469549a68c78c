import type { GenericValue, IDataObject } from 'n8n-workflow';

import { isObject } from '../service/answer';
import type { States } from '../values/accountDefaults';
import { asText } from '../values/parsing';
import { isGiven } from './states';
import type { Message, ReportSummary } from './summary';
import { addEntry, newMessage, summaryOf } from './summary';

/**
 * The report entries in an item: itself, the `parts` that Wait for Delivery added to a sent message, or the
 * `entries` of the trigger's whole messages.
 */
function entriesOf(json: IDataObject): IDataObject[] {
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
		const message = this.messages.get(key) ?? { id: String(messageId), ...newMessage() };
		this.messages.set(key, message);
		message.sent ??= json.sent;
		message.to ??= json.to as GenericValue;
		if (Array.isArray(json.partIds)) {
			message.partCount = Math.max(message.partCount, json.partIds.length);
		}
		for (const entry of entriesOf(json)) addEntry(message, entry);
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
