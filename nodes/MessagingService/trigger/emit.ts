import type { IDataObject } from 'n8n-workflow';

import { hasEnded, hasFailed, isIn } from '../delivery/states';
import { summarize } from '../delivery/summary';
import { asObject } from '../service/answer';
import type { TriggerSettings } from './triggerSettings';

/** Report entries by the ID of their message. */
export type Reports = Map<string, unknown[]>;

/** All entries of the reports; messages as one item each, also if they have not ended. */
export function currentEntries(reports: Reports, settings: TriggerSettings): IDataObject[] {
	const messages = [...reports]
		.map(([id, report]) => ({ id, entries: report.map(asObject) }))
		.filter(({ entries }) => entries.some((entry) => isWanted(entry, settings)));
	if (settings.triggerOn === 'messageCompleted') {
		return messages.map(({ id, entries }) => wholeMessage(id, entries, settings));
	}
	return messages.flatMap(({ entries }) => entries.filter((entry) => isWanted(entry, settings)));
}

/**
 * Whether a part is final. Parts that are emitted one by one are final only in the states that the user named: the
 * others may still change.
 */
export function isFinal(entry: IDataObject, { endStates, triggerOn }: TriggerSettings): boolean {
	if (triggerOn === 'messageCompleted') return hasEnded(entry, endStates);
	const { delivered, failed } = endStates;
	return triggerOn !== 'everyPoll' && isIn([...delivered, ...failed], entry.state);
}

/** A message as one item: its summary, and its report entries as the service gave them. */
export function wholeMessage(
	messageId: string,
	entries: IDataObject[],
	{ endStates }: TriggerSettings,
): IDataObject {
	return { ...summarize({ messageId, entries }, endStates), entries };
}

/** Whether an entry passes Only Errors. */
export function isWanted(entry: IDataObject, { endStates, onlyErrors }: TriggerSettings): boolean {
	return !onlyErrors || hasFailed(entry, endStates);
}
