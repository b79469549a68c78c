import { installN8n } from '../../../dev/n8n/install';
import { n8nVersion } from '../../../dev/n8n/releases';
import type { Workflow } from '../../../dev/n8n/types';
import { codeOf, workflowSdk } from '../../machines/installed';
import { type Host, sharedHost } from '../support';
import { textsOn } from '../support/asking';
import { dropTable, requestsTo, tableRows } from '../support/exampleData';
import { PlayedExample, withCredential } from '../support/playing';
import { postToService } from '../support/serviceClient';

const host = sharedHost();
let shop: Host;
const phone = '37060012345';
const sent = async () => (await host.sandbox.sentSms()).map(({ to, text }) => [to, text]);
beforeAll(async () => {
	// Where n8n runs as an image, its SDK is not there yet.
	await installN8n(n8nVersion, { step: () => {}, detail: () => {}, done: () => {} });
	shop = await withCredential(host, { accountDefaults: true, senderId: 'Shop' });
});
beforeEach(async () => await host.sandbox.reset());

/** The workflow of a pattern, with a phone number where it leaves one open. */
async function workflowOf(operation: string, change = (code: string) => code) {
	const made = workflowSdk()
		.parseWorkflowCodeToBuilder(change(codeOf(operation)))
		.toJSON();
	const text = JSON.stringify(made).replace(/<__PLACEHOLDER_VALUE__[^"]*__>/g, phone);
	return await PlayedExample.from(shop, JSON.parse(text) as Workflow);
}

test('The pattern of Send sends each order once, also if it comes again, and greets who gives no name', async () => {
	const workflow = await workflowOf('send');
	const order = { Name: '', Phone: `+${phone}`, Number: '2041' };
	await workflow.run('Order', [order]);
	const again = await workflow.run('Order', [order]);
	expect(again.itemsOf('Send SMS')).toMatchObject([{ skipped: 'alreadySent' }]);
	expect(await sent()).toEqual([[phone, 'Hi there, we have your order 2041.']]);
});

test('The pattern of Send Bulk sends one SMS to each number, in one request', async () => {
	const workflow = await workflowOf('sendBulk');
	const rows = [
		{ id: 1, phone: `+${phone}`, name: 'Ona' },
		{ id: 2, phone: '+37060012346', name: '' },
		{ id: 3, phone: `00${phone}`, name: 'Ona again' },
	];
	for (let times = 0; times < 2; times += 1)
		await workflow.run('Daily', undefined, { 'Read Rows': rows });
	expect(await sent()).toEqual([
		[phone, 'Dear Ona, our sale has begun.'],
		['37060012346', 'Dear customer, our sale has begun.'],
	]);
	expect(await requestsTo(host, '/v1/sms/bulk')).toHaveLength(1);
});

test.each([
	[{ data: { approved: true } }, 'Pay Back'],
	[{ data: { approved: false } }, 'Close'],
	[{}, 'Close'],
])(
	'The pattern of Send and Wait asks, and with the answer %j goes on to %s',
	async (answer, next) => {
		const workflow = await workflowOf('sendAndWait');
		const asked = await workflow.run('Refund', [{ Order: '1042' }]);
		expect(asked.waitsUntil).toBeDefined();
		expect(await textsOn(host, phone)).toEqual([
			expect.stringMatching(/^May we refund order 1042\?\nhttp/),
		]);
		const run = await workflow.run('Refund', [{ Order: '1042' }], { Ask: [answer] });
		expect(run.lastNode).toBe(next);
	},
);

/** The pattern of Get Delivery Report with an empty table; its SMS has another text. */
async function laterWith(text: string): Promise<PlayedExample> {
	await dropTable(host, 'messages');
	const { id } = await host.client.call<{ id: string }>('GET', '/projects/personal');
	const columns = [
		{ name: 'messageId', type: 'string' },
		{ name: 'parts', type: 'number' },
		{ name: 'state', type: 'string' },
	];
	await host.client.call('POST', `/projects/${id}/data-tables`, { name: 'messages', columns });
	return await workflowOf('getReport', (code) => code.replace('Your order is on its way.', text));
}

const states = async () => (await tableRows(host, 'messages')).map(({ state }) => state);

test('The pattern of Get Delivery Report reads later what became of the message', async () => {
	const workflow = await laterWith('It is on its way.');
	await workflow.run('Start');
	expect(await states()).toEqual(['pending']);
	await host.sandbox.moveClock(3_600_000);
	await workflow.run('Hourly');
	expect(await states()).toEqual(['delivered']);
	expect((await workflow.run('Hourly')).timesOf('Get Report')).toBe(0);
});

test('The pattern of Get Delivery Report waits for the parts of a message that its report does not know yet', async () => {
	const workflow = await laterWith('x'.repeat(161));
	await workflow.run('Start');
	await host.sandbox.moveClock(60_000);
	const [{ messageId }] = await tableRows(host, 'messages');
	const path = '/v1/sms/report';
	const [first] = await postToService<object[]>(host, path, { messageId });
	expect(first).toMatchObject({ state: 2 });
	const fault = { kind: 'status', status: 200, body: [first], path };
	await host.sandbox.fail(fault);
	await workflow.run('Hourly');
	expect(await states()).toEqual(['pending']);
	await workflow.run('Hourly');
	expect(await states()).toEqual(['delivered']);
});
