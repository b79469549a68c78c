import { sharedHost } from '../support';
import { dropTable, requestsTo, tableRows } from '../support/exampleData';
import { PlayedExample } from '../support/playing';

const host = sharedHost();
const sent = async () => (await host.sandbox.sentSms()).map(({ to, text }) => [to, text]);
beforeEach(async () => await host.sandbox.reset());

test('The first SMS goes out, and has arrived', async () => {
	const run = await (await PlayedExample.of(host, 'first-sms')).run('When you execute it');
	expect(run.itemsOf('Send the SMS')).toMatchObject([{ delivery: 'delivered' }]);
	expect(await sent()).toEqual([['447700900123', 'Hello from n8n']]);
});

describe('Rows in one request', () => {
	const send = async (change?: (text: string) => string) =>
		await (await PlayedExample.of(host, 'rows-in-one-request', change)).run('When you execute it');

	test('go out each with its own name, and have an ID each', async () => {
		const run = await send();
		expect(await sent()).toEqual([
			['447700900123', 'Hello Emma, your order is ready.'],
			['447700900456', 'Hello Jürgen, your order is ready.'],
			['447700900002', 'Hello Ona, your order is ready.'],
		]);
		expect(await requestsTo(host, '/v1/sms/bulk')).toHaveLength(1);
		const ids = run.itemsOf('Send to all').map(({ messageId }) => messageId);
		expect(new Set(ids).size).toBe(3);
	});

	test.each([
		['+44 7700 900456', '+44', "'To' isn't a phone number: +44"],
		['"maxMessages":100', '"maxMessages":2', '3 messages'],
	])('do not go out with %s changed to %s', async (from, to, said) => {
		expect((await send((text) => text.replace(from, to))).error).toContain(said);
		expect(await sent()).toEqual([]);
	});
});

test('A campaign is created by hand, each message that has ended is a row, and only the chosen code suppresses', async () => {
	await dropTable(host, 'Campaign messages');
	const example = await PlayedExample.of(host, 'campaign-messages', (text) =>
		text.replace('"disabled":true', '"disabled":false'),
	);
	const tried = await example.run('To try it by hand');
	expect(tried.itemsOf('Create a campaign')).toMatchObject([{ recipients: 2 }]);
	const ended = [
		{ to: '37060110002', parts: 2, delivered: 0, failed: 2, firstError: '27' },
		{ to: '37060112345', parts: 2, delivered: 2, failed: 0, firstError: '' },
		{ to: '37060110005', parts: 2, delivered: 1, failed: 1, firstError: '8' },
	];
	await example.run('When a message has ended', ended);
	expect(await tableRows(host, 'Campaign messages')).toMatchObject(ended);
	expect((await requestsTo(host, '/suppression')).map(({ body }) => body)).toEqual([
		{ phoneNumber: '37060110002', reason: 'Could not be reached, error code 27' },
	]);
});
