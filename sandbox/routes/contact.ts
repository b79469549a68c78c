import * as contact from '../contract/contact.ts';
import type { App } from '../contract/typed.ts';
import { validatePhoneNumber } from '../countryCodes.ts';
import type { Store } from '../store.ts';

export function addContactRoutes(app: App, { contacts }: Store): void {
	app.post('/contacts/validate', { schema: contact.validate }, async ({ body }) =>
		validatePhoneNumber(body.phoneNumber),
	);

	app.post('/contacts/import', { schema: contact.importMany }, async ({ body }) =>
		body.map((fields) => contacts.import(fields.phoneNumber, fields)),
	);

	app.get('/contacts', { schema: contact.getAll }, async () => {
		const all = contacts.all();
		return { contacts: all, total: all.length };
	});

	app.post(
		'/contacts/:contactId/consent',
		{ schema: contact.updateConsent },
		async ({ params, body: { channel, status } }) =>
			contacts.setConsent(params.contactId, channel, status),
	);
}
