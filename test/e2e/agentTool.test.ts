import { group, skip } from '../support/sending';
import { type Execution, importWorkflow, itemsOf, sandboxKey, sharedHost } from './support';
import {
	agentWorkflow,
	chatModelForTests,
	fromModel,
	sayResults,
	sendingTool,
} from './support/agent';
import type { Turn } from './support/fakeChatModel';
import { postToService } from './support/serviceClient';

// What the node does as a tool, run by n8n's engine or by the agent itself: test/nodes/run/tool.test.ts.
const agents = {
	'with the Responses API': {},
	'with chat completions': { responsesApiEnabled: false },
	'of version 2': { agentVersion: 2.2, responsesApiEnabled: false },
};
const { 'of version 2': version2, ...version3 } = agents;

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
beforeEach(async () => await host.sandbox.reset());

const call = (To: string): Turn => ({ call: { To, From: 'Shop', Text: 'It is ready' } });
const lost = { kind: 'drop', accepted: true, path: '/v1/sms/single' };

/** Lets an agent run whose model plays these turns, with Send as the agent's tool. */
async function run(
	turns: Turn[],
	kind: Parameters<typeof agentWorkflow>[2],
	options = {},
): Promise<Execution> {
	model.plays(...turns);
	// The name that n8n gives the node when it is added to an AI Agent.
	const tool = sendingTool('Send SMS in Messaging Service', fromModel('From'));
	const parameters = { ...tool.parameters, options };
	const workflow = agentWorkflow(credentials, { ...tool, parameters }, kind);
	return await host.client.runWorkflow((await importWorkflow(host, workflow)).id, 'Start');
}

describe.each(Object.entries(agents))('As a tool of an AI Agent %s', (_, kind) => {
	test('is offered with the parameters that the model is to define, sends once, waits for the delivery, and leaves out who is suppressed', async () => {
		await postToService(host, '/suppression', { phoneNumber: '37060012346' });
		const options = { ...skip('skipSuppressed'), ...group('waitForDelivery', { timeout: 60 }) };
		const calls = ['+370 600 12345', '+370 600 12346'].map(call);
		const execution = await run([...calls, sayResults], kind, options);

		expect(model.questions[0].tools).toEqual([
			expect.objectContaining({
				name: 'Send_SMS_in_Messaging_Service',
				description: 'Send SMS in Messaging Service',
				parameters: expect.objectContaining({
					type: 'object',
					properties: {
						To: { type: 'string' },
						From: { type: 'string' },
						Text: { type: 'string' },
					},
					required: ['To', 'From', 'Text'],
				}),
			}),
		]);
		const messages = await host.sandbox.messages();
		expect(messages).toMatchObject([
			{ to: '37060012345', from: 'Shop', parts: [{ text: 'It is ready' }] },
		]);
		const said = String(itemsOf(execution, 'AI Agent')[0].output).replace(/\\+"/g, '"');
		expect(said).toContain(messages[0].messageId);
		expect(said).toContain('"delivery":"delivered"');
		expect(said).toContain('"skipped":"suppressed"');
	});

	test('lets no model set a limit that the JSON leaves to it', async () => {
		const allowed = { call: { To: '+370 600 12345', From: 'Shop', Text: 'Hi', Allowed: '+370*' } };
		const options = group('limits', { allowedTo: fromModel('Allowed') });
		await run([allowed, sayResults], kind, options);
		// LangChain keeps the error from the model in version 2.
		const error = kind === version2 ? '' : "'Allowed To' of 'Limits' can't be an expression";
		expect(model.questions[1].toolResults).toEqual([expect.stringContaining(error)]);
		expect(await host.sandbox.requests()).toEqual([]);
	});
});

test.each(Object.entries(version3))(
	'As a tool of an AI Agent %s tells the model what is wrong and what to do, without the key, and does not send again what may have been sent',
	async (_, kind) => {
		const body = { message: `No sender ID Shop for ${sandboxKey}` };
		await host.sandbox.fail({ kind: 'status', status: 400, path: '/v1/sms/single', body });
		await host.sandbox.fail(lost);
		const [fine, refused] = ['+370 600 12345', '+370 600 10401'];
		const numbers = ['8 600 1', fine, fine, fine, refused, '+370 600 12346'];
		const execution = await run([...numbers.map(call), sayResults], kind);

		const { toolResults } = model.questions[numbers.length];
		const unknown = expect.stringMatching(
			/The connection was closed.+It isn't known whether.+Do not call the tool again for this/,
		);
		expect(toolResults.map((result) => result.replace(/\\"/g, '"'))).toEqual([
			expect.stringContaining(
				"'To' isn't a phone number: 8 600 1. Enter the number with its country code",
			),
			expect.stringContaining(
				"No sender ID Shop for ***. HTTP status 400. The service couldn't use the request.",
			),
			unknown,
			unknown,
			expect.stringContaining('HTTP status 401. Check the API key in the credential'),
			expect.stringContaining('messageId'),
		]);
		expect(await host.sandbox.messagesPerRecipient()).toEqual({
			'37060012345': 1,
			'37060012346': 1,
		});
		expect(JSON.stringify([model.questions, execution])).not.toContain(sandboxKey);
	},
);

test('As a tool of an AI Agent of version 2 does not send again what may have been sent', async () => {
	// LangChain keeps the errors of its tools from the model there, whatever node the tool is.
	await host.sandbox.fail(lost);
	const calls = ['+370 600 12345', '+370 600 12345', '+370 600 12346'].map(call);
	const execution = await run([...calls, sayResults], version2);
	expect(itemsOf(execution, 'AI Agent')).toEqual([
		{ output: expect.stringContaining('messageId') },
	]);
	expect(await host.sandbox.messagesPerRecipient()).toEqual({ '37060012345': 1, '37060012346': 1 });
});
