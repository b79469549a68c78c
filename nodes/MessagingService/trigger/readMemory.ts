import type { IPollFunctions } from 'n8n-workflow';

import { isObject } from '../service/answer';
import { isPartsText } from './fingerprints';
import type { Memory } from './pollMemory';
import { newMemory, UNREAD } from './pollMemory';
import type { TriggerSettings } from './triggerSettings';

/**
 * The memory that n8n has kept for a trigger. Somebody may have changed it, or copied another node's: what is
 * damaged is left out, and counts as lost. That of another source is no loss.
 */
export function readMemory(kept: unknown, source: string): { memory: Memory; lost: number } {
	if (kept === undefined || kept === null) return { memory: newMemory(source), lost: 0 };
	// A trigger that has lost its memory is not new: what it has not told yet must not be lost too.
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
	return typeof text === 'string' && (text === UNREAD || isPartsText(text));
}

/** What earlier polls have kept, as far as it is readable. */
export function memoryOf(
	this: IPollFunctions,
	kept: unknown,
	{ campaignId }: TriggerSettings,
): Memory {
	const source = campaignId === undefined ? 'messageIds' : `campaign ${campaignId}`;
	const { memory, lost } = readMemory(kept, source);
	if (lost) {
		this.logger.warn(
			`Messaging Service Trigger: ${lost} of what it remembered couldn't be read and was forgotten. It may emit some reports again.`,
		);
	}
	return memory;
}
