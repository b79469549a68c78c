import type { IDataObject } from 'n8n-workflow';

import { newestEntries } from '../delivery/summary';
import { asObject } from '../service/answer';
import { isGiven } from '../service/reports';
import type { Reports } from './emit';
import { isFinal, isWanted, wholeMessage } from './emit';
import type { Memory, Print } from './pollMemory';
import { ENDED, hasNoPart, joinPrints, marksOf, printOf, splitPrints, UNREAD } from './pollMemory';
import type { TriggerSettings } from './triggerSettings';

/**
 * Finds the entries to emit and the memory to keep. Memory changes only for the messages that were read, and forgets
 * those that are no longer watched. A trigger that starts from now emits nothing of its first reading of the messages
 * that were there at its first poll.
 */
export function whatIsNew(
	memory: Memory,
	reports: Reports,
	settings: TriggerSettings,
): { items: IDataObject[]; memory: Memory } {
	const items: IDataObject[] = [];
	const { triggerOn, messageIds } = settings;
	const watched = messageIds && new Set(messageIds);
	const messages = new Map<string, string>();
	let { comparesWhole } = memory;
	for (const [messageId, known] of Object.entries(memory.messages)) {
		if (watched && !watched.has(messageId)) continue;
		// Marks of other settings mean nothing with these, even if nothing was read.
		messages.set(
			messageId,
			memory.endedBy === marksOf(settings) ? known : known.replace(/!{1,2}$/, ''),
		);
	}

	for (const [messageId, report] of reports) {
		const entries = report.map(asObject);
		const kept = messages.get(messageId) ?? '';
		const isOnlyRemembered = settings.startsFromNow && (memory.isNew || kept === UNREAD);
		const found = compare(entries, splitPrints(kept), settings, messageId !== '');
		if (found.comparesWhole) comparesWhole = true;
		const prints = joinPrints(found.prints);
		// The last entry of a part counts. A part may be missing from one answer.
		const areFinal = newestEntries(entries).every((one) => isFinal(one, settings));
		const wasEnded = kept.endsWith(ENDED) && areFinal && !found.hasFurtherParts;
		const ends = entries.length > 0 && areFinal;
		messages.set(messageId, prints + (wasEnded ? ENDED : '') + (ends ? ENDED : ''));
		if (isOnlyRemembered) continue;
		if (triggerOn !== 'messageCompleted') {
			for (const entry of found.news) items.push(entry);
		} else if (ends && !wasEnded && entries.some((entry) => isWanted(entry, settings)))
			items.push(wholeMessage(messageId, entries, settings));
	}
	if (settings.startsFromNow && memory.isNew) {
		for (const messageId of watched ?? []) {
			if (!messages.has(messageId)) messages.set(messageId, UNREAD);
		}
	}
	const kept = { endedBy: marksOf(settings), messages: Object.fromEntries(messages) };
	const said = comparesWhole && ({ comparesWhole } as const);
	return { items, memory: { source: memory.source, ...kept, ...said } };
}

/** A report compared with what is remembered of its message: the entries to emit, and the fingerprints to remember. */
function compare(
	entries: IDataObject[],
	kept: Print[],
	settings: TriggerSettings,
	hasMessage: boolean,
) {
	const { triggerOn } = settings;
	const isOnce = triggerOn === 'entryAdded';
	const known = countsOf(kept);
	const current = entries.map((entry) => ({ entry, ...printOf(entry, hasMessage) }));
	// Unchanged entries are found first, in any order: the others of a part have changed.
	const unchanged = current.map((one) => take(known, one));
	const left = valuesByPart(kept.filter((one) => take(known, one)));
	const prints: Print[] = [];
	const news = current.filter(({ entry, part, values }, index) => {
		const before = unchanged[index] ? values : left.get(part)?.pop();
		const passes = isWanted(entry, settings);
		// Report Entry Added remembers a part only when the options let it pass.
		if (passes || !isOnce) prints.push({ part, values });
		else if (before !== undefined) prints.push({ part, values: before });
		const isNew = isOnce ? before === undefined : before !== values;
		return passes && (isNew || triggerOn === 'everyPoll');
	});

	// A part may be missing from one answer. Entries without a partId come and go.
	const parts = new Set(current.map(({ part }) => part));
	const hasPartless = current.some(hasNoPart);
	for (const one of kept) {
		if (hasNoPart(one) ? !hasPartless : !parts.has(one.part)) prints.push(one);
	}
	const keptParts = new Set(kept.map(({ part }) => part));
	return {
		news: news.map(({ entry }) => entry),
		prints,
		hasFurtherParts:
			prints.some((one) => !hasNoPart(one) && !keptParts.has(one.part)) ||
			prints.filter(hasNoPart).length > kept.filter(hasNoPart).length,
		// An entry that differs from the specification is compared as a whole.
		comparesWhole: current.some((one) => hasNoPart(one) || !isGiven(one.entry.state)),
	};
}

function valuesByPart(prints: Print[]): Map<string, string[]> {
	const known = new Map<string, string[]>();
	for (const { part, values } of prints) {
		const same = known.get(part);
		if (same) same.push(values);
		else known.set(part, [values]);
	}
	return known;
}

/** How often each fingerprint occurs. */
function countsOf(prints: Print[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { part, values } of prints) {
		counts.set(part + values, (counts.get(part + values) ?? 0) + 1);
	}
	return counts;
}

/** Takes one off the count of a fingerprint, if there is one left. */
function take(counts: Map<string, number>, { part, values }: Print): boolean {
	const count = counts.get(part + values) ?? 0;
	if (count > 0) counts.set(part + values, count - 1);
	return count > 0;
}
