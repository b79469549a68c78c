import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { searchContacts } from '../../support/picker';
import { get, post, requests } from '../../support/requests';
import { group } from '../../support/sending';
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
const byNumber = (more: object = {}) => update(chosen('phoneNumber', '={{ $json.phone }}'), more);

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

	it('names each contact by what its fields hold, and gives its ID', async () => {
		expect(await names()).toEqual([
			['Ada Lovelace (+37060012345)', 'c-1'],
			['Bob (+37060012346)', 'c-2'],
			['+37060012347', 'c-3'],
		]);
		expect(await requests(service)).toEqual([get('/contacts')]);
	});

	it.each([
		[{ contacts: [ada] }, 'Ada Lovelace (+37060012345)', 'c-1'],
		[{ data: [ada], total: 400, hasMore: true }, 'Ada Lovelace (+37060012345)', 'c-1'],
		[[{ ID: 7, Full_Name: 'Ada', msisdn: 37060012345 }], 'Ada (+37060012345)', '7'],
		[[{ uuid: 'u', email: 'ada@example.com' }], 'ada@example.com', 'u'],
		[[{ id: 'a', name: 'Ada', email: 'ada@example.com' }], 'Ada (ada@example.com)', 'a'],
		[[{ id: 'a', phone: '37060012345', mobile: '37060012346', name: 'Ada' }], 'Ada', 'a'],
		[[{ id: 'a', note: 'x' }], 'a', 'a'],
	])('is found in %j', async (answer, name, id) => {
		expect(await names('', answer)).toEqual([[name, id]]);
	});

	it.each([
		['ada', ['c-1']],
		['LOVE', ['c-1']],
		['+370 600 12346', ['c-2']],
		['0037060012346', ['c-2']],
		['12347', ['c-3']],
		['bob@example', ['c-2']],
		['nobody', []],
	])('is searched for %s', async (filter, ids) => {
		expect((await names(filter)).map(([, id]) => id)).toEqual(ids);
	});

	it('comes a hundred at a time', async () => {
		const all = Array.from({ length: 250 }, (_, index) => ({ id: `c-${index}` }));
		const values: unknown[] = [];
		let token: string | undefined;
		const sizes: number[] = [];
		do {
			await list(all);
			const page = await searchContacts(service.credential, '', token);
			sizes.push(page.results.length);
			values.push(...page.results.map(({ value }) => value));
			token = page.paginationToken;
		} while (token);
		expect(sizes).toEqual([100, 100, 50]);
		expect(values).toEqual(all.map(({ id }) => id));
	});

	it.each([
		[
			{ status: 401, body: { message: `Not the key ${API_KEY}` } },
			/^Not the key \*\*\*$/,
			/API key/,
		],
		[{ status: 200, body: 'A page' }, /isn't JSON/, /Check the address/],
		[{ status: 200, body: { hello: 1 } }, /contact list isn't a list/, /By ID/],
		[{ status: 200, body: [{ name: 'Ada' }] }, /no field that holds an ID/, /By ID/],
	])('says what is wrong, without the key: %j', async (fault, message, description) => {
		await service.fail({ kind: 'status', ...fault });
		const error = await searchContacts(service.credential).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
		expect(JSON.stringify(error)).not.toContain(API_KEY);
	});

	it('does not send the key of Production in clear', async () => {
		const production = { environment: 'production', productionUrl: service.address };
		await expect(searchContacts({ ...service.credential, ...production })).rejects.toThrow(
			"'Production URL' must begin with https://",
		);
		expect(await requests(service)).toEqual([]);
	});

	it('is asked for by way of the proxy of the node', async () => {
		const requestOptions = { proxy: 'http://127.0.0.1:9' };
		await expect(
			searchContacts(service.credential, '', undefined, { requestOptions }),
		).rejects.toThrow(NodeApiError);
		expect(await requests(service)).toEqual([]);
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

describe('By Phone Number, the contact', () => {
	it('is looked up for all items in one request, before anything is sent', async () => {
		await list({ contacts: [ada, bob, eve], total: 3 });
		await acceptConsent('c-1', 'c-3');
		const phones = ['+370 600 12347', 37060012345, '0037060012345'];
		const { output } = await runNode(
			service.credential,
			byNumber({ options: group('requests', { concurrency: 1 }) }),
			phones.map((phone) => ({ phone })),
		);
		expect(output.map(({ json, pairedItem }) => [json.contactId, pairedItem])).toEqual([
			['c-3', { item: 0 }],
			['c-1', { item: 1 }],
			['c-1', { item: 2 }],
		]);
		expect(await requests(service)).toEqual([
			get('/contacts'),
			consent('c-3'),
			consent('c-1'),
			consent('c-1'),
		]);
	});

	it('is looked up with the JSON of the user too, and with a country', async () => {
		await list([ada]);
		await acceptConsent('c-1');
		const json = { specifyBody: 'json', jsonBody: '{"sms":false}' };
		const given = byNumber({ ...json, options: { defaultCountry: 'LT' } });
		await runNode(service.credential, given, [{ phone: '8 600 12345' }]);
		expect(await requests(service)).toEqual([
			get('/contacts'),
			post('/contacts/c-1/consent', { sms: false }),
		]);
	});

	it.each<[string, unknown, string, string]>([
		[
			'nobody has',
			[bob],
			'No contact has the phone number 37060012345',
			'import the contact first',
		],
		['an empty list has', [], 'No contact has the phone number 37060012345', 'Check the number'],
		[
			'two have',
			[ada, { ...bob, phoneNumber: '+370 600 12345' }],
			'2 contacts have the phone number 37060012345',
			'Choose one of them By ID: c-1, c-2.',
		],
		[
			'may be on another page',
			{ contacts: [bob], total: 2 },
			'The contact list has 1 entry, and says total: 2',
			'By ID',
		],
		[
			'may stand in two fields',
			[{ id: 'a', phone: '37060012345', mobile: '37060012346' }],
			'Several fields of the contact list may hold phone numbers: phone and mobile',
			'By ID',
		],
		[
			'stands beside no ID',
			[{ phoneNumber: '37060012345' }],
			'The contact list has no field that holds an ID',
			'By ID',
		],
	])(
		'whose number %s is refused, and nobody gets a consent',
		async (_, answer, message, advice) => {
			await list(answer);
			const items = [{ phone: '37060012346' }, { phone: '37060012345' }];
			const { error } = await runNode(service.credential, byNumber(), items.slice(1));
			expect(error?.message).toBe(`${message} (item 1 of 1)`);
			expect(error?.description).toContain(advice);
			expect(await requests(service)).toEqual([get('/contacts')]);
		},
	);

	it('is not looked for by what is no number', async () => {
		const { error } = await runNode(service.credential, byNumber(), [{ phone: 'Ada' }]);
		expect(error?.message).toBe("'Contact' isn't a phone number: Ada (item 1 of 1)");
		expect((await requests(service)).map(({ method }) => method)).not.toContain('POST');
	});

	it('is one item of several that fails, and the others go on if the user wants it', async () => {
		await list([ada]);
		await acceptConsent('c-1');
		const items = [{ phone: '37060012346' }, { phone: '37060012345' }];
		const { output, errorOutput } = await runNode(service.credential, byNumber(), items, {
			onError: 'continueErrorOutput',
		});
		expect(errorOutput.map(({ json }) => json.error)).toEqual([
			'No contact has the phone number 37060012346 (item 1 of 2)',
		]);
		expect(output.map(({ json }) => json)).toEqual([{ contactId: 'c-1' }]);
	});

	it.each<[string, object, number]>([
		['waits for a busy service', {}, 2],
		["does not wait with a 'Max Wait' of 0", { maxWait: 0 }, 1],
	])('%s when the list is read', async (_, given, asked) => {
		await service.fail({ kind: 'status', status: 429, retryAfter: 1, path: '/contacts' });
		await acceptConsent('c-1');
		await service.fail({ kind: 'status', status: 200, body: [ada], path: '/contacts' });
		const parameters = byNumber({ options: group('requests', { ...given }) });
		const { error } = await runNode(service.credential, parameters, [{ phone: '37060012345' }]);
		expect(!!error).toBe(asked === 1);
		const lists = (await service.received()).filter(({ path }) => path === '/contacts');
		expect(lists).toHaveLength(asked);
	});

	it('says so when the list cannot be read', async () => {
		await service.fail({ kind: 'status', status: 403, body: { message: `No ${API_KEY}` } });
		const { error, run } = await runNode(service.credential, byNumber(), [
			{ phone: '37060012345' },
		]);
		expect(error).toMatchObject({
			message: "The contact list couldn't be read: No ***",
			description: expect.stringContaining(
				'Nothing was sent, because the node looks up the contact',
			),
			httpCode: '403',
		});
		expect(error?.description).not.toContain("It isn't known");
		expect(JSON.stringify(run)).not.toContain(API_KEY);
	});

	it('gets no consent twice when Retry On Fail tries again', async () => {
		const numbers = ['37060012345', '37060012346'];
		const imported = await service.post(
			'/contacts/import',
			numbers.map((phoneNumber) => ({ phoneNumber })),
		);
		const [first, second] = Object.values(imported).map(
			(one) => `/contacts/${String((one as IDataObject).contactId)}/consent`,
		);
		await service.control('DELETE', 'requests');
		await service.fail({ kind: 'status', status: 400, path: second });
		const items = numbers.map((phone) => ({ phone }));
		const { output } = await runNode(
			service.credential,
			byNumber({ options: group('requests', { concurrency: 1 }) }),
			items,
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		);
		expect(output).toHaveLength(2);
		const asked = (await requests(service)).map(({ path }) => path);
		expect(asked).toEqual(['/contacts', first, second, '/contacts', second]);
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

	it('is chosen by the model by its phone number', async () => {
		await list([ada]);
		await acceptConsent('c-1');
		const contactId = chosen('phoneNumber', "={{ $fromAI('Contact', '', 'string') }}");
		await called(contactId, { Contact: '+370 600 12345' });
		expect(await requests(service)).toEqual([get('/contacts'), consent('c-1')]);
	});

	it('tells the model what is wrong with the number', async () => {
		await list([ada]);
		const contactId = chosen('phoneNumber', "={{ $fromAI('Contact', '', 'string') }}");
		const { answers } = await called(contactId, { Contact: '37060012346' });
		expect(JSON.stringify(answers)).toContain('No contact has the phone number 37060012346');
		expect(await requests(service)).toEqual([get('/contacts')]);
	});
});
