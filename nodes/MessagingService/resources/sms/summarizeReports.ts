import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isSummary, ReportSummaries } from '../../delivery/summary';
import { totalOf } from '../../delivery/total';
import { failAll, ItemErrors } from '../../errors/itemErrors';
import { asNodeError } from '../../errors/nodeError';
import { Problem } from '../../errors/problem';
import { useAccountDefaults } from '../../fields/common';
import { hiddenFromTools } from '../../fields/group';
import { isEmptyAnswer } from '../../service/answer';
import { accountIfWanted } from '../../values/accountDefaults';
import { oneOf } from '../../values/optionReaders';

export const option = {
	name: 'Summarize Delivery Reports',
	value: 'summarizeReports',
	action: 'Summarize delivery reports',
	description:
		'Count delivered and failed messages and measure how long delivery took, by message or in total. Makes no request.',
	displayOptions: hiddenFromTools,
} satisfies INodePropertyOptions;

/** Which messages are counted together. */
const groupBy = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'options',
	options: [
		{
			name: 'Everything',
			value: 'everything',
			description: 'One item for all messages together',
		},
		{
			name: 'Message',
			value: 'message',
			description: 'One item for each message',
		},
	],
	default: 'message',
	description: 'Which messages to count together',
} satisfies INodeProperties;

export const fields: INodeProperties[] = [groupBy, useAccountDefaults];

const noMessageId = new Problem(
	"This isn't an entry of a delivery report, because it has no messageId",
	"Connect the node to Get Delivery Report, to the trigger, to Get Delivery Reports of a campaign, or to Send with 'Wait for Delivery'.",
);

const isSummaryAlready = new Problem(
	'This is already a summary, not an entry of a delivery report',
	'Remove one of the two nodes, or connect this one to the node that returned the entries.',
);

/**
 * One item for each message that the input items are about, or one for all messages, paired with those items. What
 * Send has skipped or could not send, and a report that holds nothing yet, comes out as it is, behind them.
 */
export async function operation(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const errors = new ItemErrors(this);
	const settings = await readSettings.call(this).catch((error: Error) => error);
	if (settings instanceof Error) return [failAll(this, settings)];
	const { grouping, states } = settings;
	const summaries = new ReportSummaries();
	const sources = new Map<string, Array<{ item: number }>>();
	const others: INodeExecutionData[] = [];
	this.getInputData().forEach(({ json }, item) => {
		const isAside =
			typeof json.skipped === 'string' || typeof json.error === 'string' || isEmptyAnswer(json);
		if (json.messageId === undefined && isAside) {
			others.push({ json, pairedItem: { item } });
			return;
		}
		const messageId = isSummary(json) ? undefined : summaries.add(json);
		if (messageId !== undefined) {
			const known = sources.get(messageId);
			if (known) known.push({ item });
			else sources.set(messageId, [{ item }]);
			return;
		}
		const problem = isSummary(json) ? isSummaryAlready : noMessageId;
		others.push(errors.throwOrItem(problem, item));
	});
	const all = summaries.all(states);
	const made =
		grouping === 'message'
			? all.map((json) => ({ json, pairedItem: sources.get(json.messageId) }))
			: [{ json: totalOf(all), pairedItem: [...sources.values()].flat() }];
	return [[...made, ...others]];
}

/** @throws NodeOperationError if one of them is wrong */
async function readSettings(this: IExecuteFunctions) {
	const { states } = await accountIfWanted(this);
	try {
		const given = this.getNodeParameter('groupBy', 0, groupBy.default);
		const grouping = oneOf(given, `'${groupBy.displayName}'`, ['everything', 'message']);
		return { grouping, states };
	} catch (error) {
		throw asNodeError(this.getNode(), error, 'the settings of the node');
	}
}
