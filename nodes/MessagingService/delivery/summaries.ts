import type { GenericValue, IDataObject } from 'n8n-workflow';

import { isObject } from '../service/answer';
import type { States } from './states';
import type { Message, ReportSummary } from './summary';
import { addEntry, newMessage, summaryOf } from './summary';

/**
 * The report entries in an item: itself, the `parts` that Wait for Delivery added to a sent message, or the
 * `entries` of the trigger's whole messages.
 */
function entriesOf(json: IDataObject): IDataObject[] {
	const lists = [json.parts, json.entries].filter(Array.isArray);
	if (lists.length) return (lists.find(({ length }) => length) ?? []).filter(isObject);
	return Array.isArray(json.partIds) ? [] : [json];
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
	all(states: States): ReportSummary[] {
		return [...this.messages].map(([messageId, message]) => summaryOf(messageId, message, states));
	}
}

/** Whether every part of a message that was followed has arrived. */
export function isDelivered(followed: IDataObject, states: States): boolean {
	const summaries = new ReportSummaries();
	summaries.add(followed);
	return summaries.all(states).some((one) => one.isDelivered);
}
