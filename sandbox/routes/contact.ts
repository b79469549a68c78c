import type { FastifyInstance } from 'fastify';
import { validatePhoneNumber } from '../countryCodes.ts';
import { consentChannels } from '../contacts.ts';
import type { Store } from '../store.ts';
import {
	requireBatch,
	requireObject,
	requireOneOf,
	requirePhoneNumber,
	requireText,
} from '../validation.ts';

export function addContactRoutes(app: FastifyInstance, { contacts }: Store): void {
	app.post('/contacts/validate', async (request) =>
		validatePhoneNumber(requireText(requireObject(request.body), 'phoneNumber')),
	);

	app.post('/contacts/import', async (request) => {
		const wanted = requireBatch(request.body).map((entry, index) => {
			const fields = requireObject(entry, `[${index}]`);
			return { phoneNumber: requirePhoneNumber(fields, 'phoneNumber', `[${index}]`), fields };
		});
		return wanted.map(({ phoneNumber, fields }) => contacts.import(phoneNumber, fields));
	});

	// An object that holds the list, unlike the other lists: clients have to cope with both.
	app.get('/contacts', async () => {
		const all = contacts.all();
		return { contacts: all, total: all.length };
	});

	app.post<{ Params: { contactId: string } }>(
		'/contacts/:contactId/consent',
		async ({ params, body }) => {
			const fields = requireObject(body);
			const channel = requireOneOf(fields, 'channel', consentChannels);
			const status = requireOneOf(fields, 'status', ['granted', 'revoked']);
			return contacts.setConsent(params.contactId, channel, status);
		},
	);
}
