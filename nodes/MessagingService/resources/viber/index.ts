import type { INodeProperties } from 'n8n-workflow';

import * as send from './send';

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['viber'] } },
		options: [send.option],
		default: 'send',
	},
	...send.fields,
];
