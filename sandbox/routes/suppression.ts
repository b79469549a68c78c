import { assumedOperation } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import { anyText, list, object, phoneNumber, time } from '../contract/values.ts';

const entry = object({ phoneNumber, added: time }, { reason: anyText });

const add = assumedOperation('Suppression', 'Send nothing to a number any more', {
	body: object({ phoneNumber }, { reason: anyText }),
	answer: entry,
});

const getAll = assumedOperation('Suppression', 'The numbers that nothing is sent to', {
	answer: list(entry),
});

export function addSuppressionRoutes(app: App): void {
	app.post('/suppression', { schema: add }, async ({ body, sandbox }) =>
		sandbox.store.suppression.add(body.phoneNumber, body.reason),
	);
	app.get('/suppression', { schema: getAll }, async ({ sandbox }) =>
		sandbox.store.suppression.all(),
	);
}
