import { eventually } from '../support/eventually';
import { serviceForTests } from '../support/service';
import { Example } from './support/example';

const service = serviceForTests();

const [number, sender] = ['+370 600 12345', 'Example'];
const sent = async (): Promise<Array<{ to: string; from: string }>> =>
	(await service.control('GET', 'state')).messages;

const yes = 'Yes, send it';
const no = 'No, only show the table';

/** Fills in both pages; gives the rows of the table, what the question said, and the last page. */
async function begin(choice: string, phone = number) {
	const example = new Example(service, 'first-day-with-your-account');
	example.onEnter = async () => {
		// Nothing goes out before somebody has said yes.
		expect(await sent()).toEqual([]);
		return { 'Send the SMS?': choice };
	};
	const filled = { 'Your own phone number': phone, 'Sender ID': sender };
	const running = example.run('When you begin', [filled]);
	if (choice === yes) {
		const isSent = async () => (await sent()).length > 0;
		await Promise.race([running, eventually('the SMS', isSent, 200)]);
		await service.advance(60_000);
	}
	const run = await running;
	const rows = run.itemsOf('Say what came');
	return { rows, said: example.asked.join('\n'), page: run.page };
}

const steps = [
	'Read the balance',
	'Check your number',
	'Read the contacts',
	'Read the suppression list',
	'Send one SMS to yourself',
];

describe('First day with your account', () => {
	test('sends one SMS after a yes, and shows the fields of each answer', async () => {
		const { rows, said, page } = await begin(yes);
		expect(said).toContain('Yes sends one SMS to +370 600 12345 from Example');
		expect(said).toMatch(/Your balance: [\d.]+ \w{3}/);
		expect(said).toContain('Your number is valid: Yes');
		expect(await sent()).toMatchObject([{ to: '37060012345', from: 'Example' }]);
		expect(rows.map(({ step }) => step)).toEqual(steps);
		expect(rows.map(({ worked, change }) => [worked, change])).toEqual(
			steps.map(() => ['Yes', '']),
		);
		expect(rows[0].came).toBe('amount, currency');
		expect(rows[2].came).toBe('an empty list');
		expect(rows[4].came).toBe('to, messageId, sent, partIds, parts, delivery');
		expect(page?.title).toBe('All that was tried worked');
		for (const step of steps) expect(page?.text).toContain(`<td>${step}</td><td>Yes</td>`);
	});

	test('sends nothing after a no', async () => {
		const { rows, page } = await begin(no);
		expect(await sent()).toEqual([]);
		expect(rows.map(({ worked }) => worked)).toEqual([
			...steps.slice(1).map(() => 'Yes'),
			'Not tried',
		]);
		expect(page?.title).toBe('All that was tried worked');
	});

	test('names the path prefix where only the balance answers', async () => {
		for (const path of ['/contacts/validate', '/contacts', '/suppression']) {
			await service.fail({ kind: 'status', status: 404, path });
		}
		const { rows, page, said } = await begin(no);
		expect(said).toContain('Your number is valid: Not known');
		expect(rows.map(({ worked, change }) => [worked, change])).toEqual([
			['Yes', ''],
			['No', 'Custom Paths: Path Prefix'],
			['No', 'Custom Paths: Path Prefix'],
			['No', 'Custom Paths: Path Prefix'],
			['Not tried', ''],
		]);
		expect(page?.title).toBe('Not everything worked');
	});

	test.each([
		[{ kind: 'status', status: 401 }, 'API Key, Environment'],
		[{ kind: 'status', status: 404 }, 'Sandbox URL or Production URL'],
		[{ kind: 'status', status: 403 }, 'API Key, Environment, or what your key may do'],
		[{ kind: 'status', status: 400 }, 'nothing'],
		[{ kind: 'status', status: 302 }, 'Sandbox URL or Production URL'],
	])('after %j it says what to change, and goes on to ask', async (fault, change) => {
		await service.fail({ ...fault, path: '/v1/Common/balance', count: 100 });
		const { rows, said } = await begin(no);
		expect(rows[0]).toMatchObject({ worked: 'No', change });
		expect(rows.slice(1, 4).map(({ worked }) => worked)).toEqual(['Yes', 'Yes', 'Yes']);
		expect(said).not.toContain('undefined');
	});

	const field = 'Account Defaults: Field of the Numbers: ';
	test.each<[string, unknown, string]>([
		['has phoneNumber', [{ phoneNumber: '37060099001' }], ''],
		['is empty', [], ''],
		['has numbers alone', ['37060099001'], ''],
		['has another field', [{ ref: 'a1', msisdn: '+370 600 99 001' }], `${field}msisdn`],
		['has several', [{ ref: 1234567, msisdn: '37060099001' }], `${field}ref or msisdn`],
		[
			'has something beside it',
			{ data: [{ phoneNumber: '37060099001' }], object: 'list' },
			'Account Defaults: Ignored Fields. The error of Skip Suppressed names them',
		],
	])('where the suppression list %s, it names the value to enter', async (_, body, change) => {
		await service.fail({ kind: 'status', status: 200, body, path: '/suppression' });
		const { rows } = await begin(no);
		expect(rows[3]).toMatchObject({ worked: 'Yes', change });
	});

	test('a number that is none is neither asked about nor sent to', async () => {
		const { rows, said } = await begin(yes, 'mobile');
		expect(said).toContain('Your number is valid: No');
		expect(rows[4]).toMatchObject({ worked: 'No', change: 'nothing' });
		expect(await sent()).toEqual([]);
		expect((await service.received()).map(({ path }) => path)).not.toContain('/contacts/validate');
	});
});
