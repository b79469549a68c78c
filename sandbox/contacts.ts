import { noteChange } from './changes.ts';
import type { Clock } from './clock.ts';
import { notFound } from './refusal.ts';

type ConsentChannel = 'sms' | 'email' | 'viber';
type ConsentStatus = 'granted' | 'revoked';

interface Contact {
	contactId: string;
	phoneNumber: string;
	consent: Partial<Record<ConsentChannel, ConsentStatus>>;
	created: string;
	updated: string;
}

/** Contacts by phone number. Consent is kept and shown; the sandbox does not act on it. */
export function createContacts(clock: Clock, newId: () => string) {
	const byId = new Map<string, Contact>();
	const byNumber = new Map<string, Contact>();
	const now = () => new Date(clock.now()).toISOString();
	return {
		clear() {
			byId.clear();
			byNumber.clear();
		},
		/** Makes the contact of a number, or puts the given fields over the ones it has. */
		import(phoneNumber: string, fields: Record<string, unknown>) {
			const known = byNumber.get(phoneNumber);
			if (known !== undefined) {
				const { contactId, consent, created } = known;
				const own = { contactId, phoneNumber, consent, created, updated: now() };
				noteChange(Object.assign(known, fields, own));
				return { contactId, phoneNumber, status: 'updated' };
			}
			const own = { contactId: newId(), phoneNumber, consent: {}, created: now(), updated: now() };
			const contact: Contact = noteChange({ ...fields, ...own });
			byId.set(contact.contactId, contact);
			byNumber.set(phoneNumber, contact);
			return { contactId: contact.contactId, phoneNumber, status: 'created' };
		},
		setConsent(contactId: string, channel: ConsentChannel, status: ConsentStatus) {
			const contact = byId.get(contactId);
			if (contact === undefined) throw notFound(`There is no contact ${contactId}`);
			contact.consent[channel] = status;
			contact.updated = now();
			return noteChange(contact);
		},
		all: () => [...byId.values()],
	};
}
