import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { get, pairs, post, requests } from '../../support/requests';
import { group, inOrder, places } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const run = async (name: string, parameters = {}, items: IDataObject[] = [{}], settings = {}) => {
	const [resource, operation] = name.split(' ');
	await service.control('DELETE', 'requests');
	const given = { resource, operation, ...parameters };
	return await runNode(service.credential, given, items, settings);
};
const jsons = async (...given: Parameters<typeof run>) =>
	(await run(...given)).output.map(({ json }) => json);

const spring = {
	name: 'Spring',
	from: 'Shop',
	text: 'Sale!',
	recipients: '+370 600 12345, 0037060012346\n370-600-12347',
};
const numbers = ['37060012345', '37060012346', '37060012347'];

describe('What the sandbox answers comes out with its item', () => {
	it('for the balance: an item for each currency', async () => {
		const { output } = await run('account getBalance', {}, [{}, {}]);
		const balances = [
			{ amount: 1000, currency: 'EUR' },
			{ amount: 250, currency: 'USD' },
		];
		expect(output).toEqual(
			[0, 1].flatMap((item) => balances.map((json) => ({ json, pairedItem: { item } }))),
		);
	});

	it('for a campaign, from its creation to its reports', async () => {
		const [campaign] = await jsons('campaign create', spring);
		expect(campaign).toMatchObject({ name: 'Spring', state: 'running', recipients: 3, sent: 0 });
		expect(await requests(service)).toEqual([
			post('/campaigns', { ...spring, recipients: numbers }),
		]);
		await service.advance(60_000);
		const { campaignId } = campaign;
		const finished = { campaignId, state: 'finished', sent: 3 };
		expect(await jsons('campaign get', { campaignId })).toMatchObject([finished]);
		const items = [{ id: 'unknown' }, { id: campaignId }];
		const ofItem = { campaignId: '={{ $json.id }}' };
		for (const [operation, ownField] of [
			['getMessages', 'partIds'],
			['getReports', 'state'],
		]) {
			const onError = { onError: 'continueRegularOutput' } as const;
			const all = await run(`campaign ${operation}`, ofItem, items as IDataObject[], onError);
			expect(places(all)).toEqual([0, 1, 1, 1].map((item) => ({ item })));
			expect(all.output[0].json.error).toBe('There is no campaign unknown');
			for (const { json } of all.output.slice(1)) expect(json).toHaveProperty(ownField);
		}
		const { error } = await run('campaign cancel', { campaignId });
		expect(error).toMatchObject({ message: 'The campaign is already finished', httpCode: '409' });
	});

	it('for contacts: each is imported, listed, and has its consent updated', async () => {
		const phones = numbers.map((phone) => ({ phone }));
		const imported = await run('contact import', { phoneNumber: '={{ $json.phone }}' }, phones);
		const contacts = numbers.map((phoneNumber) => ({ contactId: expect.any(String), phoneNumber }));
		expect(imported.output.map(({ json }) => json)).toMatchObject(contacts);
		expect(places(imported)).toEqual(inOrder(3));
		const listed = await run('contact getAll');
		expect(listed.output.map(({ json }) => json)).toMatchObject(contacts);
		expect(places(listed)).toEqual(Array(3).fill({ item: 0 }));
		const { contactId } = listed.output[1].json;
		const decided = { contactId: '={{ $json.id }}', channel: 'viber', status: 'revoked' };
		expect(await jsons('contact updateConsent', decided, [{ id: contactId }])).toMatchObject([
			{ contactId, consent: { viber: 'revoked' } },
		]);
	});

	it('for the suppression list: each number with its reason', async () => {
		const entry = { phoneNumber: '37060012345', reason: 'Asked to be removed' };
		const add = { ...entry, phoneNumber: '+370 600 12345' };
		expect(await jsons('suppression add', add)).toEqual([{ ...entry, added: expect.any(String) }]);
		expect(await requests(service)).toEqual([post('/suppression', entry)]);
		expect(await jsons('suppression getAll')).toMatchObject([entry]);
	});

	it.each([
		['POST', post],
		['GET', get],
	] as const)('for a delivery report by %s: an item for each part', async (method, request) => {
		const messageId = await service.send('37060012345', 'x'.repeat(200));
		await service.advance(10_000);
		const parameters = { messageId, options: group('requests', { method }) };
		const { output } = await run('sms getReport', parameters);
		const part = {
			messageId,
			to: 37060012345,
			partId: expect.any(String),
			state: 2,
			delivered: expect.stringMatching(/^\d{4}-.*Z$/),
		};
		expect(output).toEqual(Array(2).fill({ json: part, pairedItem: { item: 0 } }));
		expect(await requests(service)).toEqual([request('/v1/sms/report', { messageId })]);
	});
});

it('A campaign takes a list of numbers and a date, in the time zone of the workflow if it names none', async () => {
	const date = '2030-01-31T10:00:00';
	for (const scheduledAt of [`={{ DateTime.fromISO("${date}+02:00") }}`, date]) {
		const parameters = { ...spring, recipients: '={{ $json.numbers }}', options: { scheduledAt } };
		await run('campaign create', parameters, [{ numbers }]);
		const sent = { recipients: numbers, scheduledAt: '2030-01-31T08:00:00.000Z' };
		expect((await requests(service))[0].body).toMatchObject(sent);
	}
});

it.each<[string, object, string]>([
	['campaign create', { recipients: ' , \n' }, "'Recipients' is empty"],
	[
		'campaign create',
		{ recipients: '+37060012345, 12' },
		"Number 2 of 'Recipients' isn't a phone number: 12",
	],
	['campaign create', { name: ' ' }, "'Name' is empty"],
	['campaign create', { from: '={{ "" }}' }, "'From' is empty"],
	['campaign create', { text: '={{ ({}) }}' }, "'Text' must be text, but it's an object"],
	[
		'campaign create',
		{ options: { scheduledAt: 'next week' } },
		"'Scheduled At' isn't a date: next week",
	],
	['campaign get', { campaignId: '..' }, "'Campaign ID' isn't an ID: .."],
	[
		'contact import',
		{ phoneNumber: numbers[0], contactFields: pairs('field', { phoneNumber: '1' }) },
		'\'Contact Fields\' has "phoneNumber", which is already sent',
	],
	['campaign get', { campaignId: '={{ [1] }}' }, "'Campaign ID' must be text, but it's a list"],
	['sms getReport', { messageId: '={{ null }}' }, "'Message ID' is empty"],
	[
		'sms getReport',
		{ messageId: '7', options: group('requests', { method: 'PUT' }) },
		"'Method' is neither GET nor POST: PUT",
	],
])('%s refuses %j before a request', async (name, parameters, message) => {
	const { error } = await run(
		name,
		name === 'campaign create' ? { ...spring, ...parameters } : parameters,
	);
	expect(error?.message).toBe(`${message} (item 1 of 1)`);
	expect(await requests(service)).toEqual([]);
});

it('A blank Reason is not sent', async () => {
	const [phoneNumber] = numbers;
	for (const reason of ['', '  ', '={{ null }}', '={{ $json.none }}']) {
		await run('suppression add', { phoneNumber, reason });
		expect(await requests(service)).toEqual([post('/suppression', { phoneNumber })]);
	}
});
