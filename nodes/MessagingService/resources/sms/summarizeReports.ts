import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { errorItem } from '../../shared/errorItem';
import { hiddenFromTools } from '../../shared/hiddenFromTools';
import { asNodeError } from '../../shared/nodeErrors';
import { Problem } from '../../shared/problems';
import { isSummary, ReportSummaries } from '../../shared/reportSummary';

export const option = {
	name: 'Summarize Delivery Reports',
	value: 'summarizeReports',
	action: 'Summarize delivery reports',
	description:
		'Turn report entries into one item for each message: parts, delivered, failed, first error, seconds to delivery. Makes no request.',
	displayOptions: hiddenFromTools,
} satisfies INodePropertyOptions;

const noMessageId = new Problem(
	'There is no messageId, so this is not an entry of a delivery report',
	'Connect the node to Get Delivery Report, to the trigger, to Get Delivery Reports of a campaign, or to Send with Wait for Delivery.',
);

const isSummaryAlready = new Problem(
	'This is a summary already, not an entry of a delivery report',
	'Leave one of the two nodes out, or connect this one to what gave the entries.',
);

/**
 * One item for each message that the input items are about, paired with all of those. What Send has skipped
 * comes out as it is, behind them.
 */
export async function summarizeReports(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const summaries = new ReportSummaries();
	const sources = new Map<string, Array<{ item: number }>>();
	const others: INodeExecutionData[] = [];
	items.forEach(({ json }, item) => {
		if (json.messageId === undefined && typeof json.skipped === 'string') {
			others.push({ json, pairedItem: { item } });
			return;
		}
		const messageId = isSummary(json) ? undefined : summaries.add(json);
		if (messageId !== undefined) {
			sources.set(messageId, [...(sources.get(messageId) ?? []), { item }]);
			return;
		}
		const position = { itemIndex: item, itemCount: items.length };
		const problem = isSummary(json) ? isSummaryAlready : noMessageId;
		const error = asNodeError(this.getNode(), problem, position);
		if (!this.continueOnFail()) throw error;
		others.push(errorItem(error, item));
	});
	const made = summaries.all.map((json) => ({ json, pairedItem: sources.get(json.messageId) }));
	return [[...made, ...others]];
}
