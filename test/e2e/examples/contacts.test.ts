import { sharedHost } from '../support';
import { requestsTo } from '../support/exampleData';
import { PlayedExample, upload } from '../support/playing';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('Contacts from a CSV file', () => {
	const contacts = async () =>
		(await host.sandbox.call<{ contacts: Array<Record<string, string>> }>('GET', 'state')).contacts;
	const numbers = async () => (await contacts()).map(({ phoneNumber }) => phoneNumber);
	const fileOf = async (file: string) =>
		await upload(await PlayedExample.of(host, 'contact-import'), file);

	test('that are valid are imported, the file says why others are not, and takes their correction', async () => {
		const page = await fileOf(
			'phone,firstName,lastName\n+370 600 12345,Jūratė,\n+370 600,Ty,Error\n,No,Number\n',
		);
		expect(await requestsTo(host, '/contacts/import')).toHaveLength(1);
		expect([page.title, page.text]).toEqual([
			'Some rows were not imported',
			expect.stringMatching(/^Imported: 1\. Not imported: 2\./),
		]);
		const others = page.rows.filter(({ outcome }) => outcome === 'not imported');
		expect(others.map(({ phone, error }) => [phone, error])).toEqual([
			['+370 600', expect.stringMatching(/isn't a phone number: \+370 600\. Enter the/)],
			['', expect.stringMatching(/^The number is empty\. Enter the number/)],
		]);
		const corrected = page.content.replace('+370 600,', '+370 600 22222,');
		expect((await fileOf(corrected)).text).toMatch(/^Imported: 2\. Not imported: 1\./);
		expect(await numbers()).toEqual(['37060012345', '37060022222']);
	});

	test('are all called imported when the service answers a request as a whole', async () => {
		const body = { accepted: true };
		await host.sandbox.fail({ kind: 'status', status: 200, body, path: '/contacts/import' });
		const { rows } = await fileOf('phone\n+370 600 12345\n12\n+370 600 12346\n');
		expect(rows.map(({ phone, outcome }) => [phone, outcome])).toEqual([
			['+370 600 12345', 'imported'],
			['12', 'not imported'],
			['+370 600 12346', 'imported'],
		]);
	});

	test('may come with semicolons', async () => {
		const page = await fileOf('\ufefffirstName;phone\r\nAna, Maria;+370 600 12345\r\n');
		expect(page.title).toBe('All contacts were imported');
		expect(await contacts()).toMatchObject([
			{ phoneNumber: '37060012345', firstName: 'Ana, Maria' },
		]);
	});

	test('come back too if the service could not check or import them', async () => {
		const refuse = async (path: string, status: number, message: string) =>
			await host.sandbox.fail({ kind: 'status', count: 1, status, path, body: { message } });
		await refuse('/contacts/validate', 500, 'Bad day');
		await refuse('/contacts/import', 400, 'No room');
		const { rows } = await fileOf('phone;firstName\n+370 600 12345;Ana\n+370 600 12346;Bo\n');
		expect(rows.map(({ error }) => error).sort()).toEqual(['Bad day', 'No room']);
		expect(await contacts()).toEqual([]);
	});
});
