import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { searchContacts } from '../../support/picker';
import { get, post, requests } from '../../support/requests';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

const chosen = (mode: string, value: unknown) =>
	({ __rl: true, mode, value }) as unknown as INodeParameters;
const update = (contactId: unknown, more: object = {}): INodeParameters => ({
	resource: 'contact',
	operation: 'updateConsent',
	contactId: contactId as INodeParameters,
	...more,
});

const ada = {
	contactId: 'c-1',
	phoneNumber: '37060012345',
	firstName: 'Ada',
	lastName: 'Lovelace',
};
const bob = { contactId: 'c-2', phoneNumber: '37060012346', name: 'Bob', email: 'bob@example.com' };
const eve = { contactId: 'c-3', phoneNumber: '37060012347' };

/** The list that the service gives once; what comes after is the sandbox's own. */
const list = async (contacts: unknown) =>
	await service.fail({ kind: 'status', status: 200, body: contacts, path: '/contacts' });

/** Consent is accepted, for any contact. */
const acceptConsent = async (...ids: string[]) => {
	for (const id of ids) {
		const path = `/contacts/${id}/consent`;
		await service.fail({ kind: 'status', status: 200, body: { contactId: id }, path, count: 99 });
	}
};

const consent = (id: string) =>
	post(`/contacts/${id}/consent`, { channel: 'sms', status: 'granted' });

describe('The list of contacts to choose from', () => {
	const names = async (filter?: string, contacts: unknown = [ada, bob, eve]) => {
		await list(contacts);
		const { results } = await searchContacts(service.credential, filter);
		return results.map(({ name, value }) => [name, value]);
	};

	it('names each contact by the rest of its entry, and gives its ID', async () => {
		expect(await names()).toEqual([
			['37060012345, Ada, Lovelace', 'c-1'],
			['37060012346, Bob, bob@example.com', 'c-2'],
			['37060012347', 'c-3'],
		]);
		expect(await requests(service)).toEqual([get('/contacts')]);
	});

	it.each([
		[{ contacts: [ada] }, '37060012345, Ada, Lovelace', 'c-1'],
		[{ data: [ada], total: 400, hasMore: true }, '37060012345, Ada, Lovelace', 'c-1'],
		[{ data: [ada], account: 'x' }, '37060012345, Ada, Lovelace', 'c-1'],
		[[{ id: 7, name: ' Ada ', since: '2026-01-01' }], 'Ada, 2026-01-01', '7'],
		[[{ contactId: 'c', id: 7 }], '7', 'c'],
		[[{ contactId: '', id: 7, vip: true, tags: ['a'], consent: { sms: 'granted' } }], '7', '7'],
		[[{ name: 'nobody could choose' }, null, 'x', { id: 'a', name: 'Ada' }], 'Ada', 'a'],
	])('is found in %j', async (answer, name, id) => {
		expect(await names('', answer)).toEqual([[name, id]]);
	});

	it.each([
		['ada', ['c-1']],
		['LOVE', ['c-1']],
		['+370 600 12346', ['c-2']],
		['12347', ['c-3']],
		['bob@example', ['c-2']],
		['C-3', ['c-3']],
		['nobody', []],
	])('is searched for %s', async (filter, ids) => {
		expect((await names(filter)).map(([, id]) => id)).toEqual(ids);
	});

	it.each([
		[
			{ status: 401, body: { message: `Not the key ${API_KEY}` } },
			/^Not the key \*\*\*$/,
			/This was the contact list\..*API key/,
		],
		[{ status: 200, body: 'A page' }, /isn't JSON/, /Check the address/],
		[{ status: 200, body: { hello: 1 } }, /contact list isn't a list/, /By ID/],
		[{ status: 200, body: [{ uuid: 'Ada' }] }, /no field contactId or id/, /By ID/],
		[{ status: 200, body: { error: 'down', contacts: [] } }, /couldn't be read: down/, /By ID/],
		[{ status: 200, body: { error: 'down', contacts: [ada] } }, /couldn't be read: down/, /By ID/],
		[{ status: 200, body: { success: false, contacts: [] } }, /couldn't be read/, /By ID/],
	])('says what is wrong, without the key: %j', async (fault, message, description) => {
		await service.fail({ kind: 'status', ...fault });
		const error = await searchContacts(service.credential).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
		expect(JSON.stringify(error)).not.toContain(API_KEY);
	});
});

describe('A contact that is chosen', () => {
	it.each([
		['from the list', chosen('list', 'c-1')],
		['by its ID', chosen('id', 'c-1')],
		['by its ID, of the item', chosen('id', '={{ $json.id }}')],
		['by its ID, put together', chosen('id', '={{ $json.id.trim() }}')],
		['by a number as its ID', chosen('id', '={{ $json.id }}')],
		['by a text, as workflows written by hand have it', 'c-1'],
	])('%s gets the consent, without another request', async (_, contactId) => {
		await acceptConsent('c-1');
		const { output } = await runNode(service.credential, update(contactId), [{ id: 'c-1' }]);
		expect(output.map(({ json }) => json)).toEqual([{ contactId: 'c-1' }]);
		expect(await requests(service)).toEqual([consent('c-1')]);
	});

	it('is demanded by n8n, and by the node for what an expression gives', async () => {
		await expect(runNode(service.credential, update(chosen('list', '')))).rejects.toThrow(
			'Parameter "Contact" is required.',
		);
		const { error } = await runNode(service.credential, update(chosen('id', '={{ "" }}')));
		expect(error?.message).toBe("'Contact ID' is empty (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});

	it('is refused if it is chosen in a way that nobody knows', async () => {
		const { error } = await runNode(service.credential, update(chosen('url', 'c-1')));
		expect(error?.message).toBe("'Contact ID' must be text, but it's an object (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});
});

describe.each([
	['the engine', true],
	['an older agent', false],
])('As a tool that %s runs, the contact', (_, byEngine) => {
	const called = async (contactId: unknown, call: IDataObject) =>
		await callTool(service.credential, update(contactId), [call], { byEngine });

	it('is chosen by the model by its ID', async () => {
		await acceptConsent('c-1');
		await called(chosen('id', "={{ $fromAI('Contact', '', 'string') }}"), { Contact: 'c-1' });
		expect(await requests(service)).toEqual([consent('c-1')]);
	});
});
