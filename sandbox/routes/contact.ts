import { assumedOperation } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import {
	batch,
	boolean,
	channel,
	consent,
	consentStatus,
	count,
	list,
	object,
	oneOf,
	phoneNumber,
	text,
	time,
} from '../contract/values.ts';
import { validatePhoneNumber } from '../messages/countryCodes.ts';

const params = object({ contactId: text });

/** It holds the fields it was imported with too. */
const contact = object({ contactId: text, phoneNumber, consent, created: time, updated: time });

const validate = assumedOperation('Contact', 'Whether a number could be a phone number', {
	body: object({ phoneNumber: text }),
	answer: object({ phoneNumber: text, valid: boolean }, { countryCode: text, reason: text }),
});

const importMany = assumedOperation('Contact', 'Create contacts, or update those that are known', {
	body: batch(object({ phoneNumber })),
	answer: list(object({ contactId: text, phoneNumber, status: oneOf('created', 'updated') })),
});

// An object that holds the list, unlike the other lists: clients have to cope with both.
const getAll = assumedOperation('Contact', 'All contacts', {
	answer: object({ contacts: list(contact), total: count }),
});

const updateConsent = assumedOperation('Contact', 'Keep what a contact says about one channel', {
	params,
	body: object({ channel, status: consentStatus }),
	answer: contact,
});

export function addContactRoutes(app: App): void {
	app.post('/contacts/validate', { schema: validate }, async ({ body }) =>
		validatePhoneNumber(body.phoneNumber),
	);
	app.post('/contacts/import', { schema: importMany }, async ({ body, sandbox }) =>
		body.map((fields) => sandbox.store.contacts.import(fields.phoneNumber, fields)),
	);
	app.get('/contacts', { schema: getAll }, async ({ sandbox }) => {
		const all = sandbox.store.contacts.all();
		return { contacts: all, total: all.length };
	});
	const schema = updateConsent;
	app.post('/contacts/:contactId/consent', { schema }, async ({ params, body, sandbox }) =>
		sandbox.store.contacts.setConsent(params.contactId, body.channel, body.status),
	);
}
