import type { IDataObject } from 'n8n-workflow';

import { isGiven } from '../delivery/states';
import { newestEntries } from '../delivery/summary';
import { asObject } from '../service/answer';
import type { EmitSettings, Reports } from './emit';
import { isAtEnd, isWanted, wholeMessage } from './emit';
import type { Print } from './fingerprints';
import { asText, isWhole, printOf, printsIn } from './fingerprints';
import type { Memory } from './pollMemory';
import { ENDED, marksOf, UNREAD, wasWhole, withoutMarks } from './pollMemory';

/**
 * Which entries are to be emitted, and what to remember. Only messages that were read change in
 * memory, and those not watched any more are forgotten. A trigger that starts from now only remembers
 * what it reads first of the messages that its first poll was to read.
 *
 * @param watched the messages to watch; undefined for all that are there
 */
export function whatIsNew(
	memory: Memory,
	reports: Reports,
	settings: EmitSettings,
	watched?: ReadonlySet<string>,
): { items: IDataObject[]; memory: Memory } {
	const items: IDataObject[] = [];
	const { triggerOn } = settings;
	const messages = new Map<string, string>();
	const isSameEnd = memory.endedBy === marksOf(settings);
	let { comparesWhole } = memory;
	for (const [messageId, known] of Object.entries(memory.messages)) {
		if (watched && !watched.has(messageId)) continue;
		// A mark that other settings have set means nothing by these, also if nothing was read now.
		messages.set(messageId, isSameEnd ? known : withoutMarks(known));
	}

	for (const [messageId, report] of reports) {
		const entries = report.map(asObject);
		const kept = messages.get(messageId) ?? '';
		const isOnlyRemembered = settings.startsFromNow && (memory.isNew || kept === UNREAD);
		const found = compare(entries, printsIn(kept), settings, messageId !== '');
		if (found.isWhole) comparesWhole = true;
		const text = asText(found.prints);
		// Of several entries of a part the last counts. What was there before may be missing from one answer.
		const isAllAtEnd = [...newestEntries(entries).values()].every((one) => isAtEnd(one, settings));
		const wasEnded = kept.endsWith(ENDED) && isAllAtEnd && !found.hasFurtherParts;
		const ends = entries.length > 0 && isAllAtEnd;
		if (wasEnded) messages.set(messageId, text + (ends ? ENDED + ENDED : ENDED));
		else messages.set(messageId, text + (ends ? ENDED : ''));
		if (isOnlyRemembered) continue;
		const isNewlyEnded = ends && !wasEnded && !wasWhole(memory, messageId, text);
		if (triggerOn !== 'messageCompleted') {
			for (const entry of found.news) items.push(entry);
		} else if (isNewlyEnded && entries.some((entry) => isWanted(entry, settings)))
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

/** What a report says that is not remembered of the message, and what is to be. */
type Comparison = {
	/** The entries that are to be emitted as parts. */
	news: IDataObject[];
	prints: Print[];
	hasFurtherParts: boolean;
	/** Whether an entry lacks what the specification has, and is compared whole. */
	isWhole: boolean;
};

function compare(
	entries: IDataObject[],
	kept: Print[],
	settings: EmitSettings,
	hasMessage: boolean,
): Comparison {
	const { triggerOn } = settings;
	const isOnce = triggerOn === 'partAdded';
	const known = countsOf(kept);
	const current = entries.map((entry) => ({ entry, ...printOf(entry, hasMessage) }));
	// What is unchanged is found first, in whatever order it comes: what is left of a part has changed.
	const unchanged = current.map((one) => take(known, one));
	const left = valuesByPart(kept.filter((one) => take(known, one)));
	const prints: Print[] = [];
	const news = current.filter(({ entry, part, values }, index) => {
		const before = unchanged[index] ? values : left.get(part)?.pop();
		const passes = isWanted(entry, settings);
		// A part that is to come once, and is not wanted yet, has its first time before it.
		if (passes || !isOnce) prints.push({ part, values });
		else if (before !== undefined) prints.push({ part, values: before });
		const isNew = isOnce ? before === undefined : before !== values;
		return passes && (isNew || triggerOn === 'everyPoll');
	});

	// A part may be missing from one answer; entries that name none come and go.
	const parts = new Set(current.map(({ part }) => part));
	const hasWhole = current.some(isWhole);
	for (const one of kept) {
		if (isWhole(one) ? !hasWhole : !parts.has(one.part)) prints.push(one);
	}
	const keptParts = new Set(kept.map(({ part }) => part));
	return {
		news: news.map(({ entry }) => entry),
		prints,
		hasFurtherParts:
			prints.some((one) => !isWhole(one) && !keptParts.has(one.part)) ||
			prints.filter(isWhole).length > kept.filter(isWhole).length,
		isWhole: current.some((one) => isWhole(one) || !isGiven(one.entry.state)),
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

/** How often each fingerprint is there. */
function countsOf(prints: Print[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { part, values } of prints) {
		counts.set(part + values, (counts.get(part + values) ?? 0) + 1);
	}
	return counts;
}

/** Takes one of a fingerprint, where there is one. */
function take(counts: Map<string, number>, { part, values }: Print): boolean {
	const count = counts.get(part + values) ?? 0;
	if (count > 0) counts.set(part + values, count - 1);
	return count > 0;
}
