import type { INodeProperties } from 'n8n-workflow';

import * as cancel from './cancel';
import * as create from './create';
import * as get from './get';
import * as getMessages from './getMessages';
import * as getReports from './getReports';

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['campaign'] } },
		options: [cancel.option, create.option, get.option, getReports.option, getMessages.option],
		default: 'create',
	},
	...cancel.fields,
	...create.fields,
	...get.fields,
	...getReports.fields,
	...getMessages.fields,
];
