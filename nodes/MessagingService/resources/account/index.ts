import type { INodeProperties } from 'n8n-workflow';

import * as getBalance from './getBalance';

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['account'] } },
		options: [getBalance.option],
		default: 'getBalance',
	},
	...getBalance.fields,
];
