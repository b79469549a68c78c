import type { INodeProperties } from 'n8n-workflow';

import * as add from './add';
import * as getAll from './getAll';

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['suppression'] } },
		options: [add.option, getAll.option],
		default: 'add',
	},
	...add.fields,
	...getAll.fields,
];
