import { type Execution, importWorkflow, itemsOf, sandboxKey, sharedHost } from './support';
import {
	agentWorkflow,
	chatModelForTests,
	fromModel,
	sayResults,
	sendingTool,
} from './support/agent';
import type { Turn } from './support/fakeChatModel';
import { getFromService, postToService } from './support/serviceClient';
import { group, skip } from '../support/sending';

// The name that n8n gives the node when it is added to an AI Agent.
const toolName = 'Send SMS in Messaging Service';

const version2 = { agentVersion: 2.2, responsesApiEnabled: false };
const versions = [
	['3.1', {}],
	['2.2', version2],
] as const;

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
beforeEach(async () => await host.sandbox.reset());

const call = (To: string): Turn => ({ call: { To, From: 'Shop', Text: 'It is ready' } });

/** Lets an agent run whose model plays these turns, with Send as the agent's tool. */
async function run(
	turns: Turn[],
	kind: Parameters<typeof agentWorkflow>[2] = {},
	options = {},
): Promise<Execution> {
	model.plays(...turns);
	const tool = sendingTool(toolName, fromModel('From'));
	const parameters = { ...tool.parameters, options };
	const workflow = await importWorkflow(
		host,
		agentWorkflow(credentials, { ...tool, parameters }, kind),
	);
	return await host.client.runWorkflow(workflow.id, 'Start');
}

describe.each([
	['the AI Agent with the Responses API', {}],
	['the AI Agent with chat completions', { responsesApiEnabled: false }],
])('As a tool of %s', (_agent, kind) => {
	test('is offered with the parameters that the model is to define, sends once, and the answer holds the result', async () => {
		const execution = await run([call('+370 600 12345'), sayResults], kind);

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
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'AI Agent')).toEqual([
			{ output: expect.stringContaining(messages[0].messageId) },
		]);
	});

	test('tells the model what is wrong and what to do, without the key', async () => {
		await host.sandbox.fail({
			kind: 'status',
			status: 400,
			path: '/v1/sms/single',
			body: { message: `No sender ID Shop for ${sandboxKey}` },
		});
		const numbers = ['8 600 1', '+370 600 12345', '+370 600 10401', '+370 600 12345'];
		const execution = await run([...numbers.map(call), sayResults], kind);

		const { toolResults } = model.questions[numbers.length];
		expect(toolResults.map((result) => result.replace(/\\"/g, '"'))).toEqual([
			expect.stringContaining(
				"'To' isn't a phone number: 8 600 1. Enter the number with its country code",
			),
			expect.stringContaining(
				"No sender ID Shop for ***. HTTP status 400. The service couldn't use the request.",
			),
			expect.stringContaining('HTTP status 401. Check the API key in the credential'),
			expect.stringContaining('messageId'),
		]);
		expect(await host.sandbox.messagesPerRecipient()).toEqual({ '37060012345': 1 });
		expect(JSON.stringify([model.questions, execution])).not.toContain(sandboxKey);
	});

	test('does not send again what may have been sent when the model tries again', async () => {
		await host.sandbox.fail({ kind: 'drop', accepted: true, path: '/v1/sms/single' });
		await run([call('+370 600 12345'), call('+370 600 12345'), sayResults], kind);

		const { toolResults } = model.questions[2];
		const unknown = expect.stringMatching(
			/The connection was closed.+It isn't known whether.+Do not call the tool again for this/,
		);
		expect(toolResults).toEqual([unknown, unknown]);
		expect(await host.sandbox.messagesPerRecipient()).toEqual({ '37060012345': 1 });
	});
});

describe.each(versions)('As a tool of an AI Agent of version %s', (_, kind) => {
	test('records the consent of a contact that the model names by its ID', async () => {
		const [contact] = await postToService<Array<{ contactId: string }>>(host, '/contacts/import', [
			{ phoneNumber: '37060012345' },
		]);
		const parameters = {
			resource: 'contact',
			operation: 'updateConsent',
			contactId: fromModel('Contact'),
			status: 'revoked',
		};
		model.plays({ call: { Contact: contact.contactId } }, sayResults);
		const tool = { name: 'Update contact consent', parameters };
		const workflow = await importWorkflow(host, agentWorkflow(credentials, tool, kind));
		const execution = await host.client.runWorkflow(workflow.id, 'Start');
		expect(execution.status).toBe('success');
		const { contacts } = await getFromService<{ contacts: object[] }>(host, '/contacts');
		expect(contacts).toMatchObject([{ contactId: contact.contactId, consent: { sms: 'revoked' } }]);
	});
});

test.each(versions)(
	'As a tool of an AI Agent of version %s lets no model set a limit that the JSON leaves to it',
	async (version, kind) => {
		const allowed = { call: { To: '+370 600 12345', From: 'Shop', Text: 'Hi', Allowed: '+370*' } };
		const options = group('limits', { allowedTo: fromModel('Allowed') });
		await run([allowed, sayResults], kind, options);
		// LangChain keeps the error from the model in version 2.
		const error = version === '2.2' ? '' : "'Allowed To' of 'Limits' can't be an expression";
		expect(model.questions[1].toolResults).toEqual([expect.stringContaining(error)]);
		expect(await host.sandbox.requests()).toEqual([]);
	},
);

test('As a tool of an AI Agent of version 2 sends once, and not again what may have been sent', async () => {
	// LangChain keeps the errors of its tools from the model there, whatever node the tool is.
	await host.sandbox.fail({ kind: 'drop', accepted: true, path: '/v1/sms/single' });
	const calls = ['+370 600 12345', '+370 600 12345', '+370 600 12346'].map(call);
	const execution = await run([...calls, sayResults], version2);
	expect(itemsOf(execution, 'AI Agent')).toEqual([
		{ output: expect.stringContaining('messageId') },
	]);
	expect(await host.sandbox.messagesPerRecipient()).toEqual({ '37060012345': 1, '37060012346': 1 });
});

test.each(versions)(
	'As a tool of an AI Agent of version %s sends to nobody suppressed, and waits for the delivery',
	async (_, kind) => {
		await postToService(host, '/suppression', { phoneNumber: '37060012346' });
		const calls = ['+370 600 12345', '+370 600 12346'].map(call);
		const options = { ...skip('skipSuppressed'), ...group('waitForDelivery', { timeout: 60 }) };
		const execution = await run([...calls, sayResults], kind, options);
		const [{ output }] = itemsOf(execution, 'AI Agent') as Array<{ output: string }>;
		const said = output.replace(/\\+"/g, '"');
		expect(said).toContain('"delivery":"delivered"');
		expect(said).toContain('"skipped":"suppressed"');
		expect(await host.sandbox.messagesPerRecipient()).toEqual({ '37060012345': 1 });
	},
);
