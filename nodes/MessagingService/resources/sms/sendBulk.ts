import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../shared/assumedBody';
import { sendBatchOfOne } from '../../shared/batchEntries';
import type { BatchOperation } from '../../shared/batches';
import { sendItems } from '../../shared/batches';
import { batchSize } from '../../shared/batchSize';
import { recipient, sender, text } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { unwrapList } from '../../shared/lists';
import { optionsForBatches } from '../../shared/options';
import { bodyFields } from '../../shared/pairs';
import { smsText, smsTextOptions } from '../../shared/smsText';
import { phoneNumber, requiredText } from '../../shared/values';
import { skipDuplicates, suppressionOptions } from '../../shared/withheld';

const operation: BatchOperation = {
	path: '/v1/sms/bulk',
	fields: { to: phoneNumber, from: requiredText, text: smsText },
};

export const option = {
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send SMS in bulk',
	description: 'Send one text message for each input item, many in one request',
	routing: {
		request: { method: 'POST', url: operation.path },
		send: { preSend: [sendBatchOfOne(operation)] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('sms', 'sendBulk', [
	...assumedBody([recipient, sender, text], '[\n\t{ "to": "", "from": "", "text": "" }\n]'),
	optionsForBatches(
		assumedOptions([
			batchSize,
			bodyFields('validity', '24'),
			...smsTextOptions,
			skipDuplicates,
			...suppressionOptions,
		]),
	),
]);

/** All input items in as few requests as the batch size allows. */
export async function sendBulk(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await sendItems.call(this, operation);
}
