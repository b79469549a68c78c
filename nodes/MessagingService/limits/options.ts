import type { INodeProperties } from 'n8n-workflow';

import { group } from '../fields/group';
import { MOST_PARTS } from '../smsText/text';

const NO_LIMIT = '0 for no limit';

const maxMessages = {
	displayName: 'Max Messages',
	name: 'maxMessages',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	hint: NO_LIMIT,
	description:
		'How many messages this node may send in one execution, all rounds of a loop and all calls of a tool together. If there are more, none of them is sent.',
} satisfies INodeProperties;

const maxParts = {
	displayName: 'Max Parts',
	name: 'maxParts',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_PARTS },
	default: 0,
	hint: `${NO_LIMIT}, from 0 to ${MOST_PARTS}`,
	description:
		'How many SMS parts one message may take. If a text takes more, nothing is sent. You pay for each part.',
} satisfies INodeProperties;

const maxTotalParts = {
	displayName: 'Max Total Parts',
	name: 'maxTotalParts',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	hint: NO_LIMIT,
	description:
		'How many SMS parts all messages of one execution may take together. If they take more, none of them is sent.',
} satisfies INodeProperties;

const balance: INodeProperties[] = [
	{
		displayName: 'Min Balance',
		name: 'minBalance',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 0,
		hint: NO_LIMIT,
		description:
			'The balance below which nothing is sent. It is read once, before the first message.',
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: '',
		placeholder: 'e.g. EUR',
		description: "Currency of 'Min Balance'. Leave empty if your account has only one.",
	},
];

const allowedNumbers = {
	displayName: 'Allowed Numbers',
	name: 'allowedNumbers',
	type: 'string',
	default: '',
	placeholder: 'e.g. +370, +49 151 2345678',
	description:
		'Phone numbers, or how they begin, that this node may send to, separated by commas. Leave empty to allow all.',
} satisfies INodeProperties;

const limits = (fields: INodeProperties[]) =>
	group(
		{
			displayName: 'Limits',
			name: 'limits',
			description: 'What may be sent at most. Over a limit, nothing is sent.',
		},
		fields,
	);

/** An entry of the options: how much an operation that sends SMS may send, and to whom. */
export const smsLimits = limits([maxMessages, maxParts, maxTotalParts, ...balance, allowedNumbers]);

/** The same for messages that have no parts. */
export const messageLimits = limits([maxMessages, ...balance, allowedNumbers]);

/** The same for messages that go to addresses. */
export const emailLimits = limits([maxMessages, ...balance]);

/** The same for an operation that sends nothing. */
export const textLimits = limits([maxParts]);
