import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { States } from '../values/accountDefaults';
import { isOn, oneOf } from '../values/optionReaders';
import { asText } from '../values/parsing';
import { requiredText } from '../values/readers';

/** The values of Trigger On. */
export const TRIGGER_ON = [
	'messageCompleted',
	'entryAdded',
	'entryAddedOrUpdated',
	'everyPoll',
] as const;

/** What the user set for the trigger. */
export type TriggerSettings = {
	/** `messageCompleted`: one item for each message, when all of its parts have ended. */
	triggerOn: (typeof TRIGGER_ON)[number];
	/** Whether the first poll only remembers. */
	startsFromNow: boolean;
	endStates: States;
	onlyErrors: boolean;
	/** The messages to ask for; undefined when a campaign is watched. */
	messageIds?: string[];
	campaignId?: string;
};

/**
 * @param endStates those in which a part is at its end
 * @throws Problem if an option is wrong
 */
export function readSettings(this: IPollFunctions, endStates: States): TriggerSettings {
	const options = this.getNodeParameter('options', {}) as IDataObject;
	const triggerOn = this.getNodeParameter('triggerOn', 'messageCompleted');
	const firstPoll = options.firstPoll ?? 'emit';
	const settings = {
		triggerOn: oneOf(triggerOn, "'Trigger On'", TRIGGER_ON),
		startsFromNow: oneOf(firstPoll, "'First Poll'", ['emit', 'startFromNow']) === 'startFromNow',
		endStates,
		onlyErrors: isOn(options, 'onlyErrors'),
	};
	const watch = this.getNodeParameter('watch', 'messages');
	if (oneOf(watch, "'Watch'", ['campaign', 'messages']) === 'messages') {
		return { ...settings, messageIds: idList(this.getNodeParameter('messageIds', '')) };
	}
	const campaignId = requiredText(this.getNodeParameter('campaignId', ''), "'Campaign ID'", '', {});
	return { ...settings, campaignId: String(campaignId).trim() };
}

/**
 * Ids separated by commas, semicolons, spaces or new lines, or a list of them; each once.
 *
 * @throws Problem if something else is among them
 */
function idList(given: unknown): string[] {
	const entries = [given].flat(Infinity) as unknown[];
	const odd = entries.find((entry) => !['string', 'number'].includes(typeof (entry ?? '')));
	if (odd !== undefined) {
		throw new Problem(
			`'Message IDs' has an entry that isn't an ID: ${asText(odd)}`,
			'Enter the messageId of each message, or let the expression return these IDs as a list of texts.',
		);
	}
	const ids = entries.flatMap((entry) => String(entry ?? '').split(/[\s,;]/));
	return [...new Set(ids.filter(Boolean))];
}
