import type { IDataObject } from 'n8n-workflow';

import { asObject } from '../service/answer';
import type { EmitSettings, Reports } from './emit';
import { isAtEnd, isWanted, wholeMessage } from './emit';
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

const FINAL = '!';

/** Stands before the final states of marks that were set when a message came in one item. */
const WHOLE = 'message:';

/** The memory of a trigger that has not read anything of this source. */
export function emptyMemory(source: string): Memory {
	return { source, finalStates: '', messages: {} };
}

/** Whether a message's parts were all at their end when it was last read. */
export function isFinal(memory: Memory, messageId: string, settings: EmitSettings): boolean {
	return memory.finalStates === marksOf(settings) && !!keptOf(memory, messageId)?.endsWith(FINAL);
}

/** What the `!` marks of these settings mean. */
function marksOf({ endStates, groupBy }: EmitSettings): string {
	const { final, delivered, failed } = endStates;
	const lists = [final, delivered, failed].map((states) => states.join());
	return (groupBy === 'message' ? WHOLE : '') + lists.join(';');
}

/** What is kept of a message: an ID may be the name of something that every object has. */
function keptOf({ messages }: Memory, messageId: string): string | undefined {
	return Object.hasOwn(messages, messageId) ? messages[messageId] : undefined;
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
	const messages = new Map<string, string>();
	const isSameEnd = memory.finalStates === marksOf(settings);
	for (const [messageId, known] of Object.entries(memory.messages)) {
		// A mark that other settings have set means nothing by these, also if nothing was read now.
		if (isWatched(messageId)) messages.set(messageId, isSameEnd ? known : known.replace(FINAL, ''));
	}

	for (const [messageId, report] of reports) {
		const entries = report.map(asObject);
		const known = partsIn(messages.get(messageId) ?? '');
		const times = new Map<string, number>();
		for (const entry of entries) {
			const id = JSON.stringify(entry.partId ?? null);
			const time = times.get(id) ?? 0;
			times.set(id, time + 1);
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
				items.push(wholeMessage(messageId, entries, settings));
		}
		messages.set(messageId, text);
	}
	const kept = { finalStates: marksOf(settings), messages: Object.fromEntries(messages) };
	return { items, memory: { source: memory.source, ...kept } };
}

/** Whether a message was in one item already, by other final states, and nothing is new of it since. */
function wasWhole(memory: Memory, messageId: string, text: string): boolean {
	return memory.finalStates.startsWith(WHOLE) && keptOf(memory, messageId) === text;
}
