import { eventually } from '../../support/eventually';
import { errorOf, type Execution, itemsOf, sharedHost } from '../support';
import { agentWorkflow, chatModelForTests, fromModel, sayResults } from '../support/agent';
import {
	approve,
	askingNode,
	decline,
	finished,
	headingOf,
	latestLink,
	open,
	recently,
	recipient,
	start,
	statusOf,
	textsOn,
	untilWaiting,
} from '../support/asking';
import type { Turn } from '../support/fakeChatModel';
import { customer, reviewed, send } from '../support/review';

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
beforeEach(async () => await host.sandbox.reset());

const answerOf = (execution: Execution) => String(itemsOf(execution, 'AI Agent')[0].output);

describe('Send and Wait as a human review step of an AI Agent', () => {
	test('lets the tool run when the person approves, and tells what it is about to do', async () => {
		model.plays(send('Refunded'), sayResults);
		const id = await start(host, reviewed(host, credentials));
		await untilWaiting(host, id);
		const [text] = await textsOn(host);
		expect(text).toMatch(/^The agent wants to run this tool: Tell_the_customer\n\nInput:\n/);
		expect(text).toContain(`"To":"${customer}","Text":"Refunded"`);
		expect(await textsOn(host, customer)).toEqual([]);

		await open(await latestLink(host), 'POST', approve);
		const execution = await finished(host, id);
		expect(await textsOn(host, customer)).toEqual(['Refunded']);
		expect(answerOf(execution)).toContain('messageId');
	});

	test('asks for each call anew, by a link that does not approve the next', async () => {
		model.plays(send('One'), send('Two'), sayResults);
		const id = await start(host, reviewed(host, credentials));
		await untilWaiting(host, id);
		const first = await latestLink(host);
		await open(first, 'POST', approve);
		await eventually('the second question', async () => (await textsOn(host))[1]);
		await untilWaiting(host, id);

		expect(headingOf(await open(first, 'POST', approve))).toBe('This question is closed');
		expect(await statusOf(host, id)).toBe('waiting');
		await open(await latestLink(host), 'POST', decline);
		expect(answerOf(await finished(host, id))).toContain('User rejected the tool call');
		expect(await textsOn(host, customer)).toEqual(['One']);
	});

	test('keeps the tool from running when the question cannot be sent', async () => {
		model.plays(send('Refunded'), sayResults);
		await host.sandbox.fail({
			kind: 'status',
			status: 400,
			path: '/v1/sms/single',
			body: { message: 'No sender ID Shop' },
		});
		const execution = await finished(host, await start(host, reviewed(host, credentials)));
		expect(errorOf(execution, 'Review')?.message).toContain('No sender ID Shop');
		expect(await textsOn(host, customer)).toEqual([]);
	});
});

describe('Send and Wait as a tool of an AI Agent', () => {
	const tool = () => ({
		...askingNode(host, { message: fromModel('Question'), responseType: 'freeText' }),
		name: 'Ask the boss',
		type: 'n8n-nodes-messaging-service-sms.messagingServiceTool',
	});
	const ask: Turn = { call: { Question: 'May I refund it?' } };

	test('asks what the model wants to know, and gives it the answer', async () => {
		model.plays(ask, sayResults);
		const id = await start(host, agentWorkflow(credentials, tool()));
		await untilWaiting(host, id);
		expect((await textsOn(host, recipient))[0]).toMatch(/^May I refund it\?\n/);
		await open(await latestLink(host), 'POST', { text: 'Yes, half of it' });
		const answer = JSON.parse(answerOf(await finished(host, id)));
		expect(answer).toEqual([{ data: { text: 'Yes, half of it', respondedAt: recently() } }]);
	});
});
