import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Message, addItem, summarize, totalOf } from '../../delivery/summary';
import { failAll, itemErrors, orNodeError } from '../../errors/nodeError';
import { Problem } from '../../errors/problem';
import { menuField, useAccountDefaults } from '../../fields/common';
import { hiddenFromTools } from '../../fields/group';
import { isEmptyAnswer } from '../../answers/outcomes';
import { keyOf } from '../../answers/report';
import { accountIfWanted } from '../../parameters/accountDefaults';
import { oneOf } from '../../parameters/optionReaders';
import type { Declared } from '../declared';

const groupBy = menuField('Group By', 'groupBy', {
	options: [
		{ name: 'Everything', value: 'everything', description: 'One item for all messages together' },
		{ name: 'Message', value: 'message', description: 'One item for each message' },
	],
	default: 'message',
	description: 'Which messages to count together',
});

export const operation: Declared = {
	option: {
		name: 'Summarize Delivery Reports',
		value: 'summarizeReports',
		action: 'Summarize delivery reports',
		description:
			'Count delivered and failed messages and measure how long delivery took, by message or in total. Makes no request.',
		displayOptions: hiddenFromTools,
	},
	operation: summarizeReports,
	fields: [groupBy, useAccountDefaults],
};

const noEntry = new Problem(
	"This isn't an entry of a delivery report",
	"It has no messageId, or it's a summary already. Connect the node to Get Delivery Report, to the trigger, to Get Delivery Reports of a campaign, or to Send with 'Wait for Delivery'.",
);

/** One item for each message, or one for all. Items that Send skipped or could not send follow unchanged. */
async function summarizeReports(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = await readSettings(context).catch((error: Error) => error);
	if (settings instanceof Error) return [failAll(context, settings)];
	const { grouping, states } = settings;
	const errors = itemErrors(context);
	const messages = new Map<string, Message & { items: Array<{ item: number }> }>();
	const others: INodeExecutionData[] = [];
	context.getInputData().forEach(({ json }, item) => {
		const { messageId, skipped, error, parts, pending, entries } = json;
		// Its number of delivered parts is no time of delivery.
		const isSummary = typeof parts === 'number' && typeof pending === 'number' && !entries;
		const isAside = typeof skipped === 'string' || typeof error === 'string' || isEmptyAnswer(json);
		if (messageId === undefined && isAside) {
			others.push({ json, pairedItem: { item } });
		} else if (isSummary || !['string', 'number'].includes(typeof messageId)) {
			others.push(errors.throwOrItem(noEntry, item));
		} else {
			const key = keyOf(messageId);
			const message = messages.get(key) ?? { messageId: String(messageId), entries: [], items: [] };
			messages.set(key, message);
			message.items.push({ item });
			addItem(message, json);
		}
	});
	const all = [...messages.values()].map((message) => ({
		json: summarize(message, states),
		pairedItem: message.items,
	}));
	if (grouping === 'message') return [[...all, ...others]];
	const total = totalOf(all.map(({ json }) => json));
	const pairedItem = all.flatMap((message) => message.pairedItem);
	return [[{ json: total, pairedItem }, ...others]];
}

/** @throws NodeOperationError if one of them is wrong */
async function readSettings(context: IExecuteFunctions) {
	const { states } = await accountIfWanted(context);
	return orNodeError({ node: context.getNode(), about: 'the settings of the node' }, () => {
		const given = context.getNodeParameter(groupBy.name, 0, groupBy.default);
		return { states, grouping: oneOf(given, "'Group By'", ['everything', 'message']) };
	});
}
