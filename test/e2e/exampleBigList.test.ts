import { importExample, type SavedWorkflow, sharedHost, submitForm } from './support';
import { exampleFile, importChanged, requestsTo, waitUntil } from './support/exampleData';

const ROWS = 800;
const bulk = '/v1/sms/bulk';
const send = 'Send to all who are left';

const host = sharedHost();
let form: SavedWorkflow;
beforeAll(async () => {
	form = await host.client.activateWorkflow(await importExample(host, 'big-list-resumed'));
});
afterAll(async () => await host.client.deactivateWorkflow(form.id));
beforeEach(async () => await host.sandbox.reset());

const csv = (rows: string[][]) =>
	new File([['phone,message', ...rows.map((row) => row.join(','))].join('\n')], 'list.csv');
const number = (n: number) => `3706${String(n).padStart(5, '0')}33`;
const list = Array.from({ length: ROWS }, (_, n) => [`+${number(n)}`, `Hello number ${n}`]);

const uploadFile = async (file: File, mailing: string, to = form) => {
	const values = { 'Name of the mailing': mailing, File: file };
	const { page, executionId } = await submitForm(host.n8nAddress, to, values);
	expect((await host.client.waitForExecution(executionId)).status).toBe('success');
	return page;
};

const upload = async (rows: string[][], mailing: string, to = form) =>
	await uploadFile(csv(rows), mailing, to);

const sent = async () => (await host.sandbox.sentSms()).map(({ to }) => to).sort();

describe('Example: Send a big list, and go on after a crash', () => {
	test('sends exactly the rest of a list that was broken off', async () => {
		// The service takes the sixth batch and never answers, so that it is underway for certain.
		const fault = { kind: 'timeout', accepted: true, path: bulk, after: 5, count: 1 };
		await host.sandbox.call('POST', 'faults', fault);
		const first = upload(list, 'December').catch((error: Error) => error.message);
		await waitUntil('underway', async () => (await requestsTo(host, bulk)).length === 6, 60_000);
		const [{ id }] = await host.client.executions(form.id);
		await host.client.call('POST', `/executions/${id}/stop`);
		expect(await first).toMatch(/without a last page/);
		expect(await sent()).toHaveLength(600);

		expect(await upload(list, ' DECEMBER ')).toEqual({
			title: 'The list is done',
			text: 'Sent: 200. Sent before: 600. Not sent: 0.',
		});
		expect(await sent()).toEqual(list.map((_, n) => number(n)).sort());
		expect((await upload(list, 'December')).text).toBe(
			`Sent: 0. Sent before: ${ROWS}. Not sent: 0.`,
		);
		expect(await sent()).toHaveLength(ROWS);
	}, 300_000);

	test('sends a number once under a name, and again under another', async () => {
		const twice = [
			['+370 600 12345', 'Hello'],
			['0037060012345', 'Hello'],
		];
		expect((await upload(twice, 'One')).text).toBe('Sent: 1. Sent before: 1. Not sent: 0.');
		expect((await upload(twice.slice(1), 'Two')).text).toBe(
			'Sent: 1. Sent before: 0. Not sent: 0.',
		);
		expect(await sent()).toEqual(['37060012345', '37060012345']);
	});

	test('sends a row that was corrected when the whole file is uploaded again', async () => {
		const wrong = [
			['+370 600', 'Hello'],
			['+370 600 22222', 'Hello'],
		];
		expect((await upload(wrong, 'Three')).text).toBe(
			"Sent: 1. Sent before: 0. Not sent: 1, because: 'To' isn't a phone number: +370 600.",
		);
		expect((await upload([['+370 600 11111', 'Hello'], ...wrong.slice(1)], 'Three')).text).toBe(
			'Sent: 1. Sent before: 1. Not sent: 0.',
		);
	});

	test('sends what it can of the file that the README names, and the second time nothing', async () => {
		const file = exampleFile('spreadsheet-rows.csv');
		const first = (await uploadFile(file, 'Five')).text;
		expect(first).toMatch(/^Sent: 2\. Sent before: 0\. Not sent: 4, because: /);
		expect((await uploadFile(file, 'Five')).text).toBe(
			first.replace('Sent: 2. Sent before: 0.', 'Sent: 0. Sent before: 2.'),
		);
	});

	test('sends nothing of a file that is too long, or has a text that is', async () => {
		const limited = await host.client.activateWorkflow(
			await importChanged(host, 'big-list-resumed', {
				'When a list is uploaded': { options: { path: 'mailing-limited' } },
				[send]: {
					options: {
						...(form.nodes.find(({ name }) => name === send)?.parameters.options as object),
						limits: { values: { maxMessages: 3, maxParts: 2 } },
					},
				},
			}),
		);
		const four = await upload(list.slice(0, 4), 'Four', limited);
		expect(four.text).toMatch(/^Sent: 0\. Sent before: 0\. Not sent: 4, because: /);
		await host.client.deactivateWorkflow(limited.id);
		expect(await sent()).toEqual([]);
	});
});
