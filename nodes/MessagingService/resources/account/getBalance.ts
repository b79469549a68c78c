import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get account balance',
	description: 'Get the balance of the account, one item for each currency',
	request: { method: 'GET', url: '/v1/Common/balance' },
	answer: 'balance-answer',
	fields: [],
});
