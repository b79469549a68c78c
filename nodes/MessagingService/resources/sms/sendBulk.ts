import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { assumedBody } from '../../shared/assumedBody';
import { batchSize, sendInBatches } from '../../shared/batches';
import { recipient, sender, text } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { bodyFields } from '../../shared/options';
import { phoneNumber, requiredText } from '../../shared/values';

export const option = {
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send SMS in bulk',
	description: 'Send one text message for each input item, many in one request',
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('sms', 'sendBulk', [
	...assumedBody([recipient, sender, text], [batchSize, bodyFields]),
]);

/** All input items in as few requests as the batch size allows. */
export async function sendBulk(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await sendInBatches.call(this, '/v1/sms/bulk', {
		to: phoneNumber,
		from: requiredText,
		text: requiredText,
	});
}
