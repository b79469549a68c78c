import type { INodeProperties } from 'n8n-workflow';

import { numberField, switchField, textField } from '../fields/common';
import { group } from '../fields/group';
import { maxParts } from '../smsText/smsText';

export const maxMessages = numberField('Max Messages', 'maxMessages', {
	typeOptions: { minValue: 0 },
	hint: 'For each execution; 0 for no limit',
	description:
		'Max number of messages in one execution, including all loop rounds and tool calls. If there are more, nothing is sent.',
});

export const maxPerDay = numberField('Max Messages per Day', 'maxMessagesPerDay', {
	typeOptions: { minValue: 0, maxValue: 10_000 },
	hint: '1 to 10000; 0 for no limit',
	description:
		'Max number of messages in a calendar day, over all executions. Tools need AI Agent 3.',
});

export const maxPerRecipient = numberField(
	'Max Messages per Recipient per Day',
	'maxMessagesPerRecipientPerDay',
	{
		typeOptions: { minValue: 0, maxValue: 1000 },
		hint: '1 to 1000; 0 for no limit',
		description: 'The same for each recipient. More are marked overRecipientLimit.',
	},
);

export const acrossWorkers = switchField('Across Workers', 'acrossWorkers', {
	description: 'Whether queue mode workers count together, a second slower',
});

export const maxCost = numberField('Max Cost', 'maxCost', {
	typeOptions: { minValue: 0 },
	hint: 'For each execution, in your currency; 0 for no limit',
	description:
		"Max cost of all SMS in one execution, by 'Price per Part' in the credential. If they cost more, nothing is sent.",
});

const allowedTo = textField('Allowed To', 'allowedTo', {
	placeholder: 'e.g. +370*, +49 151 2345678',
	hint: '+370* for every number that starts with +370',
	description: 'Comma-separated phone numbers that the node may send to. Leave empty to allow all.',
});

const refuseGaps = switchField('Refuse Gaps', 'refuseGaps', {
	description:
		'Whether to send nothing if a text has a gap: an expression between other words that returns nothing and has no default',
});

const messages = [maxMessages, maxPerDay, maxPerRecipient];

const description = 'How much the node may send. Above a limit, nothing is sent.';
const limits = (fields: INodeProperties[]) =>
	group('Limits', 'limits', { description, fields: [...fields, refuseGaps, acrossWorkers] });

/** An entry of the options: how much may be sent, and to whom. Only SMS have parts; emails go to addresses. */
export const smsLimits = limits([...messages, maxParts, maxCost, allowedTo]);
export const messageLimits = limits([...messages, allowedTo]);
export const emailLimits = limits(messages);

/** A notice in the form of a tool whose options have no Limits. */
export const noLimits: INodeProperties = {
	displayName: 'No limit is set on what a model may send. Add <b>Limits</b> under Options.',
	name: 'noLimits',
	type: 'notice',
	displayOptions: {
		show: { '@tool': [true] },
		hide: { specifyBody: ['json'], '/options.limits': [{ _cnd: { exists: true } }] },
	},
	default: '',
};
