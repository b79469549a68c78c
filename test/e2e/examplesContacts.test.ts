import { parse as parseCsv } from 'csv-parse/sync';

import type { FormPage } from '../n8n/form';
import { importExample, type SavedWorkflow, sharedHost, submitForm } from './support';
import { exampleFile, requestsTo } from './support/exampleData';

const host = sharedHost();
let form: SavedWorkflow;

beforeAll(async () => {
	form = await host.client.activateWorkflow(await importExample(host, 'contact-import'));
});
afterAll(async () => await host.client.deactivateWorkflow(form.id));
beforeEach(async () => await host.sandbox.reset());

async function upload(file: File): Promise<FormPage> {
	const { page, executionId } = await submitForm(host.n8nAddress, form, { File: file });
	expect((await host.client.waitForExecution(executionId)).status).toBe('success');
	return page;
}

const csv = (text: string) => new File([text], 'contacts.csv');

/** The rows of the only file that a page hands out. */
function rowsIn({ files }: FormPage, delimiter = ','): Array<Record<string, string>> {
	expect(files?.map(({ name }) => name)).toEqual(['failed-rows.csv']);
	return parseCsv(files?.[0].content ?? '', { columns: true, bom: true, delimiter });
}

type Contact = { phoneNumber: string; firstName: string; lastName: string };

const contacts = async () =>
	(await host.sandbox.call<{ contacts: Contact[] }>('GET', 'state')).contacts.map(
		({ phoneNumber, firstName, lastName }) => [phoneNumber, firstName, lastName],
	);

describe('Example: Import contacts from a CSV file, checked first', () => {
	test('imports the valid ones, and hands out the others with the reason', async () => {
		const page = await upload(exampleFile('contacts.csv'));

		expect(await contacts()).toEqual([
			['37060012345', 'Jūratė', 'Šimkutė'],
			['4915123456789', 'Jürgen', 'Groß'],
			['447700900123', 'Emma', 'Clarke'],
		]);
		expect(await requestsTo(host, '/contacts/import')).toHaveLength(1);
		expect(page).toMatchObject({
			title: 'Some rows were not imported',
			text: 'Imported: 3. Not imported: 3. The file that has just been downloaded says why, row by row. Correct it and upload it again.',
		});
		expect(rowsIn(page)).toEqual([
			{
				phone: '+370 600',
				firstName: 'Typing',
				lastName: 'Error',
				error: expect.stringMatching(
					/^The number isn't a phone number: \+370 600\. Enter the number/,
				),
				details: '',
			},
			{
				phone: '+999 600 12345',
				firstName: 'No',
				lastName: 'Country',
				error: 'The number begins with no known country code',
				details: '',
			},
			{
				phone: '',
				firstName: 'No',
				lastName: 'Number',
				error: expect.stringMatching(/^The number is empty\. Enter the number/),
				details: '',
			},
		]);
	});

	test('imports the corrected rows, and no contact twice', async () => {
		const page = await upload(exampleFile('contacts.csv'));
		const failed = page.files?.[0].content.toString() ?? '';
		const corrected = csv(failed.replace('+370 600,', '+370 600 22222,').replace('+999', '+371'));
		expect((await upload(corrected)).text).toMatch(/^Imported: 2\. Not imported: 1\./);
		await upload(exampleFile('contacts.csv'));
		expect((await contacts()).map(([number]) => number)).toEqual([
			'37060012345',
			'4915123456789',
			'447700900123',
			'37060022222',
			'37160012345',
		]);
	});

	test('imports a file of valid numbers, with semicolons too', async () => {
		const file = csv('\ufefffirstName;phone\r\nAna, Maria;+370 600 12345\r\n');
		expect(await upload(file)).toEqual({
			title: 'All contacts were imported',
			text: 'Imported: 1.',
		});
		expect(await contacts()).toEqual([['37060012345', 'Ana, Maria', undefined]]);
	});

	test('hands out the rows too that the service could not check or import', async () => {
		const fail = async (path: string, status: number, message: string) =>
			await host.sandbox.call('POST', 'faults', {
				kind: 'status',
				status,
				path,
				body: { message },
			});
		await fail('/contacts/validate', 500, 'Bad day');
		await fail('/contacts/import', 400, 'No room');
		const page = await upload(csv('phone;firstName\n+370 600 12345;Ana\n+370 600 12346;Bo\n'));

		expect(page.text).toMatch(/^Imported: 0\. Not imported: 2\./);
		const rows = rowsIn(page, ';');
		expect(rows.map(({ error, details }) => [error, details])).toEqual([
			['Bad day', 'HTTP status 500. The service is unavailable right now.'],
			['No room', expect.stringMatching(/^HTTP status 400\. /)],
		]);
		expect(rows.map(({ phone }) => phone).sort()).toEqual(['+370 600 12345', '+370 600 12346']);
		expect(await contacts()).toEqual([]);
	});

	test.each([
		[
			'with letters of Windows',
			Buffer.from('phone,firstName\n+37060012345,J\u00fcrgen\n', 'latin1'),
			'not UTF-8',
		],
		['with a row too short', Buffer.from('phone,firstName\n+37060012345\n'), 'lines that differ'],
		['without rows', Buffer.from('phone,firstName\n'), 'no rows'],
		['without the column phone', Buffer.from('number\n+37060012345\n'), 'no column "phone"'],
	])('refuses a file %s, and imports nothing', async (_, content, reason) => {
		const page = await upload(new File([content], 'contacts.csv'));
		expect(page).toEqual({
			title: 'The file cannot be read',
			text: expect.stringMatching(/^Nothing was imported\. /),
		});
		expect(page.text).toContain(reason);
		expect(await contacts()).toEqual([]);
	});
});
