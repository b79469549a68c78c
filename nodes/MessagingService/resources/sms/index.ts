import type { INodeProperties } from 'n8n-workflow';

import * as getReport from './getReport';
import * as preview from './preview';
import * as send from './send';
import * as sendAndWait from './sendAndWait';
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
			sendAndWait.option,
			sendBulk.option,
			summarizeReports.option,
		],
		default: 'send',
	},
	...getReport.fields,
	...preview.fields,
	...send.fields,
	...sendAndWait.fields,
	...sendBulk.fields,
];

/** Operations that make their requests themselves: for many input items, or because they wait. */
export const customOperations = {
	preview: preview.preview,
	send: send.send,
	sendAndWait: sendAndWait.sendAndWait,
	sendBulk: sendBulk.sendBulk,
	summarizeReports: summarizeReports.summarizeReports,
};
