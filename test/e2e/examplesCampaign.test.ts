import { itemsOf, type SavedWorkflow, sharedHost, submitForm } from './support';
import { dropTable, importChanged, requestsTo, tableRows } from './support/exampleData';

const table = 'SMS campaigns';
const wait = 'Wait two minutes';

const host = sharedHost();
let form: SavedWorkflow;

beforeAll(async () => {
	const shortWait = { [wait]: { amount: 1, unit: 'seconds' } };
	form = await host.client.activateWorkflow(
		await importChanged(host, 'campaign-summary', shortWait),
	);
});
afterAll(async () => await host.client.deactivateWorkflow(form.id));
beforeEach(async () => {
	await host.sandbox.reset();
	await dropTable(host, table);
});
// What still asks for reports would meet the next test's faults.
afterEach(async () => {
	await host.sandbox.moveClock(60_000);
	for (const id of executionIds.splice(0)) await host.client.waitForExecution(id);
});

const spring = {
	'Name of the campaign': 'Spring sale',
	Message: 'Our spring sale has begun. '.repeat(10),
	// The first is there twice; the second cannot be reached; of the third the last part fails.
	Recipients: '+370 600 12345\n0037060012345, +370 601 10002;\n\n+370 601 10005',
};

const executionIds: string[] = [];

async function submit(values: Partial<typeof spring> = {}) {
	const submission = await submitForm(host.n8nAddress, form, { ...spring, ...values });
	executionIds.push(submission.executionId);
	return submission;
}

const rows = async () => await tableRows(host, table);

/** The bodies of all requests to create a campaign. */
const created = async () => (await requestsTo(host, '/campaigns')).map(({ body }) => body);

describe('Example: Create a campaign and sum up its delivery', () => {
	test('creates it for each number once, and sums up its reports by state until all are final', async () => {
		const { page, executionId } = await submit();
		expect(page).toEqual({
			title: 'The campaign is on its way',
			text: 'It goes to 3 recipients. What becomes of it is written into the data table "SMS campaigns", every two minutes.',
		});
		await host.sandbox.moveClock(60_000);
		const execution = await host.client.waitForExecution(executionId);

		expect(execution.status).toBe('success');
		expect(await created()).toEqual([
			{
				name: 'Spring sale',
				from: 'Example',
				text: spring.Message,
				recipients: ['37060012345', '37060110002', '37060110005'],
			},
		]);
		const sums = itemsOf(execution, 'Count by state');
		expect(sums.sort((a, b) => String(a.state).localeCompare(String(b.state)))).toEqual([
			{ state: 'delivered', count_messageId: 1, sum_parts: 2, appended_error: [] },
			{ state: 'failed', count_messageId: 2, sum_parts: 4, appended_error: ['27', '8'] },
		]);
		const [row, ...others] = await rows();
		expect(others).toEqual([]);
		expect(row).toMatchObject({
			name: 'Spring sale',
			recipients: 3,
			summary: expect.stringMatching(
				/^(delivered: 1(, |$)|failed: 2 \(error code 27, 8\)(, |$)){2}/,
			),
		});
	});

	test('sends nothing under a name that was used before', async () => {
		await submit();
		const { page } = await submit({ Message: 'Something else' });
		expect(page).toEqual({
			title: 'Nothing was sent',
			text: expect.stringMatching(/^There has been a campaign of this name before: /),
		});
		expect(await created()).toHaveLength(1);
	});

	test('says which number is wrong, creates nothing and keeps the name free', async () => {
		const { page } = await submit({ Recipients: '+370 600 12345\n12' });
		expect(page).toEqual({
			title: 'The campaign was not created',
			text: "Nothing was sent. Number 2 of 'Recipients' isn't a phone number: 12",
		});
		expect(await created()).toEqual([]);
		expect((await submit()).page.title).toBe('The campaign is on its way');
	});

	test('creates none again of which it is not known whether it was created', async () => {
		const fault = { kind: 'drop', accepted: true, method: 'POST', path: '/campaigns' };
		await host.sandbox.call('POST', 'faults', fault);
		const { page } = await submit();
		expect(page).toEqual({
			title: 'It is not known whether the campaign was created',
			text: expect.stringContaining('The connection was closed before the service answered'),
		});
		const again = await submit();
		expect(again.page.text).toContain('it is not known whether it was created');
		expect(await created()).toHaveLength(1);
	});

	test('gives up after 30 rounds, and keeps the last sum', async () => {
		const workflow = await host.client.activateWorkflow(
			await importChanged(host, 'campaign-summary', {
				'On form submission': { options: { path: 'campaign-at-once' } },
				[wait]: { amount: 0.1, unit: 'seconds' },
			}),
		);
		// In the sandbox this one stays in state 1 for ever.
		const values = { ...spring, Recipients: '+370 601 10004' };
		const { executionId } = await submitForm(host.n8nAddress, workflow, values);
		const execution = await host.client.waitForExecution(executionId);
		await host.client.deactivateWorkflow(workflow.id);

		expect(execution.status).toBe('success');
		expect(execution.data.resultData.runData['Is anything on its way?']).toHaveLength(30);
		expect(itemsOf(execution, 'It is over')).toHaveLength(1);
		expect(await rows()).toMatchObject([{ summary: 'on its way: 1' }]);
	});
});
