import type { INodeProperties } from 'n8n-workflow';

import { campaignId, menuField, textField } from '../fields/common';
import { optionsWith } from '../fields/requestFields';

export const fields: INodeProperties[] = [
	// The events that start the workflow; n8n's node panel offers each.
	menuField('Trigger On', 'triggerOn', {
		options: [
			{
				name: 'Message Completed',
				value: 'messageCompleted',
				action: 'When a message (by ID or campaign) was delivered or has failed',
				description: 'One item for each message, when all of it was delivered or has failed',
			},
			{
				name: 'Report Entry Added or Updated',
				value: 'entryAddedOrUpdated',
				action: 'When an entry of a delivery report is new or has changed',
				description:
					'Each entry of a delivery report (one for each SMS part) when it first appears, and whenever its state, errorCode, or delivered time changes',
			},
		],
		default: 'messageCompleted',
	}),
	menuField('Watch', 'watch', {
		noDataExpression: true,
		options: [
			{ name: 'Campaign', value: 'campaign', description: 'All messages of one campaign' },
			{ name: 'Messages', value: 'messages', description: 'Messages that you list by ID' },
		],
		default: 'messages',
	}),
	textField('Message IDs', 'messageIds', {
		typeOptions: { rows: 4 },
		required: true,
		displayOptions: { show: { watch: ['messages'] } },
		placeholder: 'e.g. 6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10',
		description:
			'IDs of the messages to watch, separated by commas, spaces, or new lines. An expression can also return a list.',
	}),
	{ ...campaignId, displayOptions: { show: { watch: ['campaign'] } } },
	optionsWith([
		menuField('First Poll', 'firstPoll', {
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
		}),
	]),
];
