import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { wholeNumber } from './values';

const LARGEST = 1000;

/** How many input items go into one request, as an entry of the options. */
export const batchSize = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LARGEST },
	default: 100,
	hint: 'From 1 to 1000',
	description:
		'How many input items go into one request. How many the service takes is not published.',
} satisfies INodeProperties;

/** @throws Problem if Batch Size is wrong */
export function readBatchSize(options: IDataObject): number {
	return wholeNumber(options.batchSize ?? batchSize.default, batchSize.displayName, LARGEST);
}
