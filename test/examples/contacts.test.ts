import { serviceForTests } from '../support/service';
import { arrivalsAt, Example, exampleFile, rowsIn, uploaded } from './support/example';

const service = serviceForTests();
const { requestsTo } = arrivalsAt(service);

const state = async () => await service.control('GET', 'state');

describe('Import contacts from a CSV file, checked first', () => {
	const upload = async (file: string | Buffer) =>
		(await new Example(service, 'contact-import').run('On form submission', [uploaded(file)]))
			.page!;
	const contacts = async () =>
		(await state()).contacts.map(({ phoneNumber, firstName, lastName }: Record<string, string>) => [
			phoneNumber,
			firstName,
			lastName,
		]);

	test('imports the valid ones, hands out the others, and imports those when they are corrected', async () => {
		const page = await upload(exampleFile('contacts.csv'));
		const imported = [
			['37060012345', 'Jūratė', 'Šimkutė'],
			['4915123456789', 'Jürgen', 'Groß'],
			['447700900123', 'Emma', 'Clarke'],
		];
		expect(await contacts()).toEqual(imported);
		expect(await requestsTo('/contacts/import')).toHaveLength(1);
		expect(page).toMatchObject({
			title: 'Some rows were not imported',
			text: 'Imported: 3. Not imported: 3. The file that has just been downloaded says which and why. Correct it and upload it again.',
		});
		const rows = rowsIn(page.file);
		expect(rows.map(({ outcome }) => outcome).sort()).toEqual([
			...Array(3).fill('imported'),
			...Array(3).fill('not imported'),
		]);
		const others = rows.filter(({ outcome }) => outcome === 'not imported');
		expect(others.map(({ phone, lastName, error }) => [phone, lastName, error])).toEqual([
			['+370 600', 'Error', expect.stringMatching(/isn't a phone number: \+370 600\. Enter the/)],
			['+999 600 12345', 'Country', 'The number begins with no known country code'],
			['', 'Number', expect.stringMatching(/^The number is empty\. Enter the number/)],
		]);

		const corrected = page.file!.replace('+370 600,', '+370 600 22222,').replace('+999', '+371');
		expect((await upload(corrected)).text).toMatch(/^Imported: 5\. Not imported: 1\./);
		await upload(exampleFile('contacts.csv'));
		const numbers = [...imported.map(([number]) => number), '37060022222', '37160012345'];
		expect((await contacts()).map(([number]: string[]) => number)).toEqual(numbers);
	});

	test('says of all rows that they were imported when the service answers a request as a whole', async () => {
		const body = { accepted: true };
		await service.fail({ kind: 'status', status: 200, body, path: '/contacts/import' });
		const page = await upload('phone\n+370 600 12345\n12\n+370 600 12346\n');
		expect(rowsIn(page.file).map(({ phone, outcome }) => [phone, outcome])).toEqual([
			['+370 600 12345', 'imported'],
			['12', 'not imported'],
			['+370 600 12346', 'imported'],
		]);
	});

	test('imports a file of valid numbers, with semicolons too', async () => {
		const page = await upload('\ufefffirstName;phone\r\nAna, Maria;+370 600 12345\r\n');
		expect([page.title, page.text]).toEqual([
			'All contacts were imported',
			expect.stringMatching(/^Imported: 1\. Not imported: 0\./),
		]);
		expect(await contacts()).toEqual([['37060012345', 'Ana, Maria', undefined]]);
	});

	test('hands out the rows too that the service could not check or import', async () => {
		const fail = { kind: 'status', count: 1 };
		await service.fail({
			...fail,
			status: 500,
			path: '/contacts/validate',
			body: { message: 'Bad day' },
		});
		await service.fail({
			...fail,
			status: 400,
			path: '/contacts/import',
			body: { message: 'No room' },
		});
		const page = await upload('phone;firstName\n+370 600 12345;Ana\n+370 600 12346;Bo\n');
		expect(page.text).toMatch(/^Imported: 0\. Not imported: 2\./);
		const rows = rowsIn(page.file, ';');
		expect(rows.map(({ error, details }) => [error, details])).toEqual([
			['Bad day', 'HTTP status 500. The service is unavailable right now.'],
			['No room', expect.stringMatching(/^HTTP status 400\. /)],
		]);
		expect(rows.map(({ phone }) => phone).sort()).toEqual(['+370 600 12345', '+370 600 12346']);
		expect(await contacts()).toEqual([]);
	});
});
