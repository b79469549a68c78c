import type { IDataObject } from 'n8n-workflow';

import { newestEntries } from '../delivery/summary';
import { groupedBy } from '../values/groups';
import { type Reports, isFinal, isWanted, wholeMessage } from './entries';
import type { Memory, Print } from './pollMemory';
import { ENDED, marksOf, NO_PART, printOf, splitPrints, UNREAD, withoutMarks } from './pollMemory';
import type { TriggerSettings } from './triggerSettings';

/** A fingerprint as the memory keeps it. */
const joined = ({ part, values }: Print) => part + values;
const hasNoPart = ({ values }: Print) => values === NO_PART;

export function whatIsNew(
	memory: Memory,
	reports: Reports,
	settings: TriggerSettings,
): { items: IDataObject[]; memory: Memory } {
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
		const { news, prints, isWhole } = compare(entries, known, settings, messageId !== '');
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
		} else if (ends && !wasEnded && entries.some((entry) => isWanted(entry, settings)))
			items.push(wholeMessage(messageId, entries, settings));
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

/** A report compared with what is remembered of its message: the entries to emit, and the fingerprints to remember. */
function compare(
	entries: IDataObject[],
	kept: Print[],
	settings: TriggerSettings,
	hasMessage: boolean,
): { news: IDataObject[]; prints: Print[]; isWhole: boolean } {
	const { triggerOn } = settings;
	const isOnce = triggerOn === 'entryAdded';
	const known = groupedBy(kept, joined);
	const current = entries.map((entry) => ({ entry, ...printOf(entry, hasMessage) }));
	// Unchanged entries are found first, in any order: the others of a part have changed.
	const unchanged = current.map((one) => known.get(joined(one))?.pop());
	const left = groupedBy([...known.values()].flat(), ({ part }) => part);
	const prints: Print[] = [];
	const news = current.filter(({ entry, part, values }, index) => {
		const before = (unchanged[index] ?? left.get(part)?.pop())?.values;
		const passes = isWanted(entry, settings);
		// Report Entry Added remembers a part only when the options let it pass.
		if (passes || !isOnce) prints.push({ part, values });
		else if (before !== undefined) prints.push({ part, values: before });
		const isNew = isOnce ? before === undefined : before !== values;
		return passes && (isNew || triggerOn === 'everyPoll');
	});

	// A part may be missing from one answer, and so may an entry without a partId.
	const listed = new Set(current.map(({ part }) => part));
	let missing = kept.filter(hasNoPart).length - current.filter(hasNoPart).length;
	const others = [...left.values()].flat();
	const absent = others.filter((one) => !hasNoPart(one) && !listed.has(one.part));
	prints.push(...absent, ...others.filter((one) => hasNoPart(one) && missing-- > 0));
	return { news: news.map(({ entry }) => entry), prints, isWhole: !absent.length };
}
