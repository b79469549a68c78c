import { postForm } from '../n8n/form';
import { eventually } from '../support/eventually';
import {
	importExample,
	type readExample,
	type SavedWorkflow,
	sharedHost,
	submitForm,
} from './support';
import { approve, latestLink, open, textsOn, untilWaiting } from './support/asking';
import {
	dropTable,
	exampleFile,
	publisherForTests,
	requestsTo,
	tableRows,
} from './support/exampleData';

// By the forms that people fill in; examples/ plays the rest by hand, with pinned items.
// Others: byTheClock.test.ts, npmStart.test.ts, optOutByLink.test.ts, browser/.
const host = sharedHost();
const publish = publisherForTests(host);
const [owner, customer] = ['37060012345', '37060099999'];
const person = { Name: 'Jūratė', 'Phone number': '+370 600 99999' };
beforeEach(async () => {
	await host.sandbox.reset();
	await host.sandbox.call('POST', 'clock', { eachReportMs: 60_000 });
});

const formOf = async (...named: Parameters<typeof readExample>) =>
	await publish(await importExample(host, ...named));
const pageOf = async (form: SavedWorkflow, values: Record<string, string | File>) =>
	(await submitForm(host.n8nAddress, form, values)).page;

describe('From a form', () => {
	test('an order is confirmed', async () => {
		const order = { 'Order number': 'A-1042', 'Phone number': '+370 600 99999' };
		expect((await pageOf(await formOf('order-confirmation'), order)).title).toBe('Confirmed');
		expect(await textsOn(host, customer)).toHaveLength(1);
	});

	test('a phone number is confirmed by its code', async () => {
		const form = await formOf('number-confirmed-by-code');
		const code = async () => [/\d{6}/.exec((await textsOn(host, customer))[0])![0]];
		const number = { 'Phone number': '8 600 99999' };
		const { page } = await submitForm(host.n8nAddress, form, number, code);
		expect(page).toEqual({ title: 'Confirmed', text: `Your number ${customer} is confirmed.` });
	});

	test('a campaign is created, and summed up until nothing is on its way', async () => {
		await dropTable(host, 'SMS campaigns');
		const form = await formOf('campaign-summary', (text) =>
			text.replace('"amount":2,"unit":"minutes"', '"amount":1,"unit":"seconds"'),
		);
		const { executionId, page } = await submitForm(host.n8nAddress, form, {
			'Name of the campaign': 'Spring sale',
			Message: 'It has begun.',
			Recipients: '+370 600 12345\n+370 601 10002',
		});
		expect(page.title).toBe('The campaign is on its way');
		await host.client.waitForExecution(executionId, 'success');
		const [{ summary }] = await tableRows(host, 'SMS campaigns');
		expect(summary).toMatch(/^(delivered: 1(, |$)|failed: 1 \(error code 27\)(, |$)){2}/);
	});

	test('somebody is reminded of an appointment in the window of hours', async () => {
		const form = await formOf('appointment-reminder-in-hours', (text) =>
			text.replace('"09:00"', '"00:00"').replace('"20:00"', '"24:00"'),
		);
		const [Day, Time] = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 16).split('T');
		await postForm(host.n8nAddress, form, { ...person, Day, Time });
		const texts = async () => await textsOn(host, customer);
		await eventually('the SMS', async () => (await texts()).length > 0, 120, 500);
		expect(await texts()).toEqual([
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
		const form = await formOf(name);
		await postForm(host.n8nAddress, form, { ...person, ...values });
		const [{ id }] = await host.client.executions(form.id);
		await untilWaiting(host, id);
		await open(await latestLink(host, asked), 'POST', answer);
		const { data } = await host.client.waitForExecution(id, 'success');
		expect(Object.keys(data.resultData.runData)).toContainEqual(
			expect.stringMatching(/^(Confirm it|Refund it)$/),
		);
		expect(await textsOn(host, customer)).toEqual(told);
	});

	test('an SMS goes out, is a row, and its ID is shown', async () => {
		await dropTable(host, 'SMS messages');
		const page = await pageOf(await formOf('form-to-sms'), { ...person, Topic: 'Address' });
		const [{ messageId, to, text }] = await host.sandbox.messages();
		expect([to, text]).toEqual([customer, 'Hi Jūratė! You find us at Pilies 1, Vilnius.']);
		expect(page).toEqual({
			title: 'Your message is on its way',
			text: `Thank you, Jūratė. The ID of your message is ${messageId}.`,
		});
		const row = { messageId, to, text: 'Address', parts: 1, errorCode: '' };
		const waits = { state: 'waiting for the report', final: false };
		expect(await tableRows(host, 'SMS messages')).toMatchObject([{ ...row, ...waits }]);
	});
});

describe('From a spreadsheet', () => {
	const upload = async (File: File) =>
		await pageOf(await formOf('spreadsheet-to-sms'), {
			...{ 'Name of the mailing': 'November', File, Message: '' },
		});

	test('an SMS goes to each row of an Excel workbook, with numbers as numbers, and what became of each row is said', async () => {
		const { title, text, files } = await upload(exampleFile('spreadsheet-rows.xlsx'));
		expect((await host.sandbox.sentSms()).map(({ to, text: said }) => [to, said])).toEqual([
			['37060012345', 'Labas, Jūrate! Sąskaita už lapkritį jau paruošta.'],
			['4915123456789', 'Schöne Grüße aus Köln: Ihre Rechnung ist da.'],
		]);
		expect(title).toBe('Some rows were not sent');
		expect(text).toMatch(/^Sent: 2\. Sent before: 0\. .* Not sent: \d+\. Not known: 0\./);
		expect(files?.map(({ name }) => name)).toEqual(['outcomes.csv']);
		const outcomes = files?.[0].content.toString();
		expect(outcomes).toContain('3.706E+10');
		expect(outcomes).toContain('was rounded');
	});

	test('nothing is sent if the workbook is broken', async () => {
		const page = await upload(new File([Buffer.from('PK\u0003\u0004 broken')], 'rows.XLSX'));
		expect(page.title).toBe('The file cannot be read');
		expect(await requestsTo(host, '/v1/sms/bulk')).toEqual([]);
	});

	test('contacts are imported, and of each row is said whether it was', async () => {
		const page = await pageOf(await formOf('contact-import'), {
			File: exampleFile('contacts.csv'),
		});
		expect(page).toMatchObject({
			title: 'Some rows were not imported',
			text: expect.stringMatching(/^Imported: 3\. Not imported: 3\./),
		});
		const outcomes = page.files?.[0].content.toString();
		expect(outcomes).toMatch(/^\+49 \(151\) 2345-6789,Jürgen,Groß,imported,/m);
		expect(outcomes).toMatch(/^\+999 600 12345,No,Country,not imported,/m);
	});
});
