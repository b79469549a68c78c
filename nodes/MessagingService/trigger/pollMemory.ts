import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/answer';
import { isGiven } from '../service/reports';
import type { TriggerSettings } from './triggerSettings';

/**
 * What the trigger keeps between polls: for each watched message, the fingerprints of its parts. `!` follows them when
 * all parts have ended, and `!!` when a later poll has found no further part. A message of one part takes about 60 bytes.
 */
export type Memory = {
	/** What was watched: another campaign starts anew. */
	source: string;
	/** No poll has read anything of this source: the next one that does is the first. */
	isNew?: true;
	/** What the `!` marks mean: with other settings they mean nothing. */
	endedBy?: string;
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

/** The memory that n8n has kept, or a new one if the trigger has not read anything of this source. */
export function memoryOf(kept: unknown, source: string): Memory {
	const memory = isDamaged(kept) ? undefined : (kept as Memory | undefined);
	return memory?.source === source ? memory : { source, isNew: true, messages: {} };
}

/** Whether what n8n has kept can't be read: somebody may have changed it. */
export function isDamaged(kept: unknown): boolean {
	if (kept === undefined) return false;
	if (!isObject(kept) || typeof kept.source !== 'string' || !isObject(kept.messages)) return true;
	return !Object.values(kept.messages).every(isKept);
}

function isKept(text: unknown): boolean {
	if (typeof text !== 'string') return false;
	return text === UNREAD || text.replace(/!{1,2}$/, '').length % PRINT_LENGTH === 0;
}

/**
 * Whether the trigger has stopped asking for a message: all parts had ended in two polls, and the second one found no
 * further part. A report doesn't say how many parts there will be.
 */
export function isDone(
	{ messages, endedBy }: Memory,
	messageId: string,
	settings: TriggerSettings,
): boolean {
	// Every object has names of its own, such as `constructor`, which may be a message's ID.
	const isKept = endedBy === marksOf(settings) && Object.hasOwn(messages, messageId);
	return isKept && messages[messageId].endsWith(ENDED + ENDED);
}

/** What the marks mean: a message that was completed by other states stays completed, but its parts may still change. */
export function marksOf({ triggerOn, endStates }: TriggerSettings): string {
	return triggerOn === 'messageCompleted' ? triggerOn : JSON.stringify([triggerOn, endStates]);
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
