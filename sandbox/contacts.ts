import type { FromSchema } from 'json-schema-to-ts';
import { noteChange } from './changes.ts';
import { iso } from './clock.ts';
import type { Clock } from './clock.ts';
import { anyText, consent, object, phoneNumber, text } from './contract/values.ts';
import type { Channel } from './messages/messages.ts';
import { notFound } from './traffic/refusal.ts';

/** As it is saved: whatever else it has are fields of its own. */
export const savedContact = object(
	{ phoneNumber },
	{
		contactId: text,
		consent: { ...consent, additionalProperties: false },
		created: anyText,
		updated: anyText,
	},
);

type SavedContact = FromSchema<typeof savedContact>;
export type Contact = Required<SavedContact>;

/** Contacts by phone number. Consent is kept and shown; the sandbox does not act on it. */
export function createContacts(clock: Clock, newId: () => string) {
	const byNumber = new Map<string, Contact>();
	const now = () => iso(clock.now());
	const all = () => [...byNumber.values()];
	const put = (contact: Contact) => byNumber.set(contact.phoneNumber, noteChange(contact));
	return {
		/** Makes the contact of a number, or puts the given fields over the ones it has. */
		import(phoneNumber: string, fields: Record<string, unknown>) {
			const known = byNumber.get(phoneNumber);
			const usual = known ?? { contactId: newId(), consent: {}, created: now() };
			const { contactId, consent, created } = usual;
			const own = { contactId, phoneNumber, consent, created, updated: now() };
			put(Object.assign(known ?? {}, fields, own));
			return { contactId, phoneNumber, status: known ? 'updated' : 'created' };
		},
		/** Takes a contact as it was saved; what it does not have, it gets as a new one. */
		restore: (saved: SavedContact) => {
			put({ contactId: newId(), consent: {}, created: now(), updated: now(), ...saved });
		},
		setConsent(contactId: string, channel: Channel, status: 'granted' | 'revoked') {
			const contact = all().find((one) => one.contactId === contactId);
			if (contact === undefined) throw notFound(`There is no contact ${contactId}`);
			contact.consent[channel] = status;
			contact.updated = now();
			return noteChange(contact);
		},
		all,
	};
}
