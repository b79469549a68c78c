import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { asNodeError } from '../../errors/nodeError';
import { Problem } from '../../errors/problem';
import { readRequestOptions } from '../../run/settings';
import { isObject, listIn, onlyList } from '../../service/answer';
import { apiKeyOf, readCredential, sendRequest } from '../../service/request';
import { saysNo, wordsOfNo } from '../../service/saysNo';

const ADVICE = "Use Contact → Get Many to see the list, and set 'Contact' to By ID.";

/** Somebody waits in front of the list. */
const TIMEOUT_MS = 30_000;

/** What the picker lists: the contacts in which the filter stands, or all. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	let apiKey = '';
	try {
		const credentials = await readCredential(this);
		apiKey = apiKeyOf(credentials);
		const options = this.getNodeParameter('requestOptions', {}) as IDataObject;
		const { each } = readRequestOptions(options, credentials);
		const settings = { ...each, timeout: Math.min(each.timeout, TIMEOUT_MS) };
		const request = { method: 'GET', path: '/contacts' } as const;
		const answer = await sendRequest.call(this, credentials, request, settings);
		const sought = searchable(filter);
		const results = contactsIn(answer).filter(({ name, value }) =>
			[name, value].some((text) => searchable(text).includes(sought)),
		);
		return { results };
	} catch (error) {
		throw asNodeError(this.getNode(), error, 'the contact list', apiKey);
	}
}

/** A text without case, and without what stands between the digits of a phone number. */
function searchable(text: string): string {
	return text.toLowerCase().replace(/[\s+().-]/g, '');
}

/** @throws Problem if the answer is no list, or no contact on it has an ID */
function contactsIn(answer: unknown): Array<{ name: string; value: string }> {
	if (saysNo(answer)) {
		throw new Problem(`The contact list couldn't be read: ${wordsOfNo(answer)}`, ADVICE);
	}
	const entries = listIn(answer) ?? onlyList(answer)?.list;
	if (!entries) throw new Problem("The contact list isn't a list", ADVICE);
	const contacts = entries.flatMap(contactIn);
	if (contacts.length || !entries.length) return contacts;
	throw new Problem('The contact list has no field contactId or id', ADVICE);
}

/** A contact by its ID, named by what else stands in its entry; none without an ID, which nobody could choose. */
function contactIn(entry: unknown): Array<{ name: string; value: string }> {
	if (!isObject(entry)) return [];
	const idField = ['contactId', 'id'].find((field) => textIn(entry[field]));
	if (!idField) return [];
	const value = textIn(entry[idField]);
	const rest = Object.entries(entry).filter(([field]) => field !== idField);
	const name = rest.flatMap(([, given]) => textIn(given) || []).join(', ');
	return [{ name: name || value, value }];
}

/** A text or a number as text; nothing for any other value. */
function textIn(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
