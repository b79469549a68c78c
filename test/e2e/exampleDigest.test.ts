import type { SavedWorkflow, Workflow } from '../../dev/n8n/types';
import { importExample, importWorkflow, itemsOf, sharedHost } from './support';
import { dropTable } from './support/exampleData';

const table = 'SMS messages';
const owner = '37060012345';

const host = sharedHost();
beforeEach(async () => {
	await host.sandbox.reset();
	await dropTable(host, table);
});

/** Sends SMS with the second example, which writes their message IDs into the table. */
async function sendToday(...numbers: string[]): Promise<void> {
	const { id, nodes, connections, versionId } = await importExample(
		host,
		'delivery-report-polling',
	);
	const people = { jsCode: `return ${JSON.stringify(numbers.map((to) => ({ json: { to } })))};` };
	const changed = nodes.map((node) => {
		if (node.name === 'Send one SMS') {
			return { ...node, parameters: { ...node.parameters, to: '={{ $json.to }}' } };
		}
		return node;
	});
	changed.push({
		id: 'people',
		name: 'People',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		position: [112, 600],
		parameters: people,
	});
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const linked = {
		...connections,
		'To try it by hand': to('People'),
		People: to('Send one SMS'),
	};
	await host.client.updateWorkflow(id, { nodes: changed, connections: linked, versionId });
	const sent = await host.client.runWorkflow(id, 'To try it by hand');
	expect(sent.status).toBe('success');
}

/** The example, as it is so many days from now. */
async function inDays(days: number): Promise<SavedWorkflow> {
	const example = await importExample(host, 'daily-delivery-digest');
	const moved = JSON.stringify(example).replaceAll('$now', `$now.plus({ days: ${days} })`);
	return await importWorkflow(host, JSON.parse(moved) as Workflow);
}

const run = async ({ id }: SavedWorkflow) => {
	const execution = await host.client.runWorkflow(id, 'Every morning');
	expect(execution.status).toBe('success');
	return execution;
};

const toOwner = async () =>
	(await host.sandbox.sentSms()).filter(({ to }) => to === owner).map(({ text }) => text);

describe("Example: Get a digest of yesterday's delivery", () => {
	test("tells the owner yesterday's numbers, once", async () => {
		// Three arrive, two fail, one stays on its way for ever.
		await sendToday(
			'+370 600 11111',
			'+370 600 22222',
			'+370 600 33333',
			'+370 601 10002',
			'+370 602 10002',
			'+370 601 10004',
		);
		await host.sandbox.moveClock(60_000);
		const tomorrow = await inDays(1);
		await run(tomorrow);
		const digest = expect.stringMatching(
			/^SMS of 20\d\d-\d\d-\d\d: 6 sent, 3 delivered, 2 with error code 27\. On their way: 1\. Without a report: 0\.$/,
		);
		expect(await toOwner()).toEqual([digest]);

		const again = await run(tomorrow);
		expect(itemsOf(again, 'Tell the owner')).toMatchObject([{ skipped: 'alreadySent' }]);
		expect(await toOwner()).toEqual([digest]);
	});

	test('says how many reports cannot be had', async () => {
		await sendToday('+370 600 11111', '+370 600 22222');
		await host.sandbox.moveClock(60_000);
		const fault = { kind: 'status', status: 404, path: '/v1/sms/report', body: { message: 'No' } };
		await host.sandbox.call('POST', 'faults', fault);
		await run(await inDays(1));
		expect(await toOwner()).toEqual([
			expect.stringMatching(/: 2 sent, 1 delivered\. On their way: 0\. Without a report: 1\.$/),
		]);
	});

	test.each([
		['today', 0],
		['the day before yesterday', 2],
	])('counts nothing that was sent %s, and sends nothing', async (_, days) => {
		await sendToday('+370 600 11111');
		const execution = await run(await inDays(days));
		expect(itemsOf(execution, "Get yesterday's messages")).toEqual([]);
		expect(await toOwner()).toEqual([]);
	});
});
