import { request } from 'undici';

import type { SavedWorkflow } from '../../dev/n8n/types.ts';
import { credentialOf } from '../e2e/support/index.ts';
import { postToService } from '../e2e/support/serviceClient.ts';
import { chain } from '../n8n/workflow.ts';
import { openCluster, type QueueHost, sentTexts, until, untilMet } from './support/index.ts';
import { emitted, publishTrigger } from './support/trigger.ts';

const MESSAGES = 30;
const MINUTE = 60_000;
/** The sandbox sends these to the operator after a second and delivers them after ten minutes. */
const recipients = Array.from(
	{ length: MESSAGES },
	(_, n) => `37060${String(n).padStart(2, '0')}0003`,
);
const [SENT, DELIVERED] = [1, 2];

let host: QueueHost;
beforeAll(async () => {
	host = await openCluster('triggers');
	await host.sandbox.reset();
});

/** Waits until so many parts were emitted so many times. */
async function untilEmitted(workflow: SavedWorkflow, times: number): Promise<void> {
	await until(`the parts of ${workflow.id} were emitted`, async () => {
		const states = Object.values(await emitted(host, workflow));
		return states.length === MESSAGES && states.every(({ length }) => length >= times);
	});
}

const requestsTo = async (path: string) =>
	(await host.sandbox.requests()).filter((one) => one.path === path).length;

/** n8n's scheduler's notes of polls, in a state. */
const pollsThatAre = async (status: string) =>
	await host.query<{ id: number }>(
		`SELECT id FROM scheduled_task WHERE "taskType" = 'workflow:poll-trigger' AND status = '${status}'`,
	);

test("a question's link has the address of the worker's environment, not of main's", async () => {
	const to = '37060012345';
	const hook = {
		name: 'Hook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: 'ask',
		parameters: { path: 'ask', httpMethod: 'POST' },
	};
	const parameters = {
		...{ resource: 'sms', operation: 'sendAndWait' },
		...{ to, from: 'Shop', message: 'Refund?' },
	};
	const workflow = await host.client.createWorkflow(
		chain(hook, { name: 'Ask', parameters, credentials: credentialOf(host) }),
	);
	await host.client.activateWorkflow(workflow);
	await request(`${host.n8nAddress}/webhook/ask`, { method: 'POST' });
	await until('the question is sent', async () => (await sentTexts(host)).has(to));
	const [text] = (await sentTexts(host)).get(to)!;
	expect(text).toMatch(/^Refund\?\nhttps:\/\/n8n\.example\.com\//);
});

test('main killed during one poll and between two others: each change is emitted once', async () => {
	// Five minutes lie between the two, so that they are not delivered at the same time.
	const sent = await postToService<Array<{ messageId: string }>>(
		host,
		'/v1/sms/bulk',
		recipients.map((to) => ({ to, from: 'Shop', text: 'Hello' })),
	);
	await host.sandbox.moveClock(5 * MINUTE);
	const { campaignId } = await postToService<{ campaignId: string }>(host, '/campaigns', {
		name: 'Sale',
		from: 'Shop',
		text: 'Hello',
		recipients,
	});
	await host.sandbox.moveClock(10_000);
	const messageIds = sent.map(({ messageId }) => messageId).join(' ');
	const during = await publishTrigger(host, { watch: 'messages', messageIds }, 20);
	const between = await publishTrigger(host, { watch: 'campaign', campaignId }, 30);
	await untilEmitted(during, 1);
	await untilEmitted(between, 1);

	// The messages are delivered, and the poll that finds out hangs when half of them are read.
	await host.sandbox.fail({ kind: 'timeout', path: '/v1/sms/report', after: MESSAGES / 2 });
	await host.sandbox.moveClock(6 * MINUTE);
	await untilMet(host);
	await host.crash('main');
	const cutOff = (await pollsThatAre('running')).map(({ id }) => id);
	expect(cutOff).not.toEqual([]);

	// The campaign's messages are delivered while there is no n8n.
	await host.sandbox.moveClock(5 * MINUTE);
	await host.start('main');
	await untilEmitted(during, 2);
	await untilEmitted(between, 2);

	// n8n goes on polling, and repeats the poll that was cut off.
	const reports = `/campaigns/${campaignId}/reports`;
	const [polls, reads] = [await requestsTo(reports), await requestsTo('/v1/sms/report')];
	await until('the poll that was cut off is repeated', async () => {
		const done = new Set((await pollsThatAre('succeeded')).map(({ id }) => id));
		return cutOff.every((id) => done.has(id));
	});
	await until('both are polled again', async () => {
		const pollsNow = await requestsTo(reports);
		return pollsNow > polls && (await requestsTo('/v1/sms/report')) >= reads + MESSAGES;
	});

	await until('all executions have ended', async () => {
		const executions = [during, between].map(({ id }) => host.client.executions(id));
		const statuses = (await Promise.all(executions)).flat().map(({ status }) => status);
		return !statuses.some((status) => ['new', 'running'].includes(status));
	});

	const once = Array(MESSAGES).fill([SENT, DELIVERED]);
	expect(Object.values(await emitted(host, during))).toEqual(once);
	expect(Object.values(await emitted(host, between))).toEqual(once);
	// n8n kept both memories with the executions, as it does with these settings only.
	const cursors = await host.query<{ workflowId: string }>('SELECT "workflowId" FROM poller_state');
	expect(cursors.map(({ workflowId }) => workflowId).sort()).toEqual(
		[during.id, between.id].sort(),
	);
});
