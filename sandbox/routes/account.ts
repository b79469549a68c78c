import * as account from '../contract/account.ts';
import type { App } from '../contract/typed.ts';
import type { Store } from '../store.ts';

export function addAccountRoutes(app: App, { balance }: Store): void {
	app.get('/v1/Common/balance', { schema: account.getBalance }, async () => balance.entries());
}
