import type { IDataObject } from 'n8n-workflow';

import { asObject } from '../service/answer';
import type { EmitSettings, Reports } from './emit';
import { isAtEnd, isWanted, wholeMessage } from './emit';
import { asText, partOf, partsIn, valuesOf } from './fingerprints';
import type { Memory } from './memory';
import { FINAL, isFinal, marksOf, UNREAD, wasWhole } from './memory';

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
	const isSameEnd = memory.finalStates === marksOf(settings);
	for (const [messageId, known] of Object.entries(memory.messages)) {
		if (watched && !watched.has(messageId)) continue;
		// A mark that other settings have set means nothing by these, also if nothing was read now.
		messages.set(messageId, isSameEnd ? known : known.replace(FINAL, ''));
	}

	for (const [messageId, report] of reports) {
		const entries = report.map(asObject);
		const kept = messages.get(messageId) ?? '';
		const isOnlyRemembered = settings.startsFromNow && (memory.isNew || kept === UNREAD);
		const known = partsIn(kept);
		const changed = newEntries(entries, known, settings);
		const final = entries.length > 0 && entries.every((entry) => isAtEnd(entry, settings));
		const text = asText(known) + (final ? FINAL : '');
		const isNewlyFinal =
			final && !isFinal(memory, messageId, settings) && !wasWhole(memory, messageId, text);
		messages.set(messageId, text);
		if (isOnlyRemembered) continue;
		if (triggerOn !== 'messageCompleted') items.push(...changed);
		else if (isNewlyFinal && entries.some((entry) => isWanted(entry, settings)))
			items.push(wholeMessage(messageId, entries, settings));
	}
	if (settings.startsFromNow && memory.isNew) {
		for (const messageId of watched ?? []) {
			if (!messages.has(messageId)) messages.set(messageId, UNREAD);
		}
	}
	const kept = { finalStates: marksOf(settings), messages: Object.fromEntries(messages) };
	return { items, memory: { source: memory.source, ...kept } };
}

/**
 * The entries of a message that are to be emitted as parts.
 *
 * @param known the parts that are remembered; what is new is added
 */
function newEntries(
	entries: IDataObject[],
	known: Map<string, string>,
	settings: EmitSettings,
): IDataObject[] {
	const isOnce = settings.triggerOn === 'partAdded';
	const times = new Map<string, number>();
	return entries.filter((entry) => {
		const id = JSON.stringify(entry.partId ?? null);
		const time = times.get(id) ?? 0;
		times.set(id, time + 1);
		const part = partOf(entry, time);
		const values = valuesOf(entry);
		const passes = isWanted(entry, settings);
		const isNew = isOnce ? !known.has(part) : known.get(part) !== values;
		// A part that is to come once, and is not wanted yet, has its first time before it.
		if (passes || !isOnce) known.set(part, values);
		return passes && (isNew || settings.triggerOn === 'everyPoll');
	});
}
