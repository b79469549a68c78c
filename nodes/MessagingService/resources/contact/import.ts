import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { assumedBody } from '../../shared/assumedBody';
import { batchSize, sendInBatches } from '../../shared/batches';
import { readPairs } from '../../shared/bodies';
import { phoneNumberField } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { bodyFields, pairs } from '../../shared/options';
import { phoneNumber } from '../../shared/values';

export const option = {
	name: 'Import',
	value: 'import',
	action: 'Import contacts',
	description: 'Import one contact for each input item, many in one request',
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('contact', 'import', [
	...assumedBody(
		[
			phoneNumberField,
			pairs({
				displayName: 'Contact Fields',
				name: 'contactFields',
				entry: 'Field',
				example: 'firstName',
				description: 'What else to store with the contact, e.g. a name',
			}),
		],
		[batchSize, bodyFields],
	),
]);

/** All input items in as few requests as the batch size allows. */
export async function importContacts(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await sendInBatches.call(this, '/contacts/import', { phoneNumber }, (body, itemIndex) => ({
		...body,
		...readPairs(
			this.getNodeParameter('contactFields', itemIndex, {}) as IDataObject,
			'field',
			'Contact Fields',
			Object.keys(body),
		),
	}));
}
