import { noteChange } from './changes.ts';
import type { Clock } from './clock.ts';
import { notFound } from './refusal.ts';

type ConsentChannel = 'sms' | 'email' | 'viber';
type ConsentStatus = 'granted' | 'revoked';

export interface Contact {
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
	function put(contact: Contact): Contact {
		byId.set(contact.contactId, noteChange(contact));
		byNumber.set(contact.phoneNumber, contact);
		return contact;
	}
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
			const { contactId } = put({ ...fields, ...own });
			return { contactId, phoneNumber, status: 'created' };
		},
		/** Takes a contact as it was saved; what it does not have, it gets as a new one. */
		restore: (saved: Partial<Contact> & { phoneNumber: string }) => {
			put({ contactId: newId(), consent: {}, created: now(), updated: now(), ...saved });
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
