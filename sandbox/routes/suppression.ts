import * as contract from '../contract/suppression.ts';
import type { App } from '../contract/typed.ts';
import type { Store } from '../store.ts';

export function addSuppressionRoutes(app: App, { suppression }: Store): void {
	app.post('/suppression', { schema: contract.add }, async ({ body: { phoneNumber, reason } }) =>
		suppression.add(phoneNumber, reason),
	);

	app.get('/suppression', { schema: contract.getAll }, async () => suppression.all());
}
