import type { IDataObject } from 'n8n-workflow';

import { hasEnded, isIn } from '../answers/parts';
import { summarize } from '../delivery/summary';
import { asText } from '../values/given';
import type { TriggerSettings } from './triggerSettings';

/** Report entries by the ID of their message. */
export type Reports = Map<string, IDataObject[]>;

/** All entries of the reports; messages as one item each, also if they have not ended. */
export function currentEntries(reports: Reports, settings: TriggerSettings): IDataObject[] {
	if (settings.triggerOn !== 'messageCompleted') return [...reports.values()].flat();
	const messages = [...reports].filter(([, entries]) => entries.length);
	return messages.map(([id, entries]) => wholeMessage(id, entries, settings));
}

/** Whether a part is final. A part that comes out by itself may change in any state that the user has not named. */
export function isFinal(entry: IDataObject, { endStates, triggerOn }: TriggerSettings): boolean {
	if (triggerOn === 'messageCompleted') return hasEnded(entry, endStates);
	return isIn([...endStates.delivered, ...endStates.failed], entry.state);
}

/** A message as one item: its summary, and its report entries. A campaign's has its ID as it is written there. */
export function wholeMessage(asked: string, entries: IDataObject[], settings: TriggerSettings) {
	const messageId = settings.campaign ? asText(entries[0].messageId) : asked;
	return { ...summarize({ messageId, entries }, settings.endStates), entries };
}
