import type { INodeProperties } from 'n8n-workflow';

import { deliveredStates, failedStates, stateList } from '../delivery/stateFields';
import { campaignId } from '../fields/common';
import { maxWait, optionsWith } from '../fields/options';

export const fields: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Campaign',
				value: 'campaign',
				description: 'Watch all messages of one campaign',
			},
			{
				name: 'Message IDs',
				value: 'messageIds',
				description: 'Watch single messages',
			},
		],
		default: 'messageIds',
		description: 'What to watch',
	},
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		displayOptions: { show: { source: ['messageIds'] } },
		default: '',
		placeholder: 'e.g. 6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10',
		description:
			'The messages to watch, separated by commas, spaces or new lines, or an expression that gives a list',
	},
	{
		...campaignId,
		displayOptions: { show: { source: ['campaign'] } },
	},
	{
		displayName: 'Emit',
		name: 'emit',
		type: 'options',
		options: [
			{
				name: 'All Entries on Every Poll',
				value: 'all',
				description: 'Every SMS part each time, changed or not',
			},
			{
				name: 'Changes',
				value: 'changes',
				description:
					'An SMS part when it first appears, and whenever its state, errorCode or delivered time changes',
			},
			{
				name: 'First Appearance',
				value: 'first',
				description: 'Each SMS part once',
			},
		],
		default: 'changes',
		description: 'Which SMS parts to emit, one item for each',
	},
	optionsWith([
		deliveredStates,
		failedStates,
		{
			...stateList(
				'Final States',
				'finalStates',
				'A message whose parts have all arrived, failed or are in these states is not asked about again.',
			),
			displayOptions: { show: { '/source': ['messageIds'] } },
		},
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'options',
			options: [
				{
					name: 'Message',
					value: 'message',
					description:
						'One item for each message, once all of its parts are delivered, have failed or are in a final state',
				},
				{
					name: 'Part',
					value: 'part',
					description: 'One item for each SMS part',
				},
			],
			default: 'message',
			description: 'What an item is. Without this option it is an SMS part.',
		},
		maxWait,
		{
			displayName: 'Only Errors',
			name: 'onlyErrors',
			type: 'boolean',
			default: false,
			description: 'Whether to emit only SMS parts that have failed',
		},
		stateList(
			'States',
			'states',
			'Emit only SMS parts in these states, as numbers separated by commas.',
		),
	]),
];
