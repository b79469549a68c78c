import * as fc from 'fast-check';

import { Clock } from '../support/clock';
import { tries } from '../support/properties';
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
	const upload = async (
		example: Example,
		file: string | Buffer,
		mailing = 'Invoices November',
		delimiter = ',',
	) => {
		const { page } = await example.run('On form submission', [
			{
				...uploaded(file),
				json: { 'Name of the mailing': mailing, Message: 'Your invoice is due.' },
			},
		]);
		const [counts] = /^Sent: \d.+ Not known: \d+/.exec(page!.text) ?? [];
		return { ...page!, counts, rows: rowsIn(page!.file, delimiter) };
	};
	const sheet = () => new Example(service, 'spreadsheet-to-sms');
	/** How many rows ended how, in the words of the last page. */
	const counts = (sentNow: number, before = 0, suppressed = 0, failed = 0, unknown = 0) =>
		`Sent: ${sentNow}. Sent before: ${before}. On the suppression list: ${suppressed}. Not sent: ${failed}. Not known: ${unknown}`;
	const one = 'phone,message\n+370 600 12345,Hello\n';
	const two = `${one}+370 600 12346,Hello\n`;
	const list = (from = 0, count = 250) => {
		const rows = Array.from({ length: count }, (_, n) => from + n);
		return [
			'phone,message',
			...rows.map((n) => `+3706${String(n).padStart(5, '0')}33,Hello ${n}`),
		].join('\n');
	};

	test('sends the rows in one request, says what became of each, and sends only the rest when they are corrected', async () => {
		const example = sheet();
		const file = exampleFile('spreadsheet-rows.csv');
		const first = await upload(example, file);
		expect(await sent()).toEqual([
			['37060012345', 'Labas, Jūrate! Sąskaita už lapkritį jau paruošta.'],
			['4915123456789', 'Schöne Grüße aus Köln: Ihre Rechnung ist da.'],
			['447700900123', 'Your invoice is due.'],
		]);
		expect(await requestsTo(bulk)).toHaveLength(1);
		expect([first.title, first.counts]).toEqual(['Some rows were not sent', counts(3, 1, 0, 2)]);
		expect(first.rows.map(({ outcome, error }) => [outcome, error])).toEqual([
			['sent', ''],
			['sent', ''],
			['sent', ''],
			['sent before', ''],
			['not sent', "'To' isn't a phone number: +370 600"],
			['not sent', "'To' is empty, because its field is empty in this item: {{ $json.phone }}"],
		]);
		expect(first.rows[2]).toMatchObject({ name: 'Emma Clarke', message: 'Your invoice is due.' });
		expect(first.rows[4].details).toMatch(/^Enter the number with its country code/);

		expect((await upload(example, file, ' INVOICES November')).counts).toBe(counts(0, 4, 0, 2));
		const corrected = first.file!.replace('+370 600,', '+370 600 22222,');
		expect((await upload(example, corrected)).counts).toBe(counts(1, 4, 0, 1));
		expect((await sent()).slice(3)).toEqual([
			['37060022222', 'This row comes back: its number is too short.'],
		]);
	});

	test('sends exactly the rest of a list that was broken off, and the same again only under another name', async () => {
		const example = sheet();
		// The second batch is refused; what is sent stays sent.
		await service.fail({ kind: 'status', status: 400, path: bulk, after: 1 });
		expect((await upload(example, list(), 'December')).counts).toBe(counts(150, 0, 0, 100));
		expect((await upload(example, list(), ' DECEMBER ')).counts).toBe(counts(100, 150));
		const again = await upload(example, list(), 'December');
		expect([again.title, again.counts]).toEqual(['All rows are done', counts(0, 250)]);
		expect(new Set((await sent()).map(([to]) => to)).size).toBe(250);
		expect(await sent()).toHaveLength(250);
		expect((await upload(example, list(0, 2), 'January')).counts).toBe(counts(2));
	});

	test('reads a CSV file with semicolons, and hands out one like it', async () => {
		const file = '\ufeffphone;message\r\n+370 600 12345;Hello, Ana\r\n12;Hi\r\n';
		const { rows } = await upload(sheet(), file, 'Ana', ';');
		expect(await sent()).toEqual([['37060012345', 'Hello, Ana']]);
		expect(rows.map(({ phone, outcome }) => [phone, outcome])).toEqual([
			['+370 600 12345', 'sent'],
			['12', 'not sent'],
		]);
	});

	test('says of all rows of a request that the service refuses that they were not sent, and sends them later', async () => {
		const example = sheet();
		const body = { message: 'The balance is too low' };
		await service.fail({ kind: 'status', status: 402, body, path: bulk });
		const refused = {
			outcome: 'not sent',
			error: 'The balance is too low',
			details: expect.stringMatching(
				/^HTTP status 402\. These were items 1 to 2 of 2\. Top up the balance/,
			),
		};
		expect((await upload(example, two)).rows).toMatchObject([refused, refused]);
		expect((await upload(example, two)).counts).toBe(counts(2));
	});

	test('says of all rows that they were sent when the service answers a request as a whole', async () => {
		await service.fail({ kind: 'status', status: 200, body: { accepted: true }, path: bulk });
		const page = await upload(sheet(), two);
		expect([page.title, page.counts]).toEqual(['All rows are done', counts(2)]);
		expect(page.rows.map(({ phone }) => phone)).toEqual(['+370 600 12345', '+370 600 12346']);
	});

	test('says why a row was skipped when another option skips it', async () => {
		const example = new Example(service, 'spreadsheet-to-sms', (text) =>
			text.replace('"skipSuppressed": true', '"skipDuplicates": true'),
		);
		const page = await upload(example, `${one}0037060012345,Something else\n`);
		expect(page.rows[1]).toMatchObject({ outcome: 'not sent', error: 'duplicate' });
	});

	test('leaves out who is on the suppression list', async () => {
		await service.post('/suppression', { phoneNumber: '37060012345' });
		const page = await upload(sheet(), two);
		expect([page.title, page.counts]).toEqual(['All rows are done', counts(1, 0, 1)]);
		expect(page.rows[0].outcome).toBe('on the suppression list');
		expect(await sent()).toEqual([['37060012346', 'Hello']]);
	});

	test('sends nothing of a file that is too long, and no message that is', async () => {
		const short = new Example(service, 'spreadsheet-to-sms', (text) =>
			text.replace('"maxMessages": 20000', '"maxMessages": 3'),
		);
		expect((await upload(short, list(0, 4))).counts).toBe(counts(0, 0, 0, 4));
		expect(await sent()).toEqual([]);
		const long = `${two}+370 600 12347,${'Long text. '.repeat(60)}\n`;
		expect((await upload(sheet(), long)).counts).toBe(counts(2, 0, 0, 1));
	});

	test('does not send again what may have been sent', async () => {
		const example = sheet();
		await service.fail({ kind: 'drop', accepted: true, path: bulk });
		const page = await upload(example, one);
		expect([page.title, page.counts]).toEqual(['Some rows were not sent', counts(0, 0, 0, 0, 1)]);
		expect(page.rows).toMatchObject([
			{
				outcome: 'not known',
				error: 'The connection was closed before the service answered',
				details: expect.stringContaining('Check before you send it again'),
			},
		]);
		for (const again of [one, page.file!]) {
			expect((await upload(example, again)).counts).toBe(counts(0, 1));
		}
		expect(await sent()).toHaveLength(1);
	});

	test('keeps a row for itself before it is sent, so that nobody else sends it meanwhile', async () => {
		const example = sheet();
		await service.control('POST', 'latency', { ms: 300 });
		// One clock for both: whichever ends first takes it from nobody.
		const clock = new Clock();
		await clock.during(async () => {
			const first = clock.until(upload(example, one));
			await eventually('underway', async () => (await requestsTo(bulk)).length > 0);
			expect((await clock.until(upload(example, one))).counts).toBe(counts(0, 1));
			expect((await first).counts).toBe(counts(1));
		});
		expect(await sent()).toHaveLength(1);
	});

	test('gives back each row of any file, and whatever happens sends no SMS twice and in the end each one', async () => {
		const phone = fc.constantFrom('+370 600 11111', '0037060011111', '+370 600 22222', '12', '');
		const message = fc.constantFrom('Hello', 'Hello, "you"', '');
		const faults = fc.constantFrom(
			undefined,
			{ kind: 'status', status: 400 },
			{ kind: 'drop', accepted: true },
			{ kind: 'drop', accepted: false },
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(phone, message), { minLength: 1, maxLength: 6 }),
				faults,
				async (given, fault) => {
					await service.reset();
					const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
					const lines = given.map((row) => row.map(quoted).join());
					const file = ['phone,message', ...lines].join('\n');
					const example = sheet();
					if (fault) await service.fail({ ...fault, path: bulk });
					const first = await upload(example, file);
					const second = await upload(example, first.file!);

					expect(second.rows.map(({ phone: number }) => number)).toEqual(
						given.map(([number]) => number),
					);
					const valid = given.filter(([number]) => number.length > 2);
					const wanted = valid.map(
						([number, text]) =>
							`${number.replace(/\D/g, '').replace(/^00/, '')} ${text || 'Your invoice is due.'}`,
					);
					const arrived = (await sent()).map((sms) => sms.join(' '));
					expect(new Set(arrived).size).toBe(arrived.length);
					const isUnknown = first.rows.some(({ outcome }) => outcome === 'not known');
					if (!isUnknown) expect(new Set(arrived)).toEqual(new Set(wanted));
					for (const { phone: number, outcome } of second.rows) {
						expect([number, outcome === 'not sent']).toEqual([number, number.length <= 2]);
					}
				},
			),
			tries(12),
		);
	});
});
