import type { INodeProperties } from 'n8n-workflow';

import * as getReport from './getReport';
import * as preview from './preview';
import * as send from './send';
import * as sendBulk from './sendBulk';
import * as summarizeReports from './summarizeReports';

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['sms'] } },
		options: [
			getReport.option,
			preview.option,
			send.option,
			sendBulk.option,
			summarizeReports.option,
		],
		default: 'send',
	},
	...getReport.fields,
	...preview.fields,
	...send.fields,
	...sendBulk.fields,
];

/** Operations for many input items, which make their requests themselves. */
export const customOperations = {
	preview: preview.preview,
	send: send.send,
	sendBulk: sendBulk.sendBulk,
	summarizeReports: summarizeReports.summarizeReports,
};
