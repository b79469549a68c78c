import { eventually } from '../support/eventually';
import { serviceForTests } from '../support/service';
import { arrivalsAt, Example, exampleFile, rowsIn, uploaded } from './support/example';

const service = serviceForTests();
const { sent, requestsTo } = arrivalsAt(service);

const unreadable: Array<[string, Buffer, string]> = [
	[
		'with letters of Windows',
		Buffer.from('phone,firstName\n+37060012345,J\u00fcrgen\n', 'latin1'),
		'not UTF-8',
	],
	['with a row too short', Buffer.from('phone,firstName\n+37060012345\n'), 'lines that differ'],
	['without rows', Buffer.from('phone,firstName\n'), 'no rows'],
	['without the column phone', Buffer.from('number\n+37060012345\n'), 'no column "phone"'],
	['that is empty', Buffer.from(''), 'no rows'],
];

describe.each(['spreadsheet-to-sms', 'contact-import'])('%s', (name) => {
	test.each(unreadable)(
		'refuses a file %s, and asks the service nothing',
		async (_, file, reason) => {
			const example = new Example(service, name);
			const { page } = await example.run('On form submission', [
				{ ...uploaded(file), json: { 'Name of the mailing': 'A', Message: '' } },
			]);
			expect(page).toEqual({
				title: 'The file cannot be read',
				text: expect.stringMatching(/^Nothing was (sent|imported)\. /),
			});
			expect(page?.text).toContain(reason);
			expect(await service.received()).toEqual([]);
		},
	);
});

describe('Send an SMS to each row of a spreadsheet', () => {
	const bulk = '/v1/sms/bulk';
	const upload = async (example: Example, file: string | Buffer, mailing = 'Invoices November') =>
		(
			await example.run('On form submission', [
				{
					...uploaded(file),
					json: { 'Name of the mailing': mailing, Message: 'Your invoice is due.' },
				},
			])
		).page!;
	const one = 'phone,message\n+370 600 12345,Hello\n';
	const two = `${one}+370 600 12346,Hello\n`;

	test('sends the rows in one request, hands out the others, and sends only those when they are corrected', async () => {
		const example = new Example(service, 'spreadsheet-to-sms');
		const file = exampleFile('spreadsheet-rows.csv');
		const page = await upload(example, file);
		const accepted = [
			['37060012345', 'Labas, Jūrate! Sąskaita už lapkritį jau paruošta.'],
			['4915123456789', 'Schöne Grüße aus Köln: Ihre Rechnung ist da.'],
			['447700900123', 'Your invoice is due.'],
		];
		expect(await sent()).toEqual(accepted);
		expect(await requestsTo(bulk)).toHaveLength(1);
		expect(page).toMatchObject({
			title: 'Some rows were not sent',
			text:
				'Accepted: 3. Not sent: 2. Left out, because the same SMS has gone to the same number before: 1. ' +
				'The file that has just been downloaded says why, row by row. Correct its rows and upload it again under the same name.',
		});
		const details = expect.stringMatching(/^Enter the number with its country code/);
		const row = { outcome: 'not sent', details };
		expect(rowsIn(page.file)).toEqual([
			{
				...row,
				name: 'Typing Error',
				phone: '+370 600',
				message: 'This row comes back: its number is too short.',
				error: "'To' isn't a phone number: +370 600",
			},
			{
				...row,
				name: 'No Number',
				phone: '',
				message: 'This row comes back: it has no number.',
				error: "'To' is empty",
			},
		]);

		const again = await upload(example, file, ' INVOICES November');
		expect(again.text).toContain('Accepted: 0. Not sent: 2. Left out');
		const corrected = page.file!.replace('+370 600,', '+370 600 22222,');
		expect((await upload(example, corrected)).text).toContain('Accepted: 1. Not sent: 1.');
		expect((await sent()).slice(3)).toEqual([
			['37060022222', 'This row comes back: its number is too short.'],
		]);
	});

	test('sends the same once more in a mailing of another name, and says when nothing is left', async () => {
		const example = new Example(service, 'spreadsheet-to-sms');
		expect(await upload(example, one)).toEqual({ title: 'No row failed', text: 'Accepted: 1.' });
		expect((await upload(example, one)).title).toBe('Nothing was sent');
		expect(await sent()).toHaveLength(1);
		expect((await upload(example, one, 'Invoices December')).text).toBe('Accepted: 1.');
		expect(await sent()).toHaveLength(2);
	});

	test('reads a CSV file with semicolons, and hands out one like it', async () => {
		const file = '\ufeffphone;message\r\n+370 600 12345;Hello, Ana\r\n12;Hi\r\n';
		const page = await upload(new Example(service, 'spreadsheet-to-sms'), file);
		expect(await sent()).toEqual([['37060012345', 'Hello, Ana']]);
		expect(rowsIn(page.file, ';')).toMatchObject([{ phone: '12', outcome: 'not sent' }]);
	});

	test('hands out all rows of a request that the service refuses, and sends them later', async () => {
		const example = new Example(service, 'spreadsheet-to-sms');
		const body = { message: 'The balance is too low' };
		await service.fail({ kind: 'status', status: 402, body, path: bulk });
		expect(rowsIn((await upload(example, two)).file)).toEqual(
			['+370 600 12345', '+370 600 12346'].map((phone) => ({
				phone,
				message: 'Hello',
				outcome: 'not sent',
				error: 'The balance is too low',
				details: expect.stringMatching(/^HTTP status 402\. Top up the balance/),
			})),
		);
		expect((await upload(example, two)).text).toBe('Accepted: 2.');
	});

	test('leaves out who is on the suppression list', async () => {
		await service.post('/suppression', { phoneNumber: '37060012345' });
		expect(await upload(new Example(service, 'spreadsheet-to-sms'), two)).toEqual({
			title: 'No row failed',
			text: 'Accepted: 1. On the suppression list, so not sent: 1.',
		});
		expect(await sent()).toEqual([['37060012346', 'Hello']]);
	});

	test('does not send again what may have been sent', async () => {
		const example = new Example(service, 'spreadsheet-to-sms');
		await service.fail({ kind: 'drop', accepted: true, path: bulk });
		const page = await upload(example, one);
		expect(page.text).toContain(
			'Rows whose outcome is "not known" may have been sent all the same.',
		);
		expect(rowsIn(page.file)).toMatchObject([
			{
				outcome: 'not known',
				error: 'The connection was closed before the service answered',
				details: expect.stringContaining('Check before you send it again'),
			},
		]);
		for (const again of [one, page.file!]) {
			expect((await upload(example, again)).title).toBe('Nothing was sent');
		}
		expect(await sent()).toHaveLength(1);
	});

	test('writes a row down before it is sent, so that nobody else sends it meanwhile', async () => {
		const example = new Example(service, 'spreadsheet-to-sms');
		await service.control('POST', 'latency', { ms: 300 });
		const first = upload(example, one);
		await eventually('underway', async () => (await requestsTo(bulk)).length > 0);
		expect(example.tables.get('SMS mailings')).toMatchObject([
			{
				mailing: 'invoices november',
				to: '37060012345',
				sent: true,
				outcome: 'given to the service',
			},
		]);
		expect((await upload(example, one)).title).toBe('Nothing was sent');
		expect((await first).text).toBe('Accepted: 1.');
		expect(await sent()).toHaveLength(1);
	});
});
