import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { asNodeError } from '../../errors/nodeError';
import { readRequestOptions } from '../../sending/settings';
import { apiKeyOf, readCredential, sendRequest } from '../../service/request';
import type { Contact } from './contactList';
import { contactsIn, LIST_REQUEST } from './contactList';

/** How many contacts come at a time: the editor asks for more when somebody scrolls to the end. */
const PAGE = 100;

/** Somebody waits in front of the list. */
const TIMEOUT_MS = 30_000;

/** What the picker lists: the contacts in which the filter stands, or all. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	let apiKey = '';
	try {
		const credentials = await readCredential(this);
		apiKey = apiKeyOf(credentials);
		const options = this.getNodeParameter('requestOptions', {}) as IDataObject;
		const { each } = readRequestOptions(options, credentials);
		const settings = { ...each, timeout: Math.min(each.timeout, TIMEOUT_MS) };
		const answer = await sendRequest.call(this, credentials, LIST_REQUEST, settings);
		const found = contactsIn(answer).filter((contact) => holds(contact, filter));
		const from = Number(paginationToken);
		const results = found.slice(from, from + PAGE);
		return {
			results: results.map(({ label: name, id: value }) => ({ name, value })),
			...(found.length > from + PAGE ? { paginationToken: String(from + PAGE) } : {}),
		};
	} catch (error) {
		throw asNodeError(this.getNode(), error, 'the contact list', apiKey);
	}
}

function holds({ label, number, values }: Contact, filter: string): boolean {
	const sought = filter.trim().toLowerCase();
	const digits = sought.replace(/[\s+().-]/g, '');
	if (/^\d+$/.test(digits) && number?.includes(digits.replace(/^00/, ''))) return true;
	return [label, ...values.values()].some((value) => String(value).toLowerCase().includes(sought));
}
