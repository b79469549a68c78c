import { sharedHost } from '../support';
import { dropTable, requestsTo, tableRows } from '../support/exampleData';
import { PlayedExample } from '../support/playing';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('A campaign', () => {
	const spring = {
		'Name of the campaign': 'Spring sale',
		Message: 'Our spring sale has begun. '.repeat(10),
		// The first is there twice; the second cannot be reached; of the third the last part fails.
		Recipients: '+370 600 12345\n0037060012345, +370 601 10002;\n\n+370 601 10005',
	};
	const recipients = ['37060012345', '37060110002', '37060110005'];
	let example: PlayedExample;
	const submit = async (values: Partial<typeof spring> = {}) =>
		await example.run('On form submission', [{ ...spring, ...values }]);
	const created = async () => (await requestsTo(host, '/campaigns')).map(({ body }) => body);
	const summaries = async () =>
		(await tableRows(host, 'SMS campaigns')).map(({ summary }) => summary);
	beforeEach(async () => {
		await dropTable(host, 'SMS campaigns');
		example = await PlayedExample.of(host, 'campaign-summary');
	});

	test('goes to each number once, its reports are summed up, and its name is taken', async () => {
		const run = await submit();
		expect(run.page?.text).toContain('It goes to 3 recipients.');
		expect(await created()).toMatchObject([{ name: 'Spring sale', recipients }]);
		const sums = run.itemsOf('Count by state');
		expect(sums.toSorted((a, b) => `${a.state}`.localeCompare(`${b.state}`))).toMatchObject([
			{ state: 'delivered', count_messageId: 1, sum_parts: 2 },
			{ state: 'failed', count_messageId: 2, sum_parts: 4, appended_error: ['27', '8'] },
		]);
		expect(await summaries()).toEqual([
			expect.stringMatching(/^(delivered: 1(, |$)|failed: 2 \(error code 27, 8\)(, |$)){2}/),
		]);
		expect((await submit({ Message: 'Something else' })).page).toMatchObject({
			title: 'Nothing was sent',
			text: expect.stringMatching(/^There has been a campaign of this name before: /),
		});
		expect(await created()).toHaveLength(1);
	});

	test('with a wrong number is not created, and keeps its name free', async () => {
		expect((await submit({ Recipients: '+370 600 12345\n12' })).page).toMatchObject({
			title: 'The campaign was not created',
			text: "Nothing was sent. Number 2 of 'Recipients' isn't a phone number: 12",
		});
		expect(await created()).toEqual([]);
		expect((await submit()).page?.title).toBe('The campaign is on its way');
	});

	test('is not created again if it is not known whether it was', async () => {
		await host.sandbox.fail({ kind: 'drop', accepted: true, method: 'POST', path: '/campaigns' });
		expect((await submit()).page).toMatchObject({
			title: 'It is not known whether the campaign was created',
			text: expect.stringContaining('The connection was closed before the service answered'),
		});
		expect((await submit()).page?.text).toContain('it is not known whether it was created');
		expect(await created()).toHaveLength(1);
	});

	test('is asked about 30 times at most, and its last sum stays', async () => {
		// In the sandbox this one stays on its way for ever.
		const run = await submit({ Recipients: '+370 601 10004' });
		expect(run.timesOf('Is anything on its way?')).toBe(30);
		expect(await summaries()).toEqual(['on its way: 1']);
	});
});
