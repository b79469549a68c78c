import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../run/operation';

export const option = {
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get account balance',
	description: 'Get the balance of the account, one item for each currency',
	routing: { request: { method: 'GET', url: '/v1/Common/balance' } },
} satisfies INodePropertyOptions;

export const operation: Operation = { ...option.routing, answer: 'balance-answer' };

export const fields: INodeProperties[] = [];
