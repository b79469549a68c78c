import { parse as parseCsv } from 'csv-parse/sync';

import type { FormPage } from '../n8n/form';
import { importExample, type SavedWorkflow, sharedHost, submitForm } from './support';
import { dropTable, exampleFile, requestsTo, tableRows, waitUntil } from './support/exampleData';
import { postToService } from './support/serviceClient';

const table = 'SMS mailings';
const bulk = '/v1/sms/bulk';

const host = sharedHost();
let form: SavedWorkflow;

beforeAll(async () => {
	form = await host.client.activateWorkflow(await importExample(host, 'spreadsheet-to-sms'));
});
afterAll(async () => await host.client.deactivateWorkflow(form.id));
beforeEach(async () => {
	await host.sandbox.reset();
	await dropTable(host, table);
});

async function upload(file: File, mailing = 'Invoices November', message = ''): Promise<FormPage> {
	const values = { 'Name of the mailing': mailing, File: file, Message: message };
	const { page, executionId } = await submitForm(host.n8nAddress, form, values);
	expect((await host.client.waitForExecution(executionId)).status).toBe('success');
	return page;
}

const csv = (text: string, name = 'rows.csv') => new File([text], name);

/** The rows of the only file that a page hands out. */
function rowsIn({ files }: FormPage, delimiter = ','): Array<Record<string, string>> {
	expect(files?.map(({ name }) => name)).toEqual(['failed-rows.csv']);
	return parseCsv(files?.[0].content ?? '', { columns: true, bom: true, delimiter });
}

/** Recipients and texts of all SMS that the sandbox was asked to send. */
const sent = async () =>
	(await host.sandbox.messages()).map(({ to, parts }) => [
		to,
		parts.map(({ text }) => text).join(),
	]);

const advice = expect.stringMatching(/^Enter the number with its country code/);
const greetings = [
	['37060012345', 'Labas, Jūrate! Sąskaita už lapkritį jau paruošta.'],
	['4915123456789', 'Schöne Grüße aus Köln: Ihre Rechnung ist da.'],
];

describe('Example: Send an SMS to each row of a spreadsheet', () => {
	test('sends the rows in one request, and hands out the others with the reason', async () => {
		const page = await upload(
			exampleFile('spreadsheet-rows.csv'),
			undefined,
			'Your invoice is due.',
		);

		expect(await sent()).toEqual([...greetings, ['447700900123', 'Your invoice is due.']]);
		expect(await requestsTo(host, bulk)).toHaveLength(1);
		expect(page).toMatchObject({
			title: 'Some rows were not sent',
			text:
				'Accepted: 3. Not sent: 2. Left out, because the same SMS has gone to the same number before: 1. ' +
				'The file that has just been downloaded says why, row by row. Correct its rows and upload it again under the same name.',
		});
		expect(rowsIn(page)).toEqual([
			{
				name: 'Typing Error',
				phone: '+370 600',
				message: 'This row comes back: its number is too short.',
				outcome: 'not sent',
				error: "'To' isn't a phone number: +370 600",
				details: advice,
			},
			{
				name: 'No Number',
				phone: '',
				message: 'This row comes back: it has no number.',
				outcome: 'not sent',
				error: "'To' is empty",
				details: advice,
			},
		]);
	});

	test('sends only the corrected rows when a file is uploaded again', async () => {
		const page = await upload(exampleFile('spreadsheet-rows.csv'), undefined, 'Hello');
		const again = await upload(exampleFile('spreadsheet-rows.csv'), ' INVOICES November', 'Hello');
		expect(again.text).toContain('Accepted: 0. Not sent: 2. Left out');
		expect(await sent()).toHaveLength(3);

		const failed = page.files?.[0].content.toString() ?? '';
		const corrected = csv(failed.replace('+370 600,', '+370 600 22222,'));
		expect((await upload(corrected)).text).toContain('Accepted: 1. Not sent: 1.');
		expect((await sent()).slice(3)).toEqual([
			['37060022222', 'This row comes back: its number is too short.'],
		]);
	});

	test('sends the same once more in a mailing of another name, and says when nothing is left', async () => {
		const file = csv('phone,message\n+370 600 12345,Hello\n');
		expect(await upload(file)).toEqual({
			title: 'No row failed',
			text: 'Accepted: 1.',
		});
		expect((await upload(file)).title).toBe('Nothing was sent');
		expect(await sent()).toHaveLength(1);
		expect((await upload(file, 'Invoices December')).text).toBe('Accepted: 1.');
		expect(await sent()).toHaveLength(2);
	});

	test('reads an Excel workbook, with numbers as numbers', async () => {
		const page = await upload(exampleFile('spreadsheet-rows.xlsx'));
		expect(await sent()).toEqual(greetings);
		expect(rowsIn(page)).toMatchObject([
			{ name: 'Rounded', phone: '3.706E+10', error: expect.stringContaining('was rounded') },
		]);
	});

	test('reads a CSV file with semicolons, and hands out one like it', async () => {
		const page = await upload(csv('\ufeffphone;message\r\n+370 600 12345;Hello, Ana\r\n12;Hi\r\n'));
		expect(await sent()).toEqual([['37060012345', 'Hello, Ana']]);
		expect(rowsIn(page, ';')).toMatchObject([{ phone: '12', outcome: 'not sent' }]);
	});

	test('hands out all rows of a request that the service refuses, and sends them later', async () => {
		const body = { message: 'The balance is too low' };
		const fault = { kind: 'status', status: 402, body, path: bulk };
		await host.sandbox.call('POST', 'faults', fault);
		const file = csv('phone,message\n+370 600 12345,Hello\n+370 600 12346,Hello\n');
		expect(rowsIn(await upload(file))).toEqual(
			['+370 600 12345', '+370 600 12346'].map((phone) => ({
				phone,
				message: 'Hello',
				outcome: 'not sent',
				error: 'The balance is too low',
				details: expect.stringMatching(/^HTTP status 402\. Top up the balance/),
			})),
		);
		expect((await upload(file)).text).toBe('Accepted: 2.');
		expect(await sent()).toHaveLength(2);
	});

	test('leaves out who is on the suppression list', async () => {
		await postToService(host, '/suppression', { phoneNumber: '37060012345' });
		const page = await upload(csv('phone,message\n+370 600 12345,Hello\n+370 600 12346,Hello\n'));
		expect(page).toEqual({
			title: 'No row failed',
			text: 'Accepted: 1. On the suppression list, so not sent: 1.',
		});
		expect(await sent()).toEqual([['37060012346', 'Hello']]);
	});

	test('does not send again what may have been sent', async () => {
		await host.sandbox.call('POST', 'faults', { kind: 'drop', accepted: true, path: bulk });
		const file = csv('phone,message\n+370 600 12345,Hello\n');
		const page = await upload(file);
		expect(page.text).toContain(
			'Rows whose outcome is "not known" may have been sent all the same.',
		);
		expect(rowsIn(page)).toMatchObject([
			{
				outcome: 'not known',
				error: 'The connection was closed before the service answered',
				details: expect.stringContaining('Check before you send it again'),
			},
		]);
		const handedOut = csv(page.files?.[0].content.toString() ?? '');
		for (const again of [file, handedOut]) {
			expect((await upload(again)).title).toBe('Nothing was sent');
		}
		expect(await sent()).toEqual([['37060012345', 'Hello']]);
	});

	test('writes a row down before it is sent, so that nobody else sends it meanwhile', async () => {
		await host.sandbox.call('POST', 'latency', { ms: 3_000 });
		const file = csv('phone,message\n+370 600 12345,Hello\n');
		const first = upload(file);
		const rows = async () => await tableRows(host, table);
		await waitUntil('written down', async () => (await rows()).length > 0, 60_000);
		expect(await rows()).toMatchObject([
			{
				mailing: 'invoices november',
				to: '37060012345',
				message: 'Hello',
				sent: true,
				outcome: 'given to the service',
			},
		]);
		expect((await upload(file)).title).toBe('Nothing was sent');
		expect((await first).text).toBe('Accepted: 1.');
		expect(await sent()).toHaveLength(1);
	});

	test.each([
		[
			'with letters of Windows',
			Buffer.from('phone,message\n+37060012345,Gr\u00fc\u00dfe\n', 'latin1'),
			'not UTF-8',
		],
		['with a row too short', Buffer.from('phone,message\n+37060012345\n'), 'lines that differ'],
		['without rows', Buffer.from('phone,message\n'), 'no rows'],
		[
			'without the column phone',
			Buffer.from('number,message\n+37060012345,Hi\n'),
			'no column "phone"',
		],
		['that is empty', Buffer.from(''), 'no rows'],
	])('refuses a file %s, and sends nothing', async (_, content, reason) => {
		const page = await upload(new File([content], 'rows.csv'));
		expect(page).toEqual({
			title: 'The file cannot be read',
			text: expect.stringMatching(/^Nothing was sent\. /),
		});
		expect(page.text).toContain(reason);
		expect(await requestsTo(host, bulk)).toEqual([]);
	});

	test('refuses a workbook that is none', async () => {
		const page = await upload(csv('PK\u0003\u0004 broken', 'rows.XLSX'));
		expect(page.title).toBe('The file cannot be read');
		expect(await requestsTo(host, bulk)).toEqual([]);
	});
});
