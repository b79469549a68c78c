import type { INodeProperties } from 'n8n-workflow';

import { campaignId } from '../fields/common';
import { optionsWith } from '../fields/options';

/** What starts the workflow; n8n's node panel offers each of these. */
const triggerOn = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'options',
	options: [
		{
			name: 'Message Completed',
			value: 'messageCompleted',
			action: 'When a message was delivered or has failed',
			description:
				'One item for each message, when each of its SMS parts was delivered or has failed',
		},
		{
			name: 'Part Added',
			value: 'partAdded',
			action: 'When an SMS part is new in a delivery report',
			description: 'Each SMS part once, when it first appears in the delivery report',
		},
		{
			name: 'Part Added or Updated',
			value: 'partAddedOrUpdated',
			action: 'When an SMS part is new or has changed in a delivery report',
			description:
				'Each SMS part when it first appears, and whenever its state, errorCode, or delivered time changes',
		},
	],
	default: 'messageCompleted',
} satisfies INodeProperties;

const watch = {
	displayName: 'Watch',
	name: 'watch',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Campaign',
			value: 'campaign',
			description: 'All messages of one campaign',
		},
		{
			name: 'Messages',
			value: 'messages',
			description: 'Messages that you list by ID',
		},
	],
	default: 'messages',
} satisfies INodeProperties;

const messageIds = {
	displayName: 'Message IDs',
	name: 'messageIds',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	displayOptions: { show: { watch: ['messages'] } },
	default: '',
	placeholder: 'e.g. 6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10',
	description:
		'IDs of the messages to watch, separated by commas, spaces, or new lines. An expression can also return a list.',
} satisfies INodeProperties;

const firstPoll = {
	displayName: 'First Poll',
	name: 'firstPoll',
	type: 'options',
	options: [
		{
			name: 'Emit What Is There',
			value: 'emit',
			description: 'Emit everything that the first poll finds',
		},
		{
			name: 'Start From Now',
			value: 'startFromNow',
			description: 'Only remember what the first poll finds, and emit what is new later',
		},
	],
	default: 'emit',
	description: 'What a new trigger does with the reports that already exist',
} satisfies INodeProperties;

const options: INodeProperties = optionsWith([
	firstPoll,
	{
		displayName: 'Only Errors',
		name: 'onlyErrors',
		type: 'boolean',
		default: false,
		description: 'Whether to emit only SMS parts that have failed, or messages with such a part',
	},
]);

export const fields: INodeProperties[] = [
	triggerOn,
	watch,
	messageIds,
	{ ...campaignId, displayOptions: { show: { watch: ['campaign'] } } },
	options,
];
