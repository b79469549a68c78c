import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

import { importExample, importWorkflow, itemsOf, type SavedWorkflow, sharedHost } from './support';
import { dropTable, publisherForTests } from './support/exampleData';

const table = 'SMS alerts';
const trigger = 'When a workflow fails';

const host = sharedHost();
const publish = publisherForTests(host);
beforeEach(async () => {
	await host.sandbox.reset();
	await dropTable(host, table);
});

/** The example, published, in an hour that does not end while the test runs. */
async function publishExample(hour: string): Promise<SavedWorkflow> {
	const imported = await importExample(host, 'workflow-error-alert');
	const nodes = JSON.parse(
		JSON.stringify(imported.nodes).replace(/={{ \$now\.toFormat\(.+?\) }}/, hour),
	);
	const { connections, versionId } = imported;
	return await publish(
		await host.client.updateWorkflow(imported.id, { nodes, connections, versionId }),
	);
}

/** A published workflow that fails each time it is called, and reports to the example. */
async function publishFailing(name: string, errorWorkflow: SavedWorkflow): Promise<SavedWorkflow> {
	const position = [0, 0];
	return await publish(
		await importWorkflow(host, {
			name,
			nodes: [
				{
					id: 'webhook',
					name: 'Webhook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2.1,
					position,
					webhookId: name,
					parameters: { path: name, options: {} },
				},
				{
					id: 'read',
					name: 'Read the orders',
					type: 'n8n-nodes-base.stopAndError',
					typeVersion: 1,
					position,
					parameters: { errorMessage: 'The shop does not answer\nat orders.js:12' },
				},
			],
			connections: { Webhook: { main: [[{ node: 'Read the orders', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1', errorWorkflow: errorWorkflow.id },
		}),
	);
}

/** Lets workflows fail, and waits until the example has run as often. */
async function letFail(workflows: SavedWorkflow[], example: SavedWorkflow): Promise<void> {
	const before = (await host.client.executions(example.id)).length;
	const answers = await Promise.all(
		workflows.map(async ({ name }) => {
			const { statusCode, body } = await request(`${host.n8nAddress}/webhook/${name}`);
			await body.dump();
			return statusCode;
		}),
	);
	expect(answers).toEqual(workflows.map(() => 200));
	const deadline = Date.now() + 60_000;
	for (;;) {
		const runs = await host.client.executions(example.id);
		const ended = runs.filter(({ status }) => !['new', 'running'].includes(status));
		if (ended.length === before + workflows.length) {
			expect(ended.map(({ status, mode }) => [status, mode])).toEqual(
				ended.map(() => ['success', 'error']),
			);
			return;
		}
		if (Date.now() > deadline)
			throw new Error(`${ended.length} of the error workflow's runs ended`);
		await sleep(300);
	}
}

const texts = async () => (await host.sandbox.sentSms()).map(({ text }) => text);

describe('Example: Get an SMS when a workflow fails', () => {
	test('sends one SMS an hour for a workflow that fails again and again', async () => {
		const example = await publishExample('2030-01-01 10');
		const failing = await publishFailing('nightly-import', example);
		for (let count = 0; count < 3; count++) await letFail([failing], example);
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
		expect(await texts()).toEqual([
			'n8n: "nightly-import" failed in "Read the orders": The shop does not answer',
		]);

		const nextHour = await publishExample('2030-01-01 11');
		await letFail([await publishFailing('nightly-import-at-11', nextHour)], nextHour);
		expect(await texts()).toHaveLength(2);
	});

	test('sends five SMS an hour in all, however many workflows fail at once', async () => {
		const example = await publishExample('2030-01-01 10');
		const failing: SavedWorkflow[] = [];
		for (let count = 0; count < 7; count++) {
			failing.push(await publishFailing(`sync-${count}`, example));
		}
		await letFail(failing, example);
		const sent = await texts();
		expect(sent).toHaveLength(5);
		expect(sent.filter((text) => text.endsWith('(last SMS of this hour)'))).toHaveLength(1);
		const alerts = await host.client.dataTable(table);
		expect(alerts && (await host.client.dataTableRows(alerts))).toHaveLength(7);
	});

	test('takes the hour from the clock, and can be tried by hand', async () => {
		const { id } = await importExample(host, 'workflow-error-alert');
		const execution = await host.client.runWorkflow(id, trigger);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Say what failed')).toMatchObject([
			{ hour: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d$/), mostAnHour: 5 },
		]);
		expect(await texts()).toEqual([
			'n8n: "Example Workflow" failed in "Node With Error": Example Error Message',
		]);
	});
});
