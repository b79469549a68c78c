import type { IDataObject } from 'n8n-workflow';

import { hasEnded, hasFailed, isIn } from '../delivery/states';
import { summarize } from '../delivery/summary';
import { asObject } from '../service/answer';
import type { States } from '../values/accountDefaults';

/** What starts the workflow. */
export const TRIGGER_ON = [
	'messageCompleted',
	'partAdded',
	'partAddedOrUpdated',
	'everyPoll',
] as const;
type TriggerOn = (typeof TRIGGER_ON)[number];

/** Which parts come out, and as what. */
export type EmitSettings = {
	/** `messageCompleted`: one item for each message, when all of its parts are at their end. */
	triggerOn: TriggerOn;
	/** Whether the first poll only remembers. */
	startsFromNow: boolean;
	endStates: States;
	onlyErrors: boolean;
};

/** Report entries that were read, by the message that they belong to. */
export type Reports = Map<string, unknown[]>;

/** What stands in the reports now; messages in one item also if they are not at their end. */
export function currentEntries(reports: Reports, settings: EmitSettings): IDataObject[] {
	const messages = [...reports]
		.map(([id, report]) => ({ id, entries: report.map(asObject) }))
		.filter(({ entries }) => entries.some((entry) => isWanted(entry, settings)));
	if (settings.triggerOn === 'messageCompleted') {
		return messages.map(({ id, entries }) => wholeMessage(id, entries, settings));
	}
	return messages.flatMap(({ entries }) => entries.filter((entry) => isWanted(entry, settings)));
}

/**
 * Whether a part is at its end. Parts that come one by one are so only by the states that the user named: there may
 * be news of the others for ever.
 */
export function isAtEnd(entry: IDataObject, { endStates, triggerOn }: EmitSettings): boolean {
	if (triggerOn === 'messageCompleted') return hasEnded(entry, endStates);
	const { delivered, failed } = endStates;
	return triggerOn !== 'everyPoll' && isIn([...delivered, ...failed], entry.state);
}

/** A message in one item: its summary, and its report entries as the service gave them. */
export function wholeMessage(
	messageId: string,
	entries: IDataObject[],
	{ endStates }: EmitSettings,
): IDataObject {
	return { ...summarize(messageId, entries, endStates), entries };
}

/** Whether the options let an entry pass. */
export function isWanted(entry: IDataObject, { endStates, onlyErrors }: EmitSettings): boolean {
	return !onlyErrors || hasFailed(entry, endStates);
}
