import type { INodeProperties } from 'n8n-workflow';

import { textField } from '../fields/common';
import { group } from '../fields/group';
import { MOST_PARTS } from '../smsText/smsText';

const NO_LIMIT = '0 for no limit';

const maxMessages = {
	displayName: 'Max Messages',
	name: 'maxMessages',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	hint: `For each execution; ${NO_LIMIT}`,
	description:
		'Max number of messages to send in one execution, including all loop rounds and tool calls. If there are more, the node sends none of them.',
} satisfies INodeProperties;

const maxParts = {
	displayName: 'Max Parts',
	name: 'maxParts',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_PARTS },
	default: 0,
	hint: `1 to ${MOST_PARTS} for each message; ${NO_LIMIT}`,
	description:
		'Max number of SMS parts in one message. If a text takes more, nothing is sent. You pay for each part.',
} satisfies INodeProperties;

const maxTotalParts = {
	displayName: 'Max Total Parts',
	name: 'maxTotalParts',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	hint: `For each execution; ${NO_LIMIT}`,
	description:
		'Max number of SMS parts to send in one execution, all messages together. If there are more, the node sends none of them.',
} satisfies INodeProperties;

const allowedTo = textField('Allowed To', 'allowedTo', {
	placeholder: 'e.g. +370*, +49 151 2345678',
	hint: '+370* for all that begin so',
	description:
		'Comma-separated phone numbers that the node may send to, with their country code. Leave empty to allow all.',
});

const limits = (fields: INodeProperties[]) =>
	group(
		{
			displayName: 'Limits',
			name: 'limits',
			description: 'How much the node may send. Above a limit, nothing is sent.',
		},
		fields,
	);

/** An entry of the options: how much an operation that sends SMS may send, and to whom. */
export const smsLimits = limits([maxMessages, maxParts, maxTotalParts, allowedTo]);

/** The same for messages that have no parts. */
export const messageLimits = limits([maxMessages, allowedTo]);

/** The same for messages that go to addresses. */
export const emailLimits = limits([maxMessages]);
