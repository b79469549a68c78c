import { parse as parseCsv } from 'csv-parse/sync';

import { eventually } from '../support/eventually';
import { PolledTrigger } from '../support/poll';
import { serviceForTests } from '../support/service';
import { Example, exampleFile, uploaded } from './support/example';

const service = serviceForTests();

const state = async () => await service.control('GET', 'state');
const sent = async (): Promise<string[][]> =>
	(await state()).messages.map(({ to, text }: { to: string; text: string }) => [to, text]);
const requestsTo = async (path: string) =>
	(await service.received()).filter((one) => one.path === path);

/** The rows of a file that a page hands out. */
function rowsIn(file = '', delimiter = ','): Array<Record<string, string>> {
	return parseCsv(file, { columns: true, delimiter });
}

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

describe('Send a big list, and go on after a crash', () => {
	const trigger = 'When a list is uploaded';
	const upload = async (example: Example, rows: string[][], mailing: string) => {
		const file = ['phone,message', ...rows.map((row) => row.join())].join('\n');
		const json = { 'Name of the mailing': mailing };
		return (await example.run(trigger, [{ ...uploaded(file), json }])).page?.text;
	};
	const list = Array.from({ length: 250 }, (_, n) => [
		`+3706${String(n).padStart(5, '0')}33`,
		`Hello ${n}`,
	]);

	test('sends exactly the rest of a list that was broken off', async () => {
		const example = new Example(service, 'big-list-resumed');
		// The second batch is refused; what is sent stays sent, and the name may be written otherwise.
		await service.fail({ kind: 'status', status: 400, path: '/v1/sms/bulk', after: 1 });
		expect(await upload(example, list, 'December')).toMatch(
			/^Sent: 150\. Sent before: 0\. Not sent: 100, because: /,
		);
		expect(await upload(example, list, ' DECEMBER ')).toBe(
			'Sent: 100. Sent before: 150. Not sent: 0.',
		);
		expect(await upload(example, list, 'December')).toBe('Sent: 0. Sent before: 250. Not sent: 0.');
		const numbers = list.map(([phone]) => phone.slice(1));
		expect((await sent()).map(([to]) => to).sort()).toEqual(numbers.sort());
	});

	test('sends a number once under a name, and again under another', async () => {
		const example = new Example(service, 'big-list-resumed');
		const twice = [
			['+370 600 12345', 'Hello'],
			['0037060012345', 'Hello'],
		];
		expect(await upload(example, twice, 'One')).toBe('Sent: 1. Sent before: 1. Not sent: 0.');
		expect(await upload(example, twice.slice(1), 'Two')).toBe(
			'Sent: 1. Sent before: 0. Not sent: 0.',
		);
	});

	test('sends a row that was corrected when the whole file is uploaded again', async () => {
		const example = new Example(service, 'big-list-resumed');
		const right = ['+370 600 22222', 'Hello'];
		expect(await upload(example, [['+370 600', 'Hello'], right], 'Three')).toBe(
			"Sent: 1. Sent before: 0. Not sent: 1, because: 'To' isn't a phone number: +370 600.",
		);
		expect(await upload(example, [['+370 600 11111', 'Hello'], right], 'Three')).toBe(
			'Sent: 1. Sent before: 1. Not sent: 0.',
		);
	});

	test('sends what it can of the file that the README names, and the second time nothing', async () => {
		const example = new Example(service, 'big-list-resumed');
		const run = async () =>
			(
				await example.run(trigger, [
					{
						...uploaded(exampleFile('spreadsheet-rows.csv')),
						json: { 'Name of the mailing': 'Five' },
					},
				])
			).page?.text;
		const first = await run();
		expect(first).toMatch(/^Sent: 2\. Sent before: 0\. Not sent: 4, because: /);
		expect(await run()).toBe(
			first?.replace('Sent: 2. Sent before: 0.', 'Sent: 0. Sent before: 2.'),
		);
	});

	test('sends nothing of a file that is too long, or has a text that is', async () => {
		const example = new Example(service, 'big-list-resumed', (text) =>
			text.replace('"maxMessages": 20000', '"maxMessages": 3'),
		);
		const tooLong = [['+370 600 12345', 'Long text. '.repeat(40)]];
		for (const rows of [list.slice(0, 4), tooLong]) {
			expect(await upload(example, rows, 'Four')).toMatch(
				/^Sent: 0\. Sent before: 0\. Not sent: [14], /,
			);
		}
		expect(await sent()).toEqual([]);
	});
});

test('Send to a list with care: sends to each number once, to nobody suppressed, and says what is wrong', async () => {
	const example = new Example(service, 'careful-bulk-sms');
	const first = await example.run('When you execute it');
	const numbers = ['37060012345', '37060012346', '37060012347'];
	expect((await sent()).map(([to]) => to)).toEqual(numbers);
	expect(first.itemsOf('Look before sending').map(({ parts }) => parts)).toEqual(Array(5).fill(1));

	await service.reset();
	await service.post('/suppression', { phoneNumber: numbers[2] });
	const second = await example.run('When you execute it');
	expect((await sent()).map(([to]) => to)).toEqual(numbers.slice(0, 2));
	expect(second.itemsOf('Count the outcomes')).toEqual(
		expect.arrayContaining([
			{ outcome: 'sent', count_outcome: 2 },
			{ outcome: 'duplicate', count_outcome: 1 },
			{ outcome: 'suppressed', count_outcome: 1 },
			{
				outcome: expect.stringMatching(/^not sent: 'To' isn't a phone number: 12345/),
				count_outcome: 1,
			},
		]),
	);
});

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
			text: 'Imported: 3. Not imported: 3. The file that has just been downloaded says why, row by row. Correct it and upload it again.',
		});
		expect(rowsIn(page.file).map(({ phone, lastName, error }) => [phone, lastName, error])).toEqual(
			[
				['+370 600', 'Error', expect.stringMatching(/isn't a phone number: \+370 600\. Enter the/)],
				['+999 600 12345', 'Country', 'The number begins with no known country code'],
				['', 'Number', expect.stringMatching(/^The number is empty\. Enter the number/)],
			],
		);

		const corrected = page.file!.replace('+370 600,', '+370 600 22222,').replace('+999', '+371');
		expect((await upload(corrected)).text).toMatch(/^Imported: 2\. Not imported: 1\./);
		await upload(exampleFile('contacts.csv'));
		const numbers = [...imported.map(([number]) => number), '37060022222', '37160012345'];
		expect((await contacts()).map(([number]: string[]) => number)).toEqual(numbers);
	});

	test('imports a file of valid numbers, with semicolons too', async () => {
		expect(await upload('\ufefffirstName;phone\r\nAna, Maria;+370 600 12345\r\n')).toEqual({
			title: 'All contacts were imported',
			text: 'Imported: 1.',
		});
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

describe('Create a campaign and sum up its delivery', () => {
	const spring = {
		'Name of the campaign': 'Spring sale',
		Message: 'Our spring sale has begun. '.repeat(10),
		// The first is there twice; the second cannot be reached; of the third the last part fails.
		Recipients: '+370 600 12345\n0037060012345, +370 601 10002;\n\n+370 601 10005',
	};
	const submit = async (example: Example, values: Partial<typeof spring> = {}) =>
		await example.run('On form submission', [{ ...spring, ...values }]);
	const created = async () => (await requestsTo('/campaigns')).map(({ body }) => body);
	const rows = (example: Example) => example.tables.get('SMS campaigns');

	test('creates it for each number once, sums up its reports, and takes no name twice', async () => {
		const example = new Example(service, 'campaign-summary');
		const run = await submit(example);
		expect(run.page).toEqual({
			title: 'The campaign is on its way',
			text: 'It goes to 3 recipients. What becomes of it is written into the data table "SMS campaigns", every two minutes.',
		});
		const recipients = ['37060012345', '37060110002', '37060110005'];
		expect(await created()).toEqual([
			{ name: 'Spring sale', from: 'Example', text: spring.Message, recipients },
		]);
		const sums = run.itemsOf('Count by state');
		expect(sums.sort((a, b) => String(a.state).localeCompare(String(b.state)))).toEqual([
			{ state: 'delivered', count_messageId: 1, sum_parts: 2, appended_error: [] },
			{ state: 'failed', count_messageId: 2, sum_parts: 4, appended_error: ['27', '8'] },
		]);
		const summary = expect.stringMatching(
			/^(delivered: 1(, |$)|failed: 2 \(error code 27, 8\)(, |$)){2}/,
		);
		expect(rows(example)).toMatchObject([{ name: 'Spring sale', recipients: 3, summary }]);

		expect((await submit(example, { Message: 'Something else' })).page).toEqual({
			title: 'Nothing was sent',
			text: expect.stringMatching(/^There has been a campaign of this name before: /),
		});
		expect(await created()).toHaveLength(1);
	});

	test('says which number is wrong, creates nothing and keeps the name free', async () => {
		const example = new Example(service, 'campaign-summary');
		expect((await submit(example, { Recipients: '+370 600 12345\n12' })).page).toEqual({
			title: 'The campaign was not created',
			text: "Nothing was sent. Number 2 of 'Recipients' isn't a phone number: 12",
		});
		expect(await created()).toEqual([]);
		expect((await submit(example)).page?.title).toBe('The campaign is on its way');
	});

	test('creates none again of which it is not known whether it was created', async () => {
		const example = new Example(service, 'campaign-summary');
		await service.fail({ kind: 'drop', accepted: true, method: 'POST', path: '/campaigns' });
		expect((await submit(example)).page).toEqual({
			title: 'It is not known whether the campaign was created',
			text: expect.stringContaining('The connection was closed before the service answered'),
		});
		expect((await submit(example)).page?.text).toContain('it is not known whether it was created');
		expect(await created()).toHaveLength(1);
	});

	test('gives up after 30 rounds, and keeps the last sum', async () => {
		const example = new Example(service, 'campaign-summary');
		// In the sandbox this one stays in state 1 for ever.
		const run = await submit(example, { Recipients: '+370 601 10004' });
		expect(run.timesOf('Is anything on its way?')).toBe(30);
		expect(run.timesOf('It is over')).toBe(1);
		expect(rows(example)).toMatchObject([{ summary: 'on its way: 1' }]);
	});
});

describe('Examples that read the reports of a campaign', () => {
	test('Write each message of a campaign into a table: one row for each when its parts have ended', async () => {
		const example = new Example(service, 'campaign-message-table');
		const created = await example.run('To try it by hand');
		expect(created.itemsOf('Summarize the reports')).toMatchObject([
			{ to: 37060012345, parts: 1, delivered: 1, isDelivered: true, firstError: null },
			{ to: 37060110002, parts: 1, failed: 1, isDelivered: false, firstError: '27' },
		]);
		const [{ campaignId }] = created.itemsOf('Create a campaign');
		const watched = {
			triggerOn: 'messageCompleted',
			watch: 'campaign',
			campaignId: String(campaignId),
		};
		const items = await new PolledTrigger(service.credential, watched).poll();
		await example.run('When a message has ended', items!);
		expect(example.tables.get('Campaign messages')).toMatchObject([
			{ to: '37060012345', delivered: 1, failed: 0, firstError: '' },
			{ to: '37060110002', delivered: 0, failed: 1, firstError: '27' },
		]);
	});

	test('Suppress the numbers a campaign cannot reach: each once, and only those with the chosen error code', async () => {
		const example = new Example(service, 'campaign-failures-to-suppression');
		const tried = await example.run('To try it by hand');
		expect(tried.itemsOf('Create a campaign')).toMatchObject([{ recipients: 2 }]);
		const { campaignId } = await service.post('/campaigns', {
			name: 'Spring',
			from: 'Example',
			text: 'Our spring sale has begun. '.repeat(10),
			recipients: ['37060110002', '37060112345', '37060110005'],
		});
		await service.advance(60_000);
		const watched = {
			triggerOn: 'partAddedOrUpdated',
			watch: 'campaign',
			campaignId: String(campaignId),
			options: { onlyErrors: true },
		};
		const items = await new PolledTrigger(service.credential, watched).poll();
		await example.run('When a part has failed', items!);
		expect((await state()).suppression).toMatchObject([
			{ phoneNumber: '37060110002', reason: 'Could not be reached, error code 27' },
		]);
		expect(await requestsTo('/suppression')).toHaveLength(1);
	});
});
