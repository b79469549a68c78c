import { setTimeout as sleep } from 'node:timers/promises';

import { eventually } from '../support/eventually';
import {
	calling,
	chain,
	giving,
	importWorkflow,
	itemsOf,
	manualTrigger,
	sharedHost,
	to,
	type Workflow,
} from './support';
import { chatModelForTests, sayResults } from './support/agent';
import { approve, ask, headingOf, open, start, textsOn } from './support/asking';
import { importChanged, publisherForTests, requestsTo } from './support/exampleData';
import { customer, reviewed, send } from './support/review';

/** n8n looks once a minute for executions whose time is over: so many seconds are enough. */
const patience = 150;
/** n8n puts a wait of more than 65 seconds into its database, and takes the workflow up again from there. */
const longWait = { amount: 66, unit: 'seconds' };
const limit = (seconds: number) => ({
	limitWaitTime: { values: { amount: seconds / 60, unit: 'minutes' } },
});

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
const publish = publisherForTests(host, afterAll);

/** Whom the agent asks. */
const boss = '37060088888';

/** Calls the example of Viber as its note says, for two numbers that are never reached. */
function callerOf(id: string): Workflow {
	const messages = [
		{ to: '+370 600 10004', text: 'One' },
		{ to: '+370 600 20004', text: 'Two' },
	];
	const each = { name: 'Each', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
	const inputs = { to: '={{ $json.to }}', text: '={{ $json.text }}' };
	const call = calling(id, { waitForSubWorkflow: false }, inputs);
	const workflow = chain(
		manualTrigger,
		giving(messages),
		{ ...each, parameters: { batchSize: 1, options: {} } },
		call,
	);
	const looping = { Each: { main: [[], ...to('Call').main] }, Call: to('Each') };
	return { ...workflow, connections: { ...workflow.connections, ...looping } };
}

/** What n8n does by its own clock: all of it is begun before the first test, so that it is waited for once. */
describe('By its own clock, n8n', () => {
	const seconds = 10;
	let question: { id: string; link: string; isOver: number };
	let called: string;
	let review: string;

	beforeAll(async () => {
		await host.sandbox.reset();
		const changes = { 'Wait 5 minutes': longWait };
		const callee = await publish(await importChanged(host, 'viber-then-sms', changes));
		const caller = await importWorkflow(host, callerOf(callee.id));
		called = callee.id;
		await host.client.startWorkflow(caller.id, 'Start');
		question = {
			...(await ask(host, { options: limit(seconds) })),
			isOver: Date.now() + seconds * 1_000,
		};
		expect((await open(question.link)).status).toBe(200);
		model.plays(send('Refunded'), sayResults);
		review = await start(host, reviewed(host, credentials, { to: boss, options: limit(2) }));
	});

	test('ends a wait without an answer, and an answer that comes later counts no more', async () => {
		const { id, link, isOver } = question;
		// Then the time is over, but n8n has mostly not looked yet.
		while (Date.now() < isOver) await sleep(100);
		// While n8n looks, it turns everybody away as a conflict.
		const nothing = ['This question is closed', 'No action required', 409];
		for (const answer of [await open(link, 'POST', approve), await open(link)])
			expect(nothing).toContain(headingOf(answer) ?? answer.status);

		const execution = await host.client.waitForExecution(id, 'success', patience);
		expect(itemsOf(execution, 'Ask')).toEqual([{ order: 1042 }]);
		expect(itemsOf(execution, 'After')).toEqual([{ order: 1042 }]);
		expect(headingOf(await open(link, 'POST', approve))).toBe('No action required');
	});

	test("keeps an agent's tool from running when nobody answers in time", async () => {
		await host.client.waitForExecution(review, 'success', patience);
		expect(await textsOn(host, boss)).toHaveLength(1);
		expect(await textsOn(host, customer)).toEqual([]);
	});

	test('goes on with the example after a long wait, once for each message that it was called for', async () => {
		const done = async () => {
			const executions = await host.client.executions(called);
			return executions.length === 2 && executions.every(({ status }) => status === 'success');
		};
		await eventually('both ended', done, patience, 1_000);
		const unreached = ['37060010004', '37060020004'];
		const sms = (await host.sandbox.sentSms()).filter(({ to }) => unreached.includes(to));
		// Which of the two executions n8n takes up first is its own affair.
		expect(sms.toSorted((a, b) => a.to.localeCompare(b.to))).toEqual([
			{ to: '37060010004', text: 'One' },
			{ to: '37060020004', text: 'Two' },
		]);
		expect(await requestsTo(host, '/viber')).toHaveLength(2);
		// Each asks twice: at once, and at the end of the second for which it waits.
		const reports = await requestsTo(host, '/v1/sms/report');
		const asked = Map.groupBy(reports, ({ body }) => (body as { messageId: string }).messageId);
		expect([...asked.values()].map(({ length }) => length)).toEqual([2, 2]);
	});
});
