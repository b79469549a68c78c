import type { IDataObject, INodeTypes } from 'n8n-workflow';

import { patterns } from '../../nodes/MessagingService/patterns';
import { arrivalsAt, Example } from '../examples/support/example';
import type { Row } from '../examples/support/standIn';
import { node } from '../support/description';
import { NODE } from '../support/nodeTypes';
import { Service } from '../support/service';
import { nodeDefinitions, ofN8n } from './n8n';

type Builder = { toJSON(): { nodes: Array<{ type: string }> } };
type Sdk = {
	parseWorkflowCodeToBuilder(code: string): Builder;
	validateWorkflowBuilder(
		builder: Builder,
		options: object,
	): { valid: boolean; blocking: object[] };
};
const sdk = ofN8n<Sdk>('@n8n/workflow-sdk/dist/index.js');

/** The code of the pattern of an operation. */
function codeOf(operation: string): string {
	const { content } = patterns.find(
		({ displayOptions }) => displayOptions?.show?.operation?.[0] === operation,
	)!;
	return /<pattern title="[^"]+">([^]*)<\/pattern>/.exec(content)![1];
}
const operations = ['send', 'sendBulk', 'sendAndWait', 'getReport'];

const nodeTypesProvider = {
	getByName: () => undefined,
	getByNameAndVersion: (type: string) => (type === NODE ? node : undefined),
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

const findingsIn = (source: string) => {
	const options = { source, lint: true, nodeTypesProvider, nodeDefinitionDirs: [nodeDefinitions] };
	const builder = sdk.parseWorkflowCodeToBuilder(source);
	return sdk.validateWorkflowBuilder(builder, options).blocking;
};

describe("n8n's workflow SDK", () => {
	it('is told of four patterns', () => {
		expect(patterns).toHaveLength(operations.length);
	});

	it.each(operations)('finds nothing in the pattern of %s', (operation) => {
		expect(findingsIn(codeOf(operation))).toEqual([]);
	});

	it("finds a parameter of n8n's own nodes that isn't there", () => {
		const wrong = codeOf('getReport').replace("operation: 'insert'", "operation: 'add'");
		expect(findingsIn(wrong)).not.toEqual([]);
	});
});

/** The sandbox, with a credential that has a sender. */
class Shop extends Service {
	override get credential() {
		return { ...super.credential, accountDefaults: true, senderId: 'Shop' };
	}
}

describe("In n8n's engine, against the sandbox, the pattern", () => {
	const shop = new Shop();
	const { sent } = arrivalsAt(shop);
	const phone = '37060012345';
	beforeAll(async () => await shop.start());
	afterAll(async () => await shop.stop());
	beforeEach(async () => await shop.reset());

	/** The pattern's workflow as it runs: with the user's credential, and a phone number where it leaves one open. */
	function workflowOf(operation: string, code = codeOf(operation)): Example {
		const { nodes, ...rest } = sdk.parseWorkflowCodeToBuilder(code).toJSON();
		const credentials = { messagingServiceApi: { id: '1', name: 'Test' } };
		const given = nodes.map((one) => (one.type === NODE ? { ...one, credentials } : one));
		const text = JSON.stringify({ nodes: given, ...rest });
		return new Example(shop, 'first-sms', () =>
			text.replace(/<__PLACEHOLDER_VALUE__[^"]*__>/g, phone),
		);
	}

	it('of Send sends each order once, also if it comes again, and greets who gives no name', async () => {
		const workflow = workflowOf('send');
		const order = { Name: '', Phone: `+${phone}`, Number: '2041' };
		await workflow.run('Order', [order]);
		const again = await workflow.run('Order', [order]);
		expect(again.itemsOf('Send SMS')).toEqual([
			expect.objectContaining({ skipped: 'alreadySent' }),
		]);
		expect(await sent()).toEqual([[phone, 'Hi there, we have your order 2041.']]);
	});

	it('of Send Bulk sends one SMS to each number, in one request', async () => {
		const workflow = workflowOf('sendBulk');
		const rows = [
			{ phone: `+${phone}`, name: 'Ona' },
			{ phone: '+37060012346', name: '' },
			{ phone: `00${phone}`, name: 'Ona again' },
		];
		const createdAt = '2027-01-01T08:00:00.000Z';
		workflow.tables.set(
			'customers',
			rows.map((row, index) => ({ ...row, id: index + 1, createdAt })),
		);
		await workflow.run('Daily');
		await workflow.run('Daily');
		expect(await sent()).toEqual([
			[phone, 'Dear Ona, our sale has begun.'],
			['37060012346', 'Dear customer, our sale has begun.'],
		]);
		expect(await arrivalsAt(shop).requestsTo('/v1/sms/bulk')).toHaveLength(1);
	});

	it.each([
		[{ data: { approved: true } }, 'Pay Back'],
		[{ data: { approved: false } }, 'Close'],
		[{}, 'Close'],
	])('of Send and Wait asks, and with the answer %j goes on to %s', async (answer, next) => {
		const workflow = workflowOf('sendAndWait');
		const asked = await workflow.run('Refund', [{ Order: '1042' }]);
		expect(asked.waitsUntil).toBeDefined();
		workflow.entered.push(answer);
		const { lastNode } = await workflow.run('Refund', [{ Order: '1042' }]);
		expect(lastNode).toBe(next);
		const [[to, text]] = await sent();
		expect([to, text]).toEqual([phone, expect.stringMatching(/^May we refund order 1042\?\nhttp/)]);
	});

	it('of Get Delivery Report reads later what became of the message', async () => {
		const workflow = workflowOf('getReport');
		const rows: Row[] = [];
		workflow.tables.set('messages', rows);
		await workflow.run('Start');
		expect(rows).toEqual([expect.objectContaining({ state: 'pending' })]);
		await shop.advance(60_000);
		await workflow.run('Hourly');
		expect(rows).toEqual([expect.objectContaining({ state: 'delivered' })]);
		const { timesOf } = await workflow.run('Hourly');
		expect(timesOf('Get Report')).toBe(0);
	});

	it('of Get Delivery Report waits for the parts of a message that its report does not know yet', async () => {
		const inParts = codeOf('getReport').replace('Your order is on its way.', 'x'.repeat(161));
		const workflow = workflowOf('getReport', inParts);
		const rows: Row[] = [];
		workflow.tables.set('messages', rows);
		await workflow.run('Start');
		await shop.advance(60_000);
		const { messageId } = rows[0];
		const report = await shop.post('/v1/sms/report', { messageId });
		const [first, second] = report as unknown as IDataObject[];
		expect([first, second]).toMatchObject([{ state: 2 }, { state: 2 }]);
		await shop.fail({ kind: 'status', status: 200, body: [first], path: '/v1/sms/report' });
		await workflow.run('Hourly');
		expect(rows).toEqual([expect.objectContaining({ state: 'pending' })]);
		await workflow.run('Hourly');
		expect(rows).toEqual([expect.objectContaining({ state: 'delivered' })]);
	});
});
