import type { INodeProperties } from 'n8n-workflow';

import { campaignId } from '../shared/fields';
import { maxWait } from '../shared/options';

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
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Final States',
				name: 'finalStates',
				type: 'string',
				displayOptions: { show: { '/source': ['messageIds'] } },
				default: '',
				placeholder: 'e.g. 2, 3',
				description:
					'A message whose parts are all in these states is not asked about again. The service does not publish what its states mean.',
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
				description: 'Whether to emit only SMS parts that carry an errorCode',
			},
			{
				displayName: 'States',
				name: 'states',
				type: 'string',
				default: '',
				placeholder: 'e.g. 2, 3',
				description:
					'Emit only SMS parts in these states, as numbers separated by commas. The service does not publish what its states mean.',
			},
		],
	},
];
