import { entriesOf } from '../account/balance.ts';
import { balances } from '../contract/answers.ts';
import { operation } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';

const schema = operation('Account', 'The balance in each currency', { answer: balances });

export function addAccountRoutes(app: App): void {
	app.get('/v1/Common/balance', { schema }, async ({ sandbox }) =>
		entriesOf(sandbox.settings.balance),
	);
}
