import { sharedHost } from '../support';
import { PlayedExample } from '../support/playing';

// The question, and the table in a browser: browser/exampleFirstDay.test.ts.
const host = sharedHost();
const fail = async (fault: object) => await host.sandbox.fail({ kind: 'status', ...fault });
const sent = async () => await host.sandbox.sentSms();
beforeEach(async () => await host.sandbox.reset());

const yes = 'Yes, send it';
const no = 'No, only show the table';
const steps = [
	'Read the balance',
	'Check your number',
	'Read the contacts',
	'Read the suppression list',
	'Send one SMS to yourself',
];

/** Fills in both pages; gives the rows of the table, what the question said, and the last page. */
async function begin(choice: string, phone = '+370 600 12345') {
	const example = await PlayedExample.of(host, 'first-day-with-your-account');
	const filled = { 'Your own phone number': phone, 'Sender ID': 'Example' };
	const { asked, page, ...run } = await example.run('When you begin', [filled], {}, [choice]);
	return { rows: run.itemsOf('Say what came'), said: asked.join('\n'), page };
}

test('The first day: one SMS after a yes, and the fields of each answer', async () => {
	const { rows, said, page } = await begin(yes);
	expect(said).toContain('Yes sends one SMS to +370 600 12345 from Example');
	expect(said).toMatch(/Your balance: [\d.]+ \w{3}/);
	expect(said).toContain('Your number is valid: Yes');
	expect(await sent()).toMatchObject([{ to: '37060012345' }]);
	expect(rows.map(({ step, worked, change }) => [step, worked, change])).toEqual(
		steps.map((step) => [step, 'Yes', '']),
	);
	expect(rows[0].came).toBe('amount, currency');
	expect(rows[2].came).toBe('an empty list');
	expect(rows[4].came).toBe('to, messageId, sent, partIds, parts, delivery');
	expect(page?.title).toBe('All that was tried worked');
});

test('The first day: where only the balance answers, it names the path prefix, and sends nothing after a no', async () => {
	for (const path of ['/contacts/validate', '/contacts', '/suppression']) {
		await fail({ status: 404, path });
	}
	const { rows, page, said } = await begin(no);
	expect(said).toContain('Your number is valid: Not known');
	const prefix = ['No', 'Custom Paths: Path Prefix'];
	const told = rows.map(({ worked, change }) => [worked, change]);
	expect(told).toEqual([['Yes', ''], prefix, prefix, prefix, ['Not tried', '']]);
	expect(page?.title).toBe('Not everything worked');
	expect(await sent()).toEqual([]);
});

test.each([
	[401, 'API Key, Environment'],
	[404, 'Sandbox URL or Production URL'],
	[403, 'API Key, Environment, or what your key may do'],
	[400, 'nothing'],
	[302, 'Sandbox URL or Production URL'],
])('The first day: after status %d it says what to change, and goes on', async (status, change) => {
	await fail({ status, path: '/v1/Common/balance', count: 100 });
	const { rows, said } = await begin(no);
	expect(rows[0]).toMatchObject({ worked: 'No', change });
	expect(rows.slice(1, 4).map(({ worked }) => worked)).toEqual(['Yes', 'Yes', 'Yes']);
	expect(said).not.toContain('undefined');
});

const field = 'Account Defaults: Field of the Numbers: ';
test.each<[string, unknown, string]>([
	['has phoneNumber', [{ phoneNumber: '37060099001' }], ''],
	['has numbers alone', ['37060099001'], ''],
	['has another field', [{ ref: 'a1', msisdn: '+370 600 99 001' }], `${field}msisdn`],
	['has several', [{ ref: 1234567, msisdn: '37060099001' }], `${field}ref or msisdn`],
	[
		'has something beside it',
		{ data: [{ phoneNumber: '37060099001' }], object: 'list' },
		'Account Defaults: Ignored Fields. The error of Skip Suppressed names them',
	],
])(
	'The first day: where the suppression list %s, it names what to enter',
	async (_, body, change) => {
		await fail({ status: 200, body, path: '/suppression' });
		const { rows } = await begin(no);
		expect(rows[3]).toMatchObject({ worked: change ? 'In other fields' : 'Yes', change });
	},
);

test('The first day: a number that is none is neither asked about nor sent to', async () => {
	const { rows, said } = await begin(yes, 'mobile');
	expect(said).toContain('Your number is valid: No');
	expect(rows[4]).toMatchObject({ worked: 'No', change: 'nothing' });
	expect(await sent()).toEqual([]);
	const paths = (await host.sandbox.requests()).map(({ path }) => path);
	expect(paths).not.toContain('/contacts/validate');
});
