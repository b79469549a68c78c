import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { get, pairs, post, requests } from '../../support/requests';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

/** The parameters of an operation, as one object. */
const campaign = (operation: string, parameters: object = {}) => ({
	resource: 'campaign',
	operation,
	...parameters,
});

const spring = {
	name: 'Spring',
	from: 'Shop',
	text: 'Sale!',
	recipients: '+370 600 12345, 0037060012346\n370-600-12347',
};

/** Creates a campaign and lets the service send all of it. */
async function finishedCampaign(): Promise<string> {
	const { output } = await runNode(service.credential, campaign('create', spring));
	await service.advance(60_000);
	await service.control('DELETE', 'requests');
	return String(output[0].json.campaignId);
}

describe('Campaign: Create', () => {
	it('posts the campaign with its numbers normalised, and gives what the service answered', async () => {
		const { output } = await runNode(service.credential, campaign('create', spring));
		expect(output).toEqual([
			{
				json: expect.objectContaining({
					campaignId: expect.any(String),
					name: 'Spring',
					state: 'running',
					recipients: 3,
					sent: 0,
				}),
				pairedItem: { item: 0 },
			},
		]);
		expect(await requests(service)).toEqual([
			post('/campaigns', {
				name: 'Spring',
				from: 'Shop',
				text: 'Sale!',
				recipients: ['37060012345', '37060012346', '37060012347'],
			}),
		]);
	});

	it('takes a list of numbers and a date from expressions', async () => {
		await runNode(
			service.credential,
			campaign('create', {
				...spring,
				recipients: '={{ $json.numbers }}',
				options: { scheduledAt: '={{ DateTime.fromISO("2030-01-31T10:00:00+02:00") }}' },
			}),
			[{ numbers: [37060012345, '+37060012346'] }],
		);
		expect((await requests(service))[0].body).toMatchObject({
			recipients: ['37060012345', '37060012346'],
			scheduledAt: '2030-01-31T08:00:00.000Z',
		});
	});

	it('takes a time without a zone, as the date picker gives it, for one of the workflow', async () => {
		const options = { scheduledAt: '2030-01-31T10:00:00' };
		await runNode(service.credential, campaign('create', { ...spring, options }));
		expect((await requests(service))[0].body).toMatchObject({
			scheduledAt: '2030-01-31T08:00:00.000Z',
		});
	});

	it('leaves a blank Scheduled At out, and adds the body fields with their types', async () => {
		const bodyFields = pairs('field', { validity: '={{ 24 }}', flash: '={{ true }}', note: 'a b' });
		const options = { scheduledAt: '', bodyFields };
		await runNode(service.credential, campaign('create', { ...spring, options }));
		expect((await requests(service))[0].body).toEqual({
			name: 'Spring',
			from: 'Shop',
			text: 'Sale!',
			recipients: ['37060012345', '37060012346', '37060012347'],
			validity: 24,
			flash: true,
			note: 'a b',
		});
	});

	it('sends the JSON of the user exactly', async () => {
		const jsonBody = '{ "Title": "Spring", "to": [ 1, { "a": null } ], "from": "" }';
		await service.answer({});
		await runNode(service.credential, campaign('create', { specifyBody: 'json', jsonBody }));
		expect(await requests(service)).toEqual([
			post('/campaigns', { Title: 'Spring', to: [1, { a: null }], from: '' }),
		]);
	});

	it('says which of the recipients is wrong, and sends nothing', async () => {
		const { error } = await runNode(
			service.credential,
			campaign('create', { ...spring, recipients: '+37060012345, 12' }),
		);
		expect(error?.message).toBe("Number 2 of 'Recipients' isn't a phone number: 12 (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});

	it.each([
		['no recipients', { recipients: ' , \n' }, "'Recipients' is empty"],
		['no name', { name: ' ' }, "'Name' is empty"],
		['no sender', { from: '={{ "" }}' }, "'From' is empty"],
		['no text', { text: '={{ null }}' }, "'Text' is empty"],
		[
			'a text that is an object',
			{ text: '={{ ({}) }}' },
			"'Text' must be text, but it's an object",
		],
		[
			'a date that is none',
			{ options: { scheduledAt: 'next week' } },
			"'Scheduled At' isn't a date: next week",
		],
	])('refuses %s before a request', async (_, wrong, message) => {
		const { error } = await runNode(
			service.credential,
			campaign('create', { ...spring, ...wrong }),
		);
		expect(error?.message).toBe(`${message} (item 1 of 1)`);
		expect(await requests(service)).toEqual([]);
	});
});

describe('Campaign: Get', () => {
	it('gives the campaign', async () => {
		const campaignId = await finishedCampaign();
		const { output } = await runNode(service.credential, campaign('get', { campaignId }));
		expect(output).toEqual([
			{
				json: expect.objectContaining({ campaignId, state: 'finished', sent: 3 }),
				pairedItem: { item: 0 },
			},
		]);
		expect(await requests(service)).toEqual([get(`/campaigns/${campaignId}`)]);
	});

	it.each([
		['a/b c', '/campaigns/a%2Fb%20c'],
		['ü?x=1#y', '/campaigns/%C3%BC%3Fx%3D1%23y'],
		['100%', '/campaigns/100%25'],
		['a..b', '/campaigns/a..b'],
		[' 7 ', '/campaigns/7'],
	])('percent-encodes the ID "%s"', async (campaignId, path) => {
		const { error } = await runNode(service.credential, campaign('get', { campaignId }));
		expect(error?.message).toContain('There is no campaign');
		expect(await requests(service)).toEqual([get(path)]);
	});

	it('takes an ID that is a number', async () => {
		await service.answer({});
		await runNode(service.credential, campaign('get', { campaignId: '={{ 42 }}' }));
		expect(await requests(service)).toEqual([get('/campaigns/42')]);
	});

	it.each([
		['..', "'Campaign ID' isn't an ID: .."],
		['.', "'Campaign ID' isn't an ID: ."],
		['  ', "'Campaign ID' is empty"],
		['={{ null }}', "'Campaign ID' is empty"],
		['={{ [1] }}', "'Campaign ID' must be text, but it's a list"],
	])('refuses the ID "%s" before a request', async (campaignId, message) => {
		const { error } = await runNode(service.credential, campaign('get', { campaignId }));
		expect(error?.message).toBe(`${message} (item 1 of 1)`);
		expect(await requests(service)).toEqual([]);
	});

	it('leaves an object that holds a list as it is', async () => {
		const answer = { campaignId: '7', recipients: ['37060012345', '37060012346'] };
		await service.fail({ kind: 'status', status: 200, body: answer });
		const { output } = await runNode(service.credential, campaign('get', { campaignId: '7' }));
		expect(output).toEqual([{ json: answer, pairedItem: { item: 0 } }]);
	});
});

describe.each([
	['Campaign: Get Messages', 'getMessages', 'messages', 'partIds'],
	['Campaign: Get Delivery Reports', 'getReports', 'reports', 'state'],
])('%s', (_, operation, path, ownField) => {
	const all = { returnAll: true };

	it('gives one item for each, paired with the input item', async () => {
		const campaignId = await finishedCampaign();
		const { output } = await runNode(
			service.credential,
			campaign(operation, { campaignId: '={{ $json.id }}', ...all }),
			[{ id: 'unknown' }, { id: campaignId }],
			{ onError: 'continueRegularOutput' },
		);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
			{ item: 1 },
		]);
		expect(output[0].json.error).toBe('There is no campaign unknown');
		for (const { json } of output.slice(1)) expect(json).toHaveProperty(ownField);
		expect(await requests(service)).toEqual(
			expect.arrayContaining([
				get(`/campaigns/unknown/${path}`),
				get(`/campaigns/${campaignId}/${path}`),
			]),
		);
	});

	it('gives no more than Limit', async () => {
		const campaignId = await finishedCampaign();
		const { output } = await runNode(
			service.credential,
			campaign(operation, { campaignId, returnAll: false, limit: 2 }),
		);
		expect(output).toHaveLength(2);
	});

	it('gives no item for a campaign that has none yet', async () => {
		const { output: created } = await runNode(service.credential, campaign('create', spring));
		const campaignId = created[0].json.campaignId as string;
		const { output, error } = await runNode(
			service.credential,
			campaign(operation, { campaignId, ...all }),
		);
		expect({ output, error }).toEqual({ output: [], error: undefined });
	});

	it('stops with the words of the service for an unknown campaign', async () => {
		const { error } = await runNode(
			service.credential,
			campaign(operation, { campaignId: '7', ...all }),
		);
		expect(error).toMatchObject({ message: 'There is no campaign 7', httpCode: '404' });
	});
});

describe('Campaign: Cancel', () => {
	const created = async () =>
		(await runNode(service.credential, campaign('create', spring))).output[0].json as IDataObject;

	it('posts an empty body, and gives the campaign as it is then', async () => {
		const { campaignId } = await created();
		await service.control('DELETE', 'requests');
		const { output } = await runNode(
			service.credential,
			campaign('cancel', { campaignId: String(campaignId) }),
		);
		expect(output).toEqual([
			{
				json: expect.objectContaining({ campaignId, state: 'cancelled' }),
				pairedItem: { item: 0 },
			},
		]);
		expect(await requests(service)).toEqual([post(`/campaigns/${String(campaignId)}/cancel`, {})]);
	});

	it('says that it succeeded when the answer is empty', async () => {
		await service.fail({ kind: 'empty' });
		const { output } = await runNode(service.credential, campaign('cancel', { campaignId: '7' }));
		expect(output).toEqual([{ json: { success: true }, pairedItem: { item: 0 } }]);
	});

	it('sends additional body fields', async () => {
		const options = { bodyFields: pairs('field', { reason: 'Sold out' }) };
		await service.answer({});
		await runNode(service.credential, campaign('cancel', { campaignId: '7', options }));
		expect(await requests(service)).toEqual([post('/campaigns/7/cancel', { reason: 'Sold out' })]);
	});

	it('says that a finished campaign cannot be cancelled', async () => {
		const campaignId = await finishedCampaign();
		const { error } = await runNode(service.credential, campaign('cancel', { campaignId }));
		expect(error).toMatchObject({
			message: 'The campaign is already finished',
			description: expect.stringContaining('already in another state'),
			httpCode: '409',
		});
	});
});
