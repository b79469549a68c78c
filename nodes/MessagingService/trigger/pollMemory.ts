import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isNoError } from '../answers/saysNo';
import { asText, isGiven, isObject } from '../values/given';
import type { TriggerSettings } from './triggerSettings';

/** The trigger's memory between polls. A message of one part takes about 60 bytes. */
export type Memory = {
	/** The messages or the campaign that it is about: another campaign starts anew. */
	source: string;
	/** No poll has read anything of this source: the next one that does is the first. */
	isNew?: true;
	/** The settings to which the `!` marks belong: with others they mean nothing. */
	endedBy?: string;
	/** The fingerprints of each message's parts; then `!` if all have ended, and `!!` if a later poll found no other. */
	messages: Record<string, string>;
	/** The message that the next poll starts with, if this one didn't reach all. */
	resumeAt?: string;
};

/** An entry as the memory keeps it: one fingerprint of its part, and one of the values that may change. */
export type Print = { part: string; values: string };

const PART_LENGTH = 8;
const VALUES_LENGTH = 6;
const PRINT_LENGTH = PART_LENGTH + VALUES_LENGTH;

/** Replaces the values of an entry without a partId: its part is a fingerprint of the whole entry. */
export const NO_PART = 'whole/';

export const ENDED = '!';

/** Replaces the parts of a message that the first poll, which only remembers, couldn't read. */
export const UNREAD = '?';

/** The memory that n8n has kept, or a new one if the trigger has not read anything of this source. */
export function memoryOf(kept: unknown, source: string): Memory {
	const memory = isDamaged(kept) ? undefined : (kept as Memory | undefined);
	return memory?.source === source ? memory : { source, isNew: true, messages: {} };
}

/** Whether the memory that n8n has kept can't be read: somebody may have changed it. */
export function isDamaged(kept: unknown): boolean {
	if (kept === undefined) return false;
	if (!isObject(kept) || typeof kept.source !== 'string' || !isObject(kept.messages)) return true;
	return !Object.values(kept.messages).every((text) => {
		if (typeof text !== 'string') return false;
		return text === UNREAD || withoutMarks(text).length % PRINT_LENGTH === 0;
	});
}

export const withoutMarks = (kept: string): string => kept.replace(/!{1,2}$/, '');

/** Whether a message has ended in two polls, and isn't asked for: a report doesn't say how many parts there will be. */
export function isDone({ messages, endedBy }: Memory, id: string, by: TriggerSettings): boolean {
	// Every object has names of its own, such as `constructor`, which may be a message's ID.
	const isMarked = endedBy === marksOf(by) && Object.hasOwn(messages, id);
	return isMarked && messages[id].endsWith(ENDED + ENDED);
}

/** The settings to which marks belong. A message that other states completed stays completed; its parts may change. */
export function marksOf({ triggerOn, endStates }: TriggerSettings): string {
	return triggerOn === 'messageCompleted' ? triggerOn : JSON.stringify(endStates);
}

/** The fingerprints of an entry. Without a partId or the ID of its message, each change makes another entry. */
export function printOf(entry: IDataObject, hasMessage: boolean): Print {
	const { partId, state, errorCode, delivered } = entry;
	if (!hasMessage || !isGiven(partId)) {
		return { part: fingerprint([entry], PART_LENGTH), values: NO_PART };
	}
	const said = [state, isNoError(errorCode) || errorCode, isGiven(delivered) && delivered];
	// Without a state, any field may be news.
	const values = isGiven(state) ? said : [entry];
	return {
		part: fingerprint([asText(partId)], PART_LENGTH),
		values: fingerprint(values, VALUES_LENGTH),
	};
}

export function splitPrints(kept: string): Print[] {
	return Array.from({ length: Math.floor(kept.length / PRINT_LENGTH) }, (_, place) => {
		const print = kept.slice(place * PRINT_LENGTH, (place + 1) * PRINT_LENGTH);
		return { part: print.slice(0, PART_LENGTH), values: print.slice(PART_LENGTH) };
	});
}

/** The same for the same values, whatever the order of an object's fields. */
function fingerprint(values: unknown[], length: number): string {
	const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
	const json = JSON.stringify(values, (_name, value: unknown) =>
		isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
	);
	return createHash('sha256').update(json).digest('base64').slice(0, length);
}
