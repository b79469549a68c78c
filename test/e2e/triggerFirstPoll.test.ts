import { eventually } from '../support/eventually';
import { chain, importWorkflow, itemsOf, sharedHost } from './support';
import { pollTimes, publisherForTests, requestsTo } from './support/exampleData';
import { postToService } from './support/serviceClient';

const host = sharedHost();
const publish = publisherForTests(host, afterAll);

async function send(to: string): Promise<string> {
	const message = { to, from: 'Shop', text: 'Labas' };
	const sent = await postToService<{ messageId: string }>(host, '/v1/sms/single', message);
	return sent.messageId;
}

/** Waits until the trigger has polled twice more. */
async function twoMorePolls(): Promise<void> {
	const polls = async () => (await requestsTo(host, '/v1/sms/report')).length;
	const before = await polls();
	await eventually('two more polls', async () => (await polls()) >= before + 4, 120, 500);
}

test('A trigger that starts from now emits what changes later, and remembers it while it is unpublished', async () => {
	await host.sandbox.reset();
	// The second one is delivered after ten minutes.
	const [delivered, underway] = [await send('37060012345'), await send('37060010003')];
	await host.sandbox.moveClock(60_000);
	const trigger = {
		name: 'Reports',
		type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger',
		parameters: {
			pollTimes: { item: pollTimes },
			triggerOn: 'entryAddedOrUpdated',
			messageIds: `${delivered} ${underway}`,
			options: { firstPoll: 'startFromNow' },
		},
	};
	const workflow = await importWorkflow(host, chain(trigger));
	const active = await publish(workflow);
	await twoMorePolls();
	const executions = async () => await host.client.executions(workflow.id);
	expect(await executions()).toEqual([]);

	await host.client.deactivateWorkflow(workflow.id);
	await host.sandbox.moveClock(600_000);
	await publish(active);
	await eventually('an execution', async () => (await executions()).length > 0, 120, 500);
	await twoMorePolls();
	const [started, ...others] = await executions();
	expect(others).toEqual([]);
	const execution = await host.client.waitForExecution(started.id);
	expect(itemsOf(execution, 'Reports')).toEqual([
		expect.objectContaining({ messageId: underway, state: 2 }),
	]);
});
