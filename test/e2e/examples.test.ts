import { importExample, type SavedWorkflow, sharedHost, submitForm } from './support';
import {
	dropTable,
	exampleFile,
	publisherForTests,
	requestsTo,
	tableRows,
} from './support/exampleData';

// With files and last pages as a browser has them; examples/ plays the rest by hand.
const host = sharedHost();
const publish = publisherForTests(host, afterAll);
beforeEach(async () => await host.sandbox.reset());

describe('Example: Send an SMS from a form', () => {
	const submission = { Name: 'Jūratė', 'Phone number': '+370 600 12345', Topic: 'Address' };
	const rows = async () => await tableRows(host, 'SMS messages');
	beforeEach(async () => await dropTable(host, 'SMS messages'));

	test('sends what was filled in, writes a row and shows the message ID', async () => {
		const form = await publish(await importExample(host, 'form-to-sms'));
		const { page } = await submitForm(host.n8nAddress, form, submission);
		const messages = await host.sandbox.messages();
		expect(messages).toMatchObject([
			{
				to: '37060012345',
				parts: [{ text: 'Hi Jūratė! You find us at Pilies 1, Vilnius.' }],
				messageId: expect.any(String),
			},
		]);
		const [{ messageId }] = messages;
		expect(page).toEqual({
			title: 'Your message is on its way',
			text: `Thank you, Jūratė. The ID of your message is ${messageId}.`,
		});
		const row = { messageId, to: '37060012345', text: 'Address', parts: 1, errorCode: '' };
		const waits = { state: 'waiting for the report', final: false };
		expect(await rows()).toMatchObject([{ ...row, ...waits }]);
	});
});

describe('Example: Send an SMS to each row of a spreadsheet', () => {
	let form: SavedWorkflow;
	beforeAll(async () => {
		form = await publish(await importExample(host, 'spreadsheet-to-sms'));
	});
	let mailing = 0;
	const upload = async (file: File) => {
		const values = { 'Name of the mailing': `Mailing ${++mailing}`, File: file, Message: '' };
		return (await submitForm(host.n8nAddress, form, values)).page;
	};

	test('reads an Excel workbook, with numbers as numbers, and says what became of each row', async () => {
		const { title, text, files } = await upload(exampleFile('spreadsheet-rows.xlsx'));
		const messages = await host.sandbox.messages();
		expect(messages.map(({ to, parts }) => [to, parts.map(({ text }) => text).join('')])).toEqual([
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

	test.each([
		[
			'a CSV file with letters of Windows',
			'rows.csv',
			Buffer.from('phone,message\n+37060012345,\u00fc\n', 'latin1'),
		],
		['a CSV file with a row too short', 'rows.csv', Buffer.from('phone,message\n+37060012345\n')],
		['a workbook that is none', 'rows.XLSX', Buffer.from('PK\u0003\u0004 broken')],
	])('refuses %s, and sends nothing', async (_, name, content) => {
		const page = await upload(new File([content], name));
		expect(page.title).toBe('The file cannot be read');
		expect(await requestsTo(host, '/v1/sms/bulk')).toEqual([]);
	});
});

test('Example: Import contacts: says of each row whether it was imported', async () => {
	const form = await publish(await importExample(host, 'contact-import'));
	const { page } = await submitForm(host.n8nAddress, form, { File: exampleFile('contacts.csv') });
	expect(page).toMatchObject({
		title: 'Some rows were not imported',
		text: expect.stringMatching(/^Imported: 3\. Not imported: 3\./),
	});
	const outcomes = page.files?.[0].content.toString();
	expect(outcomes).toMatch(/^\+49 \(151\) 2345-6789,Jürgen,Groß,imported,/m);
	expect(outcomes).toMatch(/^\+999 600 12345,No,Country,not imported,/m);
});
