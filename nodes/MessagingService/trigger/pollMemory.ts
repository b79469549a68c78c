import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isGiven } from '../delivery/states';
import { isObject } from '../service/answer';
import type { EmitSettings } from './emit';

/**
 * What the trigger keeps between polls: for each watched message, the fingerprints of its parts. `!` follows them when
 * all parts have ended, and `!!` when a later poll has found no further part. A message of one part takes about 60 bytes.
 */
export type Memory = {
	/** What was watched: another campaign starts anew. */
	source: string;
	/** No poll has read anything of this source: the next one that does is the first. */
	isNew?: true;
	/** The settings behind the `!` marks, which mean nothing with other settings. */
	endedBy: string;
	messages: Record<string, string>;
	/** The message that the next poll begins with, if this one didn't reach all. */
	resumeAt?: string;
	/** The reports have entries that are compared as a whole. n8n's log says so once. */
	comparesWhole?: true;
};

/** An entry as the memory keeps it: one fingerprint of its part, and one of the values that may change. */
export type Print = { part: string; values: string };

const PART_LENGTH = 8;
const VALUES_LENGTH = 6;
const PRINT_LENGTH = PART_LENGTH + VALUES_LENGTH;

/** Replaces the values of an entry without a partId: its part is a fingerprint of the whole entry. */
const NO_PART = 'whole/';

export const ENDED = '!';

/** Replaces the parts of a message that the first poll, which only remembers, couldn't read. */
export const UNREAD = '?';

/** Begins `endedBy` if the trigger emits each message as one item. */
const BY_MESSAGE = 'message:';

/** The memory of a trigger that has not read anything of this source. */
export function newMemory(source: string): Memory {
	return { source, isNew: true, endedBy: '', messages: {} };
}

/**
 * Reads the memory that n8n has kept. Somebody may have changed it, or copied another node's: damaged entries are
 * dropped and counted as lost. A memory of another source is no loss.
 */
export function readMemory(kept: unknown, source: string): { memory: Memory; lost: number } {
	if (kept === undefined || kept === null) return { memory: newMemory(source), lost: 0 };
	// A trigger that has lost its memory isn't new: it still has to emit what has changed.
	const memory: Memory = { source, endedBy: '', messages: {} };
	if (!isObject(kept) || typeof kept.source !== 'string') return { memory, lost: 1 };
	if (kept.source !== source) return { memory: newMemory(source), lost: 0 };
	if (!isObject(kept.messages)) return { memory, lost: 1 };

	const all = Object.entries(kept.messages);
	const readable = all.filter((entry): entry is [string, string] => isKept(entry[1]));
	if (kept.isNew === true) memory.isNew = true;
	memory.messages = Object.fromEntries(readable);
	if (typeof kept.endedBy === 'string') memory.endedBy = kept.endedBy;
	if (typeof kept.resumeAt === 'string') memory.resumeAt = kept.resumeAt;
	if (kept.comparesWhole === true) memory.comparesWhole = true;
	return { memory, lost: all.length - readable.length };
}

function isKept(text: unknown): text is string {
	if (typeof text !== 'string') return false;
	const isInPrints = text.replace(/!/g, '').length % PRINT_LENGTH === 0;
	return text === UNREAD || (isInPrints && /^[A-Za-z0-9+/]*!{0,2}$/.test(text));
}

/**
 * Whether the trigger has stopped asking for a message: all parts had ended in two polls, and the second one found no
 * further part. A report doesn't say how many parts there will be.
 */
export function isDone(memory: Memory, messageId: string, settings: EmitSettings): boolean {
	const kept = keptOf(memory, messageId);
	return memory.endedBy === marksOf(settings) && !!kept?.endsWith(ENDED + ENDED);
}

/** The meaning of the `!` marks with these settings. */
export function marksOf({ endStates, triggerOn }: EmitSettings): string {
	const { delivered, failed } = endStates;
	const lists = [delivered, failed].map((states) => states.join());
	return (triggerOn === 'messageCompleted' ? BY_MESSAGE : '') + lists.join(';');
}

/** Whether the message was already emitted under other states, and hasn't changed. */
export function wasEmitted(memory: Memory, messageId: string, prints: string): boolean {
	const kept = keptOf(memory, messageId);
	const isSame = kept?.endsWith(ENDED) && withoutMarks(kept) === prints;
	return memory.endedBy.startsWith(BY_MESSAGE) && !!isSame;
}

export function withoutMarks(kept: string): string {
	let prints = kept;
	while (prints.endsWith(ENDED)) prints = prints.slice(0, -1);
	return prints;
}

/** Every object has names of its own, such as `constructor`, which may be a message's ID. */
function keptOf({ messages }: Memory, messageId: string): string | undefined {
	return Object.hasOwn(messages, messageId) ? messages[messageId] : undefined;
}

/**
 * The fingerprints of an entry. Entries that the specification doesn't know are compared as a whole: without a partId
 * each change makes another entry, and without a state any field may be news.
 *
 * @param hasMessage whether the entry's message is known; if not, another message may have the same partId
 */
export function printOf(entry: IDataObject, hasMessage: boolean): Print {
	const { partId, state, errorCode, delivered } = entry;
	if (!hasMessage || !isGiven(partId)) {
		return { part: fingerprint([entry], PART_LENGTH), values: NO_PART };
	}
	const known = [state ?? null, errorCode ?? null, delivered ?? null];
	return {
		part: fingerprint([partId], PART_LENGTH),
		values: fingerprint(isGiven(state) ? known : [entry], VALUES_LENGTH),
	};
}

/** Whether the fingerprint is one of an entry without a partId. */
export function hasNoPart({ values }: Print): boolean {
	return values === NO_PART;
}

/** Joins fingerprints in an order that doesn't depend on the report's. */
export function joinPrints(prints: Print[]): string {
	return prints
		.map(({ part, values }) => part + values)
		.sort()
		.join('');
}

/** The fingerprints in a kept text, without its marks. */
export function splitPrints(kept: string): Print[] {
	const prints: Print[] = [];
	for (let at = 0; at + PRINT_LENGTH <= kept.length; at += PRINT_LENGTH) {
		const values = kept.slice(at + PART_LENGTH, at + PRINT_LENGTH);
		prints.push({ part: kept.slice(at, at + PART_LENGTH), values });
	}
	return prints;
}

/** The same for the same values, whatever the order of an object's fields. */
function fingerprint(values: unknown[], length: number): string {
	const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
	const json = JSON.stringify(values, (_name, value: unknown) =>
		isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
	);
	return createHash('sha256').update(json).digest('base64').slice(0, length);
}
