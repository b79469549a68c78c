import { PolledTrigger } from '../support/poll';
import { serviceForTests } from '../support/service';
import { arrivalsAt, Example } from './support/example';

const service = serviceForTests();
const { requestsTo } = arrivalsAt(service);

const state = async () => await service.control('GET', 'state');

describe('Create a campaign and sum up its delivery', () => {
	const spring = {
		'Name of the campaign': 'Spring sale',
		Message: 'Our spring sale has begun. '.repeat(10),
		// The first is there twice; the second cannot be reached; of the third the last part fails.
		Recipients: '+370 600 12345\n0037060012345, +370 601 10002;\n\n+370 601 10005',
	};
	const submit = async (example: Example, values: Partial<typeof spring> = {}) =>
		await example.run('On form submission', [{ ...spring, ...values }]);
	const created = async () => (await requestsTo('/campaigns')).map(({ body }) => body);
	const rows = (example: Example) => example.tables.get('SMS campaigns');

	test('creates it for each number once, sums up its reports, and takes no name twice', async () => {
		const example = new Example(service, 'campaign-summary');
		const run = await submit(example);
		expect(run.page).toEqual({
			title: 'The campaign is on its way',
			text: 'It goes to 3 recipients. What becomes of it is written into the data table "SMS campaigns", every two minutes.',
		});
		const recipients = ['37060012345', '37060110002', '37060110005'];
		expect(await created()).toEqual([
			{ name: 'Spring sale', from: 'Example', text: spring.Message, recipients },
		]);
		const sums = run.itemsOf('Count by state');
		expect(sums.sort((a, b) => String(a.state).localeCompare(String(b.state)))).toEqual([
			{ state: 'delivered', count_messageId: 1, sum_parts: 2, appended_error: [] },
			{ state: 'failed', count_messageId: 2, sum_parts: 4, appended_error: ['27', '8'] },
		]);
		const summary = expect.stringMatching(
			/^(delivered: 1(, |$)|failed: 2 \(error code 27, 8\)(, |$)){2}/,
		);
		expect(rows(example)).toMatchObject([{ name: 'Spring sale', recipients: 3, summary }]);

		expect((await submit(example, { Message: 'Something else' })).page).toEqual({
			title: 'Nothing was sent',
			text: expect.stringMatching(/^There has been a campaign of this name before: /),
		});
		expect(await created()).toHaveLength(1);
	});

	test('says which number is wrong, creates nothing and keeps the name free', async () => {
		const example = new Example(service, 'campaign-summary');
		expect((await submit(example, { Recipients: '+370 600 12345\n12' })).page).toEqual({
			title: 'The campaign was not created',
			text: "Nothing was sent. Number 2 of 'Recipients' isn't a phone number: 12",
		});
		expect(await created()).toEqual([]);
		expect((await submit(example)).page?.title).toBe('The campaign is on its way');
	});

	test('creates none again of which it is not known whether it was created', async () => {
		const example = new Example(service, 'campaign-summary');
		await service.fail({ kind: 'drop', accepted: true, method: 'POST', path: '/campaigns' });
		expect((await submit(example)).page).toEqual({
			title: 'It is not known whether the campaign was created',
			text: expect.stringContaining('The connection was closed before the service answered'),
		});
		expect((await submit(example)).page?.text).toContain('it is not known whether it was created');
		expect(await created()).toHaveLength(1);
	});

	test('gives up after 30 rounds, and keeps the last sum', async () => {
		const example = new Example(service, 'campaign-summary');
		// In the sandbox this one stays in state 1 for ever.
		const run = await submit(example, { Recipients: '+370 601 10004' });
		expect(run.timesOf('Is anything on its way?')).toBe(30);
		expect(rows(example)).toMatchObject([{ summary: 'on its way: 1' }]);
	});
});

test('Follow a campaign: a row for each message that has ended, and nobody suppressed but for the chosen code', async () => {
	const example = new Example(service, 'campaign-messages');
	const tried = await example.run('To try it by hand');
	expect(tried.itemsOf('Create a campaign')).toMatchObject([{ recipients: 2 }]);
	const { campaignId } = await service.post('/campaigns', {
		name: 'Spring',
		from: 'Example',
		text: 'Our spring sale has begun. '.repeat(10),
		recipients: ['37060110002', '37060112345', '37060110005'],
	});
	await service.advance(60_000);
	const watched = {
		triggerOn: 'messageCompleted',
		watch: 'campaign',
		campaignId: String(campaignId),
	};
	const items = await new PolledTrigger(service.credential, watched).poll();
	await example.run('When a message has ended', items!);
	expect(example.tables.get('Campaign messages')).toMatchObject([
		{ to: '37060110002', parts: 2, delivered: 0, failed: 2, firstError: '27' },
		{ to: '37060112345', parts: 2, delivered: 2, failed: 0, firstError: '' },
		{ to: '37060110005', parts: 2, delivered: 1, failed: 1, firstError: '8' },
	]);
	expect((await state()).suppression).toMatchObject([
		{ phoneNumber: '37060110002', reason: 'Could not be reached, error code 27' },
	]);
	expect(await requestsTo('/suppression')).toHaveLength(1);
});
