import { releases } from '../../dev/n8n/releases';
import { chain, credentialOf, type Host, itemsOf, type SavedWorkflow } from '../e2e/support';
import { pollTimes } from '../e2e/support/exampleData';
import { hostOf, runSms, waitUntil } from './support';

describe.each(releases)('The trigger in n8n %s', (version) => {
	let host: Host;
	let messageId: string;
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		host = await hostOf(version);
		await host.sandbox.reset();
		// A number that is delivered after ten minutes.
		const sending = await runSms(host, [{}], {
			operation: 'send',
			to: '37060010003',
			from: 'Shop',
			text: 'A'.repeat(200),
		});
		messageId = String(itemsOf(sending, 'Node')[0].messageId);
		await host.sandbox.moveClock(10_000);
		workflow = await host.client.createWorkflow(
			chain(
				{
					name: 'Trigger',
					type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger',
					parameters: {
						pollTimes: { item: pollTimes },
						triggerOn: 'entryAddedOrUpdated',
						watch: 'messages',
						messageIds: messageId,
					},
					credentials: credentialOf(host),
				},
				{ name: 'End', type: 'n8n-nodes-base.noOp' },
			),
		);
	});
	afterAll(async () => await host.client.deactivateWorkflow(workflow.id));

	/** How often the trigger has asked for the report. */
	const polls = async () =>
		(await host.sandbox.requests()).filter(({ path }) => path === '/v1/sms/report').length;

	/** What each execution that the trigger has started began with, the oldest first. */
	async function emitted(): Promise<unknown[][]> {
		const all = await host.client.executions(workflow.id);
		const ids = all.filter(({ mode }) => mode === 'trigger').map(({ id }) => id);
		const executions = ids.reverse().map(async (id) => await host.client.waitForExecution(id));
		return (await Promise.all(executions)).map((execution) => itemsOf(execution, 'End'));
	}

	async function twoMorePolls(): Promise<void> {
		const before = await polls();
		await waitUntil('two more polls', async () => (await polls()) >= before + 2);
	}

	const parts = (state: number) => [
		expect.objectContaining({ messageId, to: 37060010003, state }),
		expect.objectContaining({ messageId, to: 37060010003, state }),
	];

	test('Fetch Test Event gives what there is at the moment', async () => {
		const execution = await host.client.runWorkflow(workflow.id, 'Trigger');
		expect(itemsOf(execution, 'Trigger')).toEqual(parts(1));
	});

	test('published, it starts the workflow with one item for each SMS part, and not again', async () => {
		workflow = await host.client.activateWorkflow(workflow);
		await waitUntil('an execution', async () => (await emitted()).length > 0);
		await twoMorePolls();
		expect(await emitted()).toEqual([parts(1)]);
	});

	test('starts it again when a part has changed', async () => {
		await host.sandbox.moveClock(600_000);
		await waitUntil('another execution', async () => (await emitted()).length > 1);
		expect(await emitted()).toEqual([parts(1), parts(2)]);
	});

	test('repeats nothing when it is switched off and on again', async () => {
		await host.client.deactivateWorkflow(workflow.id);
		workflow = await host.client.activateWorkflow(workflow);
		await twoMorePolls();
		expect(await emitted()).toHaveLength(2);
	});
});
