import { setTimeout as sleep } from 'node:timers/promises';

import { importExample, importWorkflow, itemsOf, manualTrigger, sharedHost } from './support';
import { chatModelForTests, sayResults } from './support/agent';
import {
	approve,
	ask,
	headingOf,
	linkIn,
	open,
	start,
	statusOf,
	textsOn,
	untilStatus,
	untilWaiting,
} from './support/asking';
import {
	aRound,
	dropTable,
	publisherForTests,
	requestsTo,
	tableRows,
	waitUntil,
} from './support/exampleData';
import { customer, reviewed, send } from './support/review';
import { postToService } from './support/serviceClient';
import { callerOf, viberExample } from './support/viber';

/** n8n looks once a minute for executions whose time is over. */
const patience = 150_000;
/** n8n puts a wait of more than 65 seconds into its database, and takes the workflow up again from there. */
const longWait = { amount: 66, unit: 'seconds' };
const limit = (seconds: number) => ({
	limitWaitTime: { values: { amount: seconds / 60, unit: 'minutes' } },
});

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
const publish = publisherForTests(host, afterAll);
jest.setTimeout(300_000);

/** Whom the examples send to, and whom the agent asks. */
const [owner, boss, patient] = ['37060012345', '37060088888', '37060066666'];
const wish = {
	Name: 'Jūratė',
	'Phone number': '+370 600 77777',
	'Order number': '1042',
	'Amount in euros': '129.9',
	Reason: 'The lamp arrived broken.',
};
const visit = { Name: 'Ada', 'Phone number': patient, Day: '2027-01-31', Time: '14:30' };

/** An example, with a short time to answer its first question, started by hand with what its form would give. */
async function startAsking(file: string, question: string, entered: object): Promise<string> {
	const { id, versionId, ...copy } = await importExample(host, file);
	const nodes = copy.nodes.map((node) => {
		if (node.name === question) {
			return { ...node, parameters: { ...node.parameters, options: limit(2) } };
		}
		if (node.name !== 'On form submission') return node;
		const parameters = { jsCode: `return [{ json: ${JSON.stringify(entered)} }];` };
		return { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters };
	});
	nodes.push({ ...manualTrigger, position: [-220, 0] });
	const connections = {
		...copy.connections,
		Start: { main: [[{ node: 'On form submission', type: 'main', index: 0 }]] },
	};
	await host.client.updateWorkflow(id, { nodes, connections, versionId });
	return await host.client.startWorkflow(id, 'Start');
}

async function suppressed(): Promise<unknown[]> {
	return (await host.sandbox.call<{ suppression: unknown[] }>('GET', 'state')).suppression;
}

/** Publishes the example for a campaign, as the note on the canvas says; gives the workflow's id. */
async function suppressFailures(): Promise<string> {
	const { campaignId } = await postToService<{ campaignId: string }>(host, '/campaigns', {
		name: 'Spring',
		from: 'Example',
		text: 'Our spring sale has begun. '.repeat(10),
		// Fails whole, is delivered, fails in its last part with another code.
		recipients: ['37060110002', '37060112345', '37060110005'],
	});
	const imported = await importExample(host, 'campaign-failures-to-suppression');
	const nodes = imported.nodes.map((node) =>
		node.name === 'When a part has failed'
			? { ...node, disabled: false, parameters: { ...node.parameters, campaignId } }
			: node,
	);
	const { id, connections, versionId } = imported;
	await publish(await host.client.updateWorkflow(id, { nodes, connections, versionId }));
	return id;
}

/** Publishes the example and sends an SMS by the part of it made for trying it; gives the message ID. */
async function followSms(): Promise<unknown> {
	const { id } = await publish(await importExample(host, 'delivery-report-polling'));
	const execution = await host.client.runWorkflow(id, 'To try it by hand');
	const [{ messageId }] = itemsOf(execution, 'Send one SMS');
	return messageId;
}

/** What n8n does by its own clock: all of it is begun before the first test, so that it is waited for once. */
describe('By its own clock, n8n', () => {
	const seconds = 10;
	let question: { id: string; link: string; isOver: number };
	let called: string;
	let review: string;
	let refund: string;
	let appointment: string;
	let followed: unknown;
	let failures: string;

	const row = async () =>
		(await tableRows(host, 'SMS messages')).find(({ messageId }) => messageId === followed);

	beforeAll(async () => {
		await host.sandbox.reset();
		await dropTable(host, 'SMS messages');
		const callee = await publish(await viberExample(host, longWait));
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
		refund = await startAsking('approval-by-sms', 'Ask the owner', wish);
		appointment = await startAsking('appointment-by-sms', 'Ask the customer', visit);
		followed = await followSms();
		// What is sent is on its way for seconds: on a busy machine n8n may look before this is over.
		expect(await suppressed()).toEqual([]);
		failures = await suppressFailures();
		await host.sandbox.moveClock(60_000);
	});

	test('ends a wait without an answer, and an answer that comes later counts no more', async () => {
		const { id, link, isOver } = question;
		// Then the time is over, but n8n has mostly not looked yet.
		while (Date.now() < isOver) await sleep(100);
		const late = await open(link, 'POST', approve);
		const nothing = ['Nothing to answer', 'No action required'];
		expect(nothing).toContain(headingOf(late));
		expect(nothing).toContain(headingOf(await open(link)));

		const execution = await untilStatus(host, id, ['success'], patience);
		expect(itemsOf(execution, 'Ask')).toEqual([{ order: 1042 }]);
		expect(itemsOf(execution, 'After')).toEqual([{ order: 1042 }]);
		expect(headingOf(await open(link, 'POST', approve))).toBe('No action required');
	});

	test("keeps an agent's tool from running when nobody answers in time", async () => {
		await untilStatus(host, review, ['success'], patience);
		expect(await textsOn(host, boss)).toHaveLength(1);
		expect(await textsOn(host, customer)).toEqual([]);
	});

	test('lets the example not refund when nobody answers in time, and tells the owner', async () => {
		const execution = await untilStatus(host, refund, ['success'], patience);
		expect(itemsOf(execution, 'Refund it')).toEqual([]);
		expect(await textsOn(host, '37060077777')).toEqual([]);
		// The examples that are tried beside it send to the same number.
		expect(await textsOn(host, owner)).toContain(
			'Nobody has answered about order 1042. It was not refunded.',
		);
	});

	test('lets the example remind the customer, whose first link counts no more', async () => {
		await waitUntil('reminded', async () => (await textsOn(host, patient)).length > 1, patience);
		await untilWaiting(host, appointment);
		const [asked, reminder] = await textsOn(host, patient);
		expect(asked).toMatch(/^Ada, does your appointment suit you: 2027-01-31 at 14:30\?\nhttp/);
		expect(reminder).toMatch(
			/^Reminder: does your appointment suit you, 2027-01-31 at 14:30\?\nhttp/,
		);
		expect(headingOf(await open(linkIn(host, asked), 'POST', { choice: '2' }))).toBe(
			'No action required',
		);
		expect(await statusOf(host, appointment)).toBe('waiting');
		await open(linkIn(host, reminder), 'POST', { choice: '0' });
		const execution = await untilStatus(host, appointment, ['success']);
		expect(itemsOf(execution, 'Confirm it')).toMatchObject([{ data: { choice: 'Confirm' } }]);
		expect(itemsOf(execution, 'Cancel it')).toEqual([]);
	});

	test('lets the example suppress each number once, and only those with the chosen error code', async () => {
		await waitUntil('suppressed', async () => (await suppressed()).length > 0, aRound);
		await waitUntil(
			'ended',
			async () => (await host.client.executions(failures))[0]?.status === 'success',
			10_000,
		);
		expect(await suppressed()).toMatchObject([
			{ phoneNumber: '37060110002', reason: 'Could not be reached, error code 27' },
		]);
		expect(await requestsTo(host, '/suppression')).toHaveLength(1);
	});

	test('lets the example fill in the rows of SMS that were delivered', async () => {
		const final = expect.objectContaining({ state: '2', parts: 1, errorCode: '', final: true });
		await waitUntil('final', async () => final.asymmetricMatch(await row()), aRound);
	});

	test('goes on with the example after a long wait, once for each message that it was called for', async () => {
		const done = async () => {
			const executions = await host.client.executions(called);
			return executions.length === 2 && executions.every(({ status }) => status === 'success');
		};
		await waitUntil('both ended', done, patience);
		const unreached = ['37060010004', '37060020004'];
		const sms = (await host.sandbox.sentSms()).filter(({ to }) => unreached.includes(to));
		// Which of the two executions n8n takes up first is its own affair.
		expect(sms.toSorted((a, b) => a.to.localeCompare(b.to))).toEqual([
			{ to: '37060010004', text: 'One' },
			{ to: '37060020004', text: 'Two' },
		]);
		expect(await requestsTo(host, '/viber')).toHaveLength(2);
		const reports = (await requestsTo(host, '/v1/sms/report')).filter(
			({ body }) => (body as { messageId: string }).messageId !== followed,
		);
		expect(reports).toHaveLength(2);
	});
});
