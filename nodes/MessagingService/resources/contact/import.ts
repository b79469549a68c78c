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
import { readPairs } from '../../shared/bodies';
import { phoneNumberField } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { unwrapList } from '../../shared/lists';
import { optionsForBatches } from '../../shared/options';
import { bodyFields, pairs } from '../../shared/pairs';
import { phoneNumber } from '../../shared/values';

const operation: BatchOperation = {
	path: '/contacts/import',
	fields: { phoneNumber },
	addFields: (entry, getParameter) => {
		const given = getParameter('contactFields', {});
		return { ...entry, ...readPairs(given, 'field', 'Contact Fields', Object.keys(entry)) };
	},
};

export const option = {
	name: 'Import',
	value: 'import',
	action: 'Import contacts',
	description: 'Import one contact for each input item, many in one request',
	routing: {
		request: { method: 'POST', url: operation.path },
		send: { preSend: [sendBatchOfOne(operation)] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('contact', 'import', [
	...assumedBody(
		[
			phoneNumberField,
			pairs({
				displayName: 'Contact Fields',
				name: 'contactFields',
				entry: 'Field',
				example: { name: 'firstName', value: 'Ada' },
				description: 'What else to store with the contact, e.g. a name',
			}),
		],
		'[\n\t{ "phoneNumber": "", "firstName": "" }\n]',
	),
	optionsForBatches(assumedOptions([batchSize, bodyFields('list', 'Newsletter')])),
]);

/** All input items in as few requests as the batch size allows. */
export async function importContacts(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await sendItems.call(this, operation);
}
