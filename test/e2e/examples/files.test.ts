import fc from 'fast-check';

import { tries } from '../../support/properties';
import { sharedHost } from '../support';
import { requestsTo } from '../support/exampleData';
import { PlayedExample, upload } from '../support/playing';
import { postToService } from '../support/serviceClient';

const host = sharedHost();
const bulk = '/v1/sms/bulk';
const sent = async () => (await host.sandbox.sentSms()).map(({ to, text }) => [to, text]);
beforeEach(async () => await host.sandbox.reset());

describe.each(['spreadsheet-to-sms', 'contact-import'])('%s', (name) => {
	test('refuses a file that it cannot read, says why, and asks the service nothing', async () => {
		const example = await PlayedExample.of(host, name);
		for (const [file, reason] of [
			[Buffer.from('phone,firstName\n+37060012345,J\u00fcrgen\n', 'latin1'), 'not UTF-8'],
			[Buffer.from('phone,firstName\n+37060012345\n'), 'lines that differ'],
			[Buffer.from('phone,firstName\n'), 'no rows'],
			[Buffer.from('number\n+37060012345\n'), 'no column "phone"'],
			[Buffer.from(''), 'no rows'],
		] as const) {
			const { title, text } = await upload(example, file);
			expect([title, text]).toEqual(['The file cannot be read', expect.stringContaining(reason)]);
			expect(text).toMatch(/^Nothing was (sent|imported)\. /);
		}
		expect(await host.sandbox.requests()).toEqual([]);
	});
});

describe('An SMS to each row of a spreadsheet', () => {
	/** How many rows ended how, in the words of the last page. */
	const counts = (sentNow: number, before = 0, suppressed = 0, failed = 0, unknown = 0) =>
		`Sent: ${sentNow}. Sent before: ${before}. On the suppression list: ${suppressed}. Not sent: ${failed}. Not known: ${unknown}`;
	const one = 'phone,message\n+370 600 12345,Hello\n';
	const two = `${one}+370 600 12346,Hello\n`;
	const list = (count: number) => {
		const rows = Array.from({ length: count }, (_, n) => `+3706${String(n).padStart(5, '0')}33`);
		return ['phone,message', ...rows.map((phone, n) => `${phone},Hello ${n}`)].join('\n');
	};
	const sheet = async (change?: (text: string) => string) =>
		await PlayedExample.of(host, 'spreadsheet-to-sms', change);

	test('goes out in one request, with the outcome of each row; corrected rows go out alone', async () => {
		const example = await sheet();
		const file = `${one}+370 600 12346,\n0037060012345,Hello\n+370 600,Short\n,Empty\n`;
		const first = await upload(example, file);
		expect(await sent()).toEqual([
			['37060012345', 'Hello'],
			['37060012346', 'Your invoice is due.'],
		]);
		expect(await requestsTo(host, bulk)).toHaveLength(1);
		expect([first.title, first.counts]).toEqual(['Some rows were not sent', counts(2, 1, 0, 2)]);
		expect(first.rows.map(({ outcome, error }) => [outcome, error])).toEqual([
			['sent', ''],
			['sent', ''],
			['sent before', ''],
			['not sent', "'To' isn't a phone number: +370 600"],
			['not sent', "'To' is empty"],
		]);
		expect(first.rows[3].details).toMatch(/^Enter the number with its country code/);
		expect((await upload(example, file, ' NOVEMBER ')).counts).toBe(counts(0, 3, 0, 2));
		const corrected = first.content.replace('+370 600,', '+370 600 22222,');
		expect((await upload(example, corrected)).counts).toBe(counts(1, 3, 0, 1));
		expect((await sent()).slice(2)).toEqual([['37060022222', 'Short']]);
	});

	test('that was broken off sends exactly the rest, and the same again only under another name', async () => {
		const example = await sheet();
		// The second batch is refused; what is sent stays sent.
		await host.sandbox.fail({ kind: 'status', status: 400, path: bulk, after: 1 });
		expect((await upload(example, list(250))).counts).toBe(counts(150, 0, 0, 100));
		expect((await upload(example, list(250))).counts).toBe(counts(100, 150));
		expect(new Set((await sent()).map(([to]) => to)).size).toBe(250);
		expect(await sent()).toHaveLength(250);
		expect((await upload(example, list(2), 'January')).counts).toBe(counts(2));
	});

	test('is read with semicolons too, and the file that comes back has them', async () => {
		const file = '\ufeffphone;message\r\n+370 600 12345;Hello, Ana\r\n12;Hi\r\n';
		const { content, rows } = await upload(await sheet(), file);
		expect(await sent()).toEqual([['37060012345', 'Hello, Ana']]);
		expect(content).toContain(';');
		expect(rows.map(({ phone, outcome }) => [phone, outcome])).toEqual([
			['+370 600 12345', 'sent'],
			['12', 'not sent'],
		]);
	});

	test('says of all rows of a refused request that they were not sent, and sends them later', async () => {
		const example = await sheet();
		const body = { message: 'The balance is too low' };
		await host.sandbox.fail({ kind: 'status', status: 402, body, path: bulk });
		const refused = { outcome: 'not sent', error: 'The balance is too low' };
		expect((await upload(example, two)).rows).toMatchObject([refused, refused]);
		expect((await upload(example, two)).counts).toBe(counts(2));
	});

	test('says of all rows that they were sent when the service answers a request as a whole', async () => {
		await host.sandbox.fail({ kind: 'status', status: 200, body: { accepted: true }, path: bulk });
		const { title, counts: told } = await upload(await sheet(), two);
		expect([title, told]).toEqual(['All rows are done', counts(2)]);
	});

	test('leaves out who is on the suppression list, and says why another option skips a row', async () => {
		await postToService(host, '/suppression', { phoneNumber: '37060012345' });
		const page = await upload(await sheet(), two);
		expect([page.title, page.counts]).toEqual(['All rows are done', counts(1, 0, 1)]);
		expect(page.rows[0].outcome).toBe('on the suppression list');
		const other = await sheet((text) =>
			text.replace('"skipSuppressed":true', '"skipDuplicates":true'),
		);
		const { rows } = await upload(other, `${one}0037060012345,Something else\n`);
		expect(rows[1]).toMatchObject({ outcome: 'not sent', error: 'duplicate' });
	});

	test('sends nothing of a file that is too long, and no message that is', async () => {
		const short = await sheet((text) => text.replace('"maxMessages":20000', '"maxMessages":3'));
		expect((await upload(short, list(4))).counts).toBe(counts(0, 0, 0, 4));
		expect(await sent()).toEqual([]);
		const long = `${two}+370 600 12347,${'Long text. '.repeat(60)}\n`;
		expect((await upload(await sheet(), long)).counts).toBe(counts(2, 0, 0, 1));
	});

	test('does not send again what may have been sent', async () => {
		const example = await sheet();
		await host.sandbox.fail({ kind: 'drop', accepted: true, path: bulk });
		const page = await upload(example, one);
		expect([page.title, page.counts]).toEqual(['Some rows were not sent', counts(0, 0, 0, 0, 1)]);
		expect(page.rows).toMatchObject([
			{ outcome: 'not known', details: expect.stringContaining('Check before you send it again') },
		]);
		expect((await upload(example, page.content)).counts).toBe(counts(0, 1));
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
		const example = await sheet();
		let mailing = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(phone, message), { minLength: 1, maxLength: 6 }),
				faults,
				async (given, fault) => {
					await host.sandbox.reset();
					const name = `Mailing ${++mailing}`;
					const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
					const lines = given.map((row) => row.map(quoted).join());
					if (fault) await host.sandbox.fail({ ...fault, path: bulk });
					const first = await upload(example, ['phone,message', ...lines].join('\n'), name);
					const second = await upload(example, first.content, name);

					expect(second.rows.map((row) => row.phone)).toEqual(given.map(([number]) => number));
					const valid = given.filter(([number]) => number.length > 2);
					const digits = (number: string) => number.replace(/\D/g, '').replace(/^00/, '');
					const wanted = valid.map(
						([number, text]) => `${digits(number)} ${text || 'Your invoice is due.'}`,
					);
					const arrived = (await sent()).map((sms) => sms.join(' '));
					expect(new Set(arrived).size).toBe(arrived.length);
					const isUnknown = first.rows.some(({ outcome }) => outcome === 'not known');
					if (!isUnknown) expect(new Set(arrived)).toEqual(new Set(wanted));
					for (const row of second.rows) {
						expect([row.phone, row.outcome === 'not sent']).toEqual([
							row.phone,
							row.phone.length <= 2,
						]);
					}
				},
			),
			tries(4),
		);
	});
});
