import type { IExecuteSingleFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { beforeSending } from './problems';
import { wholeNumber } from './values';

/** preSend hook of Limit: a limit that is none is refused before the request. */
export const checkLimit = beforeSending(async function () {
	wholeNumber(this.getNodeParameter('limit', 50), 'Limit');
});

/** postReceive hook of Limit: keeps the first items. */
export async function limitItems(
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	return items.slice(0, wholeNumber(this.getNodeParameter('limit', 50), 'Limit'));
}

/** Return All and Limit. The cut is made here, since the specification does not show how lists page. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
		routing: { send: { preSend: [checkLimit] }, output: { postReceive: [limitItems] } },
	},
];
