import { operation } from './operation.ts';
import { list, number, object, text } from './values.ts';

export const balances = list(object({ amount: number, currency: text }));

export const getBalance = operation('Account', 'The balance in each currency', {
	answer: balances,
});
