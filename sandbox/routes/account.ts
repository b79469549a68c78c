import { balances } from '../contract/answers.ts';
import { operation } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import type { Store } from '../store.ts';

const schema = operation('Account', 'The balance in each currency', { answer: balances });

export function addAccountRoutes(app: App, { balance }: Store): void {
	app.get('/v1/Common/balance', { schema }, async () => balance.entries());
}
