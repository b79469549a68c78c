import type { IDataObject } from 'n8n-workflow';

import { newestEntries } from '../delivery/summary';
import { groupedBy } from '../values/given';
import { type Reports, isFinal, wholeMessage } from './entries';
import type { Memory, Print } from './pollMemory';
import { ENDED, marksOf, NO_PART, printOf, splitPrints, UNREAD, withoutMarks } from './pollMemory';
import type { TriggerSettings } from './triggerSettings';

/** A fingerprint as the memory keeps it. */
const joined = ({ part, values }: Print) => part + values;
const hasNoPart = ({ values }: Print) => values === NO_PART;

export function whatIsNew(memory: Memory, reports: Reports, settings: TriggerSettings) {
	const items: IDataObject[] = [];
	const { triggerOn, messageIds } = settings;
	const endedBy = marksOf(settings);
	const startsNow = settings.startsFromNow && memory.isNew;
	const watched = messageIds && new Set(messageIds);
	const messages = new Map<string, string>();
	for (const [messageId, known] of Object.entries(memory.messages)) {
		if (watched && !watched.has(messageId)) continue;
		// Marks of other settings mean nothing with these, even if nothing was read.
		messages.set(messageId, memory.endedBy === endedBy ? known : withoutMarks(known));
	}

	for (const [messageId, entries] of reports) {
		const kept = messages.get(messageId) ?? '';
		const known = splitPrints(kept);
		const { news, prints, isWhole } = compare(entries, known, messageId !== '');
		// The last entry of a part counts. A part that was final stays so, and one that is missing may not be final yet.
		const newest = newestEntries(entries);
		const ends = isWhole && newest.length > 0 && newest.every((one) => isFinal(one, settings));
		const wasEnded = kept.endsWith(ENDED) && countParts(prints) === countParts(known);
		const marks = (wasEnded ? ENDED : '') + (ends ? ENDED : '');
		messages.set(messageId, prints.map(joined).sort().join('') + marks);
		// A trigger that starts from now only remembers the messages of its first poll when it first reads them.
		if (startsNow || (settings.startsFromNow && kept === UNREAD)) continue;
		if (triggerOn !== 'messageCompleted') {
			for (const entry of news) items.push(entry);
		} else if (ends && !wasEnded) items.push(wholeMessage(messageId, entries, settings));
	}
	for (const messageId of startsNow ? (messageIds ?? []) : []) {
		if (!messages.has(messageId)) messages.set(messageId, UNREAD);
	}
	return {
		items,
		memory: { source: memory.source, endedBy, messages: Object.fromEntries(messages) },
	};
}

/** How many parts fingerprints tell of. Each entry without a partId counts as one. */
function countParts(prints: Print[]): number {
	const parts = prints.filter((one) => !hasNoPart(one)).map(({ part }) => part);
	return prints.length - parts.length + new Set(parts).size;
}

/**
 * A report compared with what is remembered of its message. Each entry is paired with a fingerprint like its own, if
 * there is one: the entries that are left are news, and what is left of the memory has changed or is missing.
 */
function compare(entries: IDataObject[], kept: Print[], hasMessage: boolean) {
	const current = entries.map((entry) => ({ entry, ...printOf(entry, hasMessage) }));
	const news = unpaired(current, kept);
	const gone = unpaired(kept, current);

	// A part may be missing from one answer, and so may an entry without a partId.
	const listed = new Set(current.map(({ part }) => part));
	const absent = gone.filter((one) => !hasNoPart(one) && !listed.has(one.part));
	const fewer = kept.filter(hasNoPart).length - current.filter(hasNoPart).length;
	const nameless = gone.filter(hasNoPart).slice(0, Math.max(0, fewer));
	return {
		news: news.map(({ entry }) => entry),
		prints: [...current, ...absent, ...nameless],
		isWhole: !absent.length,
	};
}

/** Those of `all`, in their order, that stand there more often than among `others`. */
function unpaired<P extends Print>(all: P[], others: Print[]): P[] {
	const counterparts = groupedBy(others, joined);
	const left = [...groupedBy(all, joined)].flatMap(([print, same]) =>
		same.slice(counterparts.get(print)?.length ?? 0),
	);
	const isLeft = new Set(left);
	return all.filter((one) => isLeft.has(one));
}
