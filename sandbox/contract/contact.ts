import { assumed, operation } from './operation.ts';
import { batch, boolean, count, list, object, oneOf, phoneNumber, text, time } from './values.ts';

const channel = oneOf('sms', 'email', 'viber');
const status = oneOf('granted', 'revoked');

/** It holds the fields it was imported with too. */
const contact = object({
	contactId: text,
	phoneNumber,
	consent: object({}, { sms: status, email: status, viber: status }),
	created: time,
	updated: time,
});

export const validate = operation('Contact', 'Whether a number could be a phone number', {
	assumed: true,
	body: object({ phoneNumber: text }),
	answer: assumed(
		object({ phoneNumber: text, valid: boolean }, { countryCode: text, reason: text }),
	),
});

export const importMany = operation('Contact', 'Create contacts, or update those that are known', {
	assumed: true,
	body: batch(object({ phoneNumber })),
	answer: assumed(
		list(object({ contactId: text, phoneNumber, status: oneOf('created', 'updated') })),
	),
});

// An object that holds the list, unlike the other lists: clients have to cope with both.
export const getAll = operation('Contact', 'All contacts', {
	assumed: true,
	answer: assumed(object({ contacts: list(contact), total: count })),
});

export const updateConsent = operation('Contact', 'Keep what a contact says about one channel', {
	assumed: true,
	params: object({ contactId: text }),
	body: object({ channel, status }),
	answer: assumed(contact),
});
