import type { IDataObject } from 'n8n-workflow';

import { asItems } from '../shared/lists';
import { hasEnded, isIn } from '../shared/deliveryStates';
import { summarize } from '../shared/reportSummary';
import { asText, partOf, partsIn, valuesOf } from './fingerprints';

/**
 * What the trigger keeps between polls: for each watched message, fingerprints of its parts, and `!`
 * behind them once it is final. About 55 bytes for a message of one part.
 */
export type Memory = {
	/** What was watched: another campaign starts anew. */
	source: string;
	/** The settings that the `!` marks were set by: with others they count no more. */
	finalStates: string;
	messages: Record<string, string>;
	/** The message that the next poll begins with, if this one did not get to all. */
	resumeAt?: string;
};

export type EmitSettings = {
	emit: 'changes' | 'first' | 'all';
	/** `message`: one item for each message, when all of its parts are at their end. */
	groupBy: 'part' | 'message';
	/** Only parts in these states; empty for all. */
	states: number[];
	finalStates: number[];
	onlyErrors: boolean;
};

/** Report entries that were read, by the message that they belong to. */
export type Reports = Map<string, unknown[]>;

const FINAL = '!';

/** Stands before the final states of marks that were set when a message came in one item. */
const WHOLE = 'message:';

/** The memory of a trigger that has not read anything of this source. */
export function emptyMemory(source: string): Memory {
	return { source, finalStates: '', messages: {} };
}

/** Whether a message's parts were all at their end when it was last read. */
export function isFinal(memory: Memory, messageId: string, settings: EmitSettings): boolean {
	return memory.finalStates === marksOf(settings) && !!memory.messages[messageId]?.endsWith(FINAL);
}

/** What the `!` marks of these settings mean. */
function marksOf({ finalStates, groupBy }: EmitSettings): string {
	return (groupBy === 'message' ? WHOLE : '') + finalStates.join();
}

/**
 * Which entries are to be emitted, and what to remember. Only messages that were read change in
 * memory, and those not watched any more are forgotten.
 *
 * @param isWatched tells whether a message that was not read this time is still of interest
 */
export function whatIsNew(
	memory: Memory,
	reports: Reports,
	settings: EmitSettings,
	isWatched: (messageId: string) => boolean,
): { items: IDataObject[]; memory: Memory } {
	const items: IDataObject[] = [];
	const isByMessage = settings.groupBy === 'message';
	const messages: Record<string, string> = {};
	const isSameEnd = memory.finalStates === marksOf(settings);
	for (const [messageId, known] of Object.entries(memory.messages)) {
		// A mark that other settings have set means nothing by these, also if nothing was read now.
		if (isWatched(messageId)) messages[messageId] = isSameEnd ? known : known.replace(FINAL, '');
	}

	for (const [messageId, report] of reports) {
		const entries = asItems(report).map(({ json }) => json);
		const known = partsIn(messages[messageId] ?? '');
		const times = new Map<string, number>();
		for (const entry of entries) {
			const time = times.get(String(entry.partId)) ?? 0;
			times.set(String(entry.partId), time + 1);
			const part = partOf(entry, time);
			const values = valuesOf(entry);
			const passes = isWanted(entry, settings);
			const isNew = settings.emit === 'first' ? !known.has(part) : known.get(part) !== values;
			const isEmitted = passes && (isNew || settings.emit === 'all');
			if (isEmitted && !isByMessage) items.push(entry);
			// With "first", a part that is not wanted yet has its first time before it.
			if (passes || settings.emit !== 'first') known.set(part, values);
		}
		const final = entries.length > 0 && entries.every((entry) => isAtEnd(entry, settings));
		const text = asText(known) + (final ? FINAL : '');
		const isNewlyFinal =
			final && !isFinal(memory, messageId, settings) && !wasWhole(memory, messageId, text);
		if (isByMessage && (isNewlyFinal || (final && settings.emit === 'all'))) {
			if (entries.some((entry) => isWanted(entry, settings)))
				items.push(wholeMessage(messageId, entries));
		}
		messages[messageId] = text;
	}
	return { items, memory: { source: memory.source, finalStates: marksOf(settings), messages } };
}

/** Whether a message was in one item already, by other final states, and nothing is new of it since. */
function wasWhole({ finalStates, messages }: Memory, messageId: string, text: string): boolean {
	return finalStates.startsWith(WHOLE) && messages[messageId] === text;
}

/** With messages in one item, parts can be at their end also without final states of the user's. */
function isAtEnd(entry: IDataObject, { finalStates, groupBy }: EmitSettings): boolean {
	return groupBy === 'message' ? hasEnded(entry, finalStates) : isIn(finalStates, entry.state);
}

/** A message in one item: its summary, and its report entries as the service gave them. */
export function wholeMessage(messageId: string, entries: IDataObject[]): IDataObject {
	return { ...summarize(messageId, entries), entries };
}

/** Whether the options let an entry pass. */
export function isWanted(entry: IDataObject, { states, onlyErrors }: EmitSettings): boolean {
	if (onlyErrors && (entry.errorCode ?? '') === '') return false;
	return states.length === 0 || isIn(states, entry.state);
}
