import type { EmitSettings } from './emit';

/**
 * What the trigger keeps between polls: for each watched message, fingerprints of its parts, and `!`
 * behind them once it is final. About 55 bytes for a message of one part.
 */
export type Memory = {
	/** What was watched: another campaign starts anew. */
	source: string;
	/** Nothing of this source was read yet, so the next poll that reads is the first one. */
	isNew?: true;
	/** The settings that the `!` marks were set by: with others they count no more. */
	finalStates: string;
	messages: Record<string, string>;
	/** The message that the next poll begins with, if this one did not get to all. */
	resumeAt?: string;
};

export const FINAL = '!';

/** In the place of a message's parts: the first poll, which only remembers, could not read it. */
export const UNREAD = '?';

/** Stands before the final states of marks that were set when a message came in one item. */
const WHOLE = 'message:';

/** The memory of a trigger that has not read anything of this source. */
export function newMemory(source: string): Memory {
	return { source, isNew: true, finalStates: '', messages: {} };
}

/** Whether a message's parts were all at their end when it was last read. */
export function isFinal(memory: Memory, messageId: string, settings: EmitSettings): boolean {
	return memory.finalStates === marksOf(settings) && !!keptOf(memory, messageId)?.endsWith(FINAL);
}

/** What the `!` marks of these settings mean. */
export function marksOf({ endStates, triggerOn }: EmitSettings): string {
	const { final, delivered, failed } = endStates;
	const lists = [final, delivered, failed].map((states) => states.join());
	return (triggerOn === 'messageCompleted' ? WHOLE : '') + lists.join(';');
}

/** Whether a message was in one item already, by other final states, and nothing is new of it since. */
export function wasWhole(memory: Memory, messageId: string, text: string): boolean {
	return memory.finalStates.startsWith(WHOLE) && keptOf(memory, messageId) === text;
}

/** What is kept of a message: an ID may be the name of something that every object has. */
function keptOf({ messages }: Memory, messageId: string): string | undefined {
	return Object.hasOwn(messages, messageId) ? messages[messageId] : undefined;
}
