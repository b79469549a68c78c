import { importExample, sharedHost } from '../support';
import { chatModelForTests } from '../support/agent';
import { openSignedIn, sessionForTests } from '../support/browser';
import { Chat } from '../support/chat';

const chatModel = 'OpenAI Chat Model';
const recipient = '+370 600 12345';
const text = 'Your bike is ready & "waiting" 🚲';

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
const session = sessionForTests(async () => await openSignedIn(host));

// n8n's chat asks every three seconds whether there is news, and the machine may be busy.
jest.setTimeout(300_000);

beforeEach(async () => await host.sandbox.reset());

/** Imports the example, gives it a chat model as its note says, and opens its chat. */
async function openChat(): Promise<Chat> {
	const { id, nodes, connections, versionId } = await importExample(
		host,
		'ai-agent-sms-after-approval',
	);
	await host.client.updateWorkflow(id, {
		nodes: nodes.map((node) => (node.name === chatModel ? { ...node, credentials } : node)),
		connections,
		versionId,
	});
	await session.openWorkflow(id);
	return await Chat.open(session.page);
}

/** Lets the model ask for one SMS, and afterwards say what it was told of it. */
async function askForSms(): Promise<Chat> {
	const toolParameters = { to: recipient, text };
	model.plays(
		{ call: { toolParameters, hitlParameters: {} } },
		{ say: ({ toolResults }) => `I was told: ${toolResults.join(' ')}` },
		{ say: 'A second answer' },
	);
	const chat = await openChat();
	await chat.say(`Tell ${recipient} that the bike is ready`);
	expect(await chat.answer('Send this SMS?')).toMatch(
		/^Send this SMS\?\s+To: \+370 600 12345\s+Text: Your bike is ready & "waiting" 🚲$/,
	);
	expect(await host.sandbox.requests()).toEqual([]);
	return chat;
}

describe('Example: AI agent that sends an SMS after your approval', () => {
	test('describes the tool to the model, and sends what was shown, once, when it is approved', async () => {
		const chat = await askForSms();
		await chat.press('Approve');
		const answer = await chat.answer('I was told');
		const messages = await host.sandbox.messages();
		expect(messages).toMatchObject([{ to: '37060012345', from: 'Example', text }]);
		expect(answer).toContain(messages[0].messageId);
		expect(await host.sandbox.requests()).toHaveLength(1);
		expect(model.questions[0].tools).toEqual([
			expect.objectContaining({
				name: 'Send_an_SMS',
				description:
					'Sends one text message (SMS) to one phone number. It costs money and cannot be taken back. Call it once for each message.',
				parameters: expect.objectContaining({
					properties: expect.objectContaining({
						toolParameters: expect.objectContaining({
							required: ['to', 'text'],
							properties: {
								to: {
									type: 'string',
									description:
										'Phone number of the recipient with its country code, e.g. +370 600 12345',
								},
								text: { type: 'string', description: 'The text of the message' },
							},
						}),
					}),
				}),
			}),
		]);
		expect(session.takeProblems()).toEqual([]);
	});

	test('sends nothing when it is declined, and tells the model', async () => {
		const chat = await askForSms();
		await chat.press('Decline');
		expect(await chat.answer('I was told')).toContain('User rejected the tool call');
		expect(await host.sandbox.requests()).toEqual([]);
	});

	test('sends nothing when it is answered in words, and tells the model', async () => {
		const chat = await askForSms();
		await chat.say('Say it more politely');
		expect(await chat.answer('I was told')).toContain('Say it more politely');
		expect(await host.sandbox.requests()).toEqual([]);
	});
});
