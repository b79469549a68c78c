import type { IDataObject } from 'n8n-workflow';

import { asProblem } from '../../errors/asProblem';
import { Problem } from '../../errors/problem';
import type { LookUp } from '../../sending/operation';
import type { Requests } from '../../sending/requests';
import { normalisePhoneNumber } from '../../values/phoneNumbers';
import { contactFinder, LIST_REQUEST } from './contactList';

/**
 * Reads the contact by its phone number where that is given: the list is read once for all items. One that is not
 * found fails where the parameters are read, before anything is sent.
 */
export const lookUpContact: LookUp = async (node, requests, parametersOf) => {
	if (!isByNumber(node.parameters.contactId)) return parametersOf;
	const contacts = await readContacts(requests);
	return (itemIndex) => {
		const getParameter = parametersOf(itemIndex);
		return (name, fallback) => {
			const given = getParameter(name, fallback);
			if (name !== 'contactId' || !isByNumber(given)) return given;
			const { defaultCountry } = getParameter('options', {}) as IDataObject;
			const number = normalisePhoneNumber(given.value, "'Contact'", defaultCountry);
			if ('problem' in contacts) throw contacts.problem;
			return contacts.find(number);
		};
	};
};

function isByNumber(contact: unknown): contact is IDataObject {
	return (contact as IDataObject | undefined)?.mode === 'phoneNumber';
}

async function readContacts(
	requests: Requests,
): Promise<{ find: (number: string) => string } | { problem: Problem }> {
	try {
		const answer = await requests.read(LIST_REQUEST).catch((error: unknown) => {
			throw unreadable(asProblem(error));
		});
		return { find: contactFinder(answer) };
	} catch (error) {
		return { problem: asProblem(error) };
	}
}

function unreadable({ message, description, details }: Problem): Problem {
	const advice = `${description} Nothing was sent, because the node looks up the contact first.`;
	return new Problem(`The contact list couldn't be read: ${message}`, advice, details);
}
