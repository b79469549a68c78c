import { postForm } from '../n8n/form';
import { eventually } from '../support/eventually';
import { importExample, type readExample, sharedHost, submitForm } from './support';
import { approve, latestLink, open, textsOn, untilWaiting } from './support/asking';
import { dropTable, publisherForTests, tableRows } from './support/exampleData';

const host = sharedHost();
const publish = publisherForTests(host, afterAll);
beforeEach(async () => await host.sandbox.reset());

// By hand, with pinned items: examples/. Others: examples.test.ts, byTheClock.test.ts, npmStart.test.ts, browser/.
const [owner, customer] = ['37060012345', '37060099999'];

const example = async (...named: Parameters<typeof readExample>) =>
	await importExample(host, ...named);

/** Fills in an example's form, and gives the page at its end. */
const fillIn = async (
	name: string,
	values: Record<string, string>,
	...enter: Array<() => Promise<string[]>>
) => (await submitForm(host.n8nAddress, await publish(await example(name)), values, ...enter)).page;

describe('From a form', () => {
	test('an order is confirmed once', async () => {
		const order = { 'Order number': 'A-1042', 'Phone number': '+370 600 99999' };
		const form = await publish(await example('order-confirmation'));
		const first = submitForm(host.n8nAddress, form, order);
		await eventually('sent', async () => (await textsOn(host, customer)).length > 0, 120, 500);
		await host.sandbox.moveClock(60_000);
		expect((await first).page.title).toBe('Confirmed');
		const { page } = await submitForm(host.n8nAddress, form, order);
		expect(page.title).toBe('Already confirmed');
		expect(await textsOn(host, customer)).toHaveLength(1);
	});

	test('a phone number is confirmed by its code', async () => {
		const code = async () => [/\d{6}/.exec((await textsOn(host, customer)).at(-1) ?? '')![0]];
		const page = await fillIn('number-confirmed-by-code', { 'Phone number': '8 600 99999' }, code);
		expect(page).toEqual({
			title: 'Confirmed',
			text: `Your number ${customer} is confirmed.`,
		});
	});

	test('a campaign is created, and summed up until nothing is on its way', async () => {
		await dropTable(host, 'SMS campaigns');
		const form = await publish(
			await example('campaign-summary', (text) =>
				text.replace('"amount":2,"unit":"minutes"', '"amount":1,"unit":"seconds"'),
			),
		);
		const { executionId, page } = await submitForm(host.n8nAddress, form, {
			'Name of the campaign': 'Spring sale',
			Message: 'It has begun.',
			Recipients: '+370 600 12345\n+370 601 10002',
		});
		expect(page.title).toBe('The campaign is on its way');
		await host.sandbox.moveClock(60_000);
		await host.client.waitForExecution(executionId, 'success');
		const [{ summary }] = await tableRows(host, 'SMS campaigns');
		expect(summary).toMatch(/^(delivered: 1(, |$)|failed: 1 \(error code 27\)(, |$)){2}/);
	});

	test('somebody is reminded of an appointment in the window of hours', async () => {
		const form = await publish(
			await example('appointment-reminder-in-hours', (text) =>
				text.replace('"09:00"', '"00:00"').replace('"20:00"', '"24:00"'),
			),
		);
		const [Day, Time] = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 16).split('T');
		const visit = { Name: 'Jūratė', 'Phone number': '+370 600 99999', Day, Time };
		await postForm(host.n8nAddress, form, visit);
		await eventually('the SMS', async () => (await textsOn(host, customer)).length > 0, 120, 500);
		expect(await textsOn(host, customer)).toEqual([
			`Hello Jūratė, your appointment is on ${Day} at ${Time}. See you then!`,
		]);
	});

	test.each([
		[
			'a refund once the owner says yes',
			'approval-by-sms',
			{ 'Order number': '1042', 'Amount in euros': '129.9', Reason: 'Broken' },
			owner,
			approve,
			['Your order 1042 is refunded.'],
		],
		[
			'an appointment once the customer says yes',
			'appointment-by-sms',
			{ Day: '2027-01-31', Time: '14:30' },
			customer,
			{ choice: '0' },
			[expect.stringContaining('2027-01-31 at 14:30')],
		],
	])('goes on with %s', async (_, name, values, asked, answer, told) => {
		const form = await publish(await example(name));
		const who = { Name: 'Jūratė', 'Phone number': '+370 600 99999' };
		await postForm(host.n8nAddress, form, { ...who, ...values });
		const [{ id }] = await host.client.executions(form.id);
		await untilWaiting(host, id);
		await open(await latestLink(host, asked), 'POST', answer);
		const { data } = await host.client.waitForExecution(id, 'success');
		expect(Object.keys(data.resultData.runData)).toContainEqual(
			expect.stringMatching(/^(Confirm it|Refund it)$/),
		);
		expect(await textsOn(host, customer)).toEqual(told);
	});
});
