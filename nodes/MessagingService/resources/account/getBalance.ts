import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { sendQueryParameters } from '../../shared/bodies';
import { forOperation } from '../../shared/forOperation';
import { unwrapList } from '../../shared/lists';
import { optionsForReading } from '../../shared/options';
import { queryParameters } from '../../shared/pairs';

export const option = {
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get the account balance',
	description: 'Get the balance of the account, one item for each currency',
	routing: {
		request: { method: 'GET', url: '/v1/Common/balance' },
		send: { preSend: [sendQueryParameters] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('account', 'getBalance', [
	optionsForReading([queryParameters('currency', 'EUR')]),
]);
