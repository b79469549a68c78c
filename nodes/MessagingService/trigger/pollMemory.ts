import type { EmitSettings } from './emit';

/**
 * What the trigger keeps between polls: for each watched message, fingerprints of its parts; `!` behind them when
 * all were at their end, and `!!` when a later poll has found no further part. About 60 bytes for a message of one part.
 */
export type Memory = {
	/** What was watched: another campaign starts anew. */
	source: string;
	/** Nothing of this source was read yet, so the next poll that reads is the first one. */
	isNew?: true;
	/** The settings that the `!` marks were set by: with others they count no more. */
	endedBy: string;
	messages: Record<string, string>;
	/** The message that the next poll begins with, if this one did not get to all. */
	resumeAt?: string;
	/** Entries were found that are compared whole: n8n's log says so once. */
	comparesWhole?: true;
};

export const ENDED = '!';

/** In the place of a message's parts: the first poll, which only remembers, could not read it. */
export const UNREAD = '?';

/** Stands before the states of marks that were set when a message came in one item. */
const WHOLE = 'message:';

/** The memory of a trigger that has not read anything of this source. */
export function newMemory(source: string): Memory {
	return { source, isNew: true, endedBy: '', messages: {} };
}

/**
 * Whether a message is not asked for any more: its parts were all at their end in two polls, with none added. Nothing
 * in a report says how many parts there are to be.
 */
export function isDone(memory: Memory, messageId: string, settings: EmitSettings): boolean {
	const kept = keptOf(memory, messageId);
	return memory.endedBy === marksOf(settings) && !!kept?.endsWith(ENDED + ENDED);
}

/** What the `!` marks of these settings mean. */
export function marksOf({ endStates, triggerOn }: EmitSettings): string {
	const { delivered, failed } = endStates;
	const lists = [delivered, failed].map((states) => states.join());
	return (triggerOn === 'messageCompleted' ? WHOLE : '') + lists.join(';');
}

/** Whether a message was in one item already, by other states, and nothing is new of it since. */
export function wasWhole(memory: Memory, messageId: string, text: string): boolean {
	const kept = keptOf(memory, messageId);
	const isSame = kept?.endsWith(ENDED) && withoutMarks(kept) === text;
	return memory.endedBy.startsWith(WHOLE) && !!isSame;
}

/** What is kept of a message, as if it had not ended. */
export function withoutMarks(kept: string): string {
	let text = kept;
	while (text.endsWith('!')) text = text.slice(0, -1);
	return text;
}

/** What is kept of a message: an ID may be the name of something that every object has. */
function keptOf({ messages }: Memory, messageId: string): string | undefined {
	return Object.hasOwn(messages, messageId) ? messages[messageId] : undefined;
}
