import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keyOf } from '../answers/report';
import { Problem } from '../errors/problem';
import type { States } from '../parameters/accountDefaults';
import { refusePlainPieces } from '../parameters/itemParameters';
import { oneOf } from '../parameters/optionReaders';
import { piecesOf } from '../parameters/pieces';
import { pathWith } from '../service/address';
import { idsIn } from '../values/readers';
import { asText, isGiven } from '../values/given';
import { shortened } from '../values/words';

export const TRIGGER_ON = ['messageCompleted', 'entryAddedOrUpdated'] as const;

export type TriggerSettings = {
	/** `messageCompleted`: one item for each message, when all of its parts have ended. */
	triggerOn: (typeof TRIGGER_ON)[number];
	/** Whether the first poll only remembers. */
	startsFromNow: boolean;
	endStates: States;
	/** The messages to ask for; undefined when a campaign is watched. */
	messageIds?: string[];
	campaign?: { id: string; path: string };
};

/** @throws Problem if an option is wrong, or somebody fetches a test event without message IDs */
export function readSettings(context: IPollFunctions, endStates: States): TriggerSettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const triggerOn = context.getNodeParameter('triggerOn', 'messageCompleted');
	const firstPoll = options.firstPoll ?? 'emit';
	const settings = {
		triggerOn: oneOf(triggerOn, "'Trigger On'", TRIGGER_ON),
		startsFromNow: oneOf(firstPoll, "'First Poll'", ['emit', 'startFromNow']) === 'startFromNow',
		endStates,
	};
	const watch = context.getNodeParameter('watch', 'messages');
	if (oneOf(watch, "'Watch'", ['campaign', 'messages']) === 'campaign') {
		const id = readEntered(context, 'campaignId', "'Campaign ID'");
		const path = pathWith('/campaigns/{campaignId}/reports', 'campaignId', id);
		return { ...settings, campaign: { id: String(id).trim(), path } };
	}
	const messageIds = idList(readEntered(context, 'messageIds', "'Message IDs'"));
	if (messageIds.length || context.getMode() !== 'manual') return { ...settings, messageIds };
	throw new Problem('There are no message IDs to watch', "Fill in 'Message IDs'.");
}

/** @throws Problem if it has an expression that was entered as plain text, or that reads an input */
function readEntered(context: IPollFunctions, name: string, shown: string): unknown {
	const entered = context.getNode().parameters[name];
	refusePlainPieces(shown, entered);
	const ofInput = piecesOf(entered).find(({ code }) => OF_INPUT.test(code));
	if (!ofInput) return context.getNodeParameter(name, '');
	throw new Problem(
		`${shown} reads an input, but a trigger has none: ${shortened(ofInput.source)}`,
		'Enter the ID itself, or an expression without $json, such as {{ $vars.id }}. For messages that a workflow sends, store each messageId in a data table, and read the reports on a schedule with Get Delivery Report.',
	);
}

/** n8n's names for the data of the node in front, or of another one. */
const OF_INPUT = /(?<![\w$.])\$(?:(?:json|binary|input|data|items|node|prevNode)(?![\w$])|\s*\()/;

/** IDs in a text or a list, each once. @throws Problem if something else is among them, or nothing but signs */
function idList(given: unknown): string[] {
	const ids = idsIn(given);
	const odd = ids.find((entry) => !['string', 'number'].includes(typeof entry));
	if (odd !== undefined || (!ids.length && isGiven(given) && asText(given) !== '[]')) {
		throw new Problem(
			`'Message IDs' has an entry that isn't an ID: ${asText(odd ?? given)}`,
			'Enter the messageId of each message, or let the expression return these IDs as a list of texts.',
		);
	}
	return [...new Map(ids.map((id) => [keyOf(id), String(id)])).values()];
}
