import { sharedHost } from '../support';
import { chatModelForTests } from '../support/agent';
import { openSignedIn, sessionForTests } from '../support/browser';
import { Chat } from '../support/chat';
import { importChanged } from '../support/exampleData';

const recipient = '+370 600 12345';

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
const session = sessionForTests(async () => await openSignedIn(host));

let chat: Chat;
beforeAll(async () => void (chat = await openChat()));

/** Imports the example, gives it a chat model as its note says, and opens its chat. */
async function openChat(): Promise<Chat> {
	const changes = { 'OpenAI Chat Model': { credentials } };
	const { id } = await importChanged(host, 'ai-agent-sms-after-approval', changes);
	await session.openWorkflow(id);
	return await Chat.open(session.page);
}

/** Lets the model ask for one SMS, and afterwards say what it was told of it; each text in one test only. */
async function askForSms(text: string): Promise<void> {
	await host.sandbox.reset();
	model.plays(
		{ call: { toolParameters: { to: recipient, text }, hitlParameters: {} } },
		{ say: ({ toolResults }) => `Of ${text} I was told: ${toolResults.at(-1)}` },
		{ say: 'A second answer' },
	);
	await chat.say(`Tell ${recipient} that the bike is ready`);
	const question = await chat.answer(`Text: ${text}`);
	expect(question.replace(/\s+/g, ' ')).toBe(`Send this SMS? To: +370 600 12345 Text: ${text}`);
	expect(await host.sandbox.requests()).toEqual([]);
}

describe('Example: AI agent that sends an SMS after your approval', () => {
	test('describes the tool to the model, and sends what was shown, once, when it is approved', async () => {
		const text = 'Your bike is ready & "waiting" 🚲';
		await askForSms(text);
		await chat.press('Approve');
		const answer = await chat.answer(`Of ${text} I was told`);
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

	test('sends nothing when it is declined or answered in words, and tells the model', async () => {
		await askForSms('Declined');
		await chat.press('Decline');
		expect(await chat.answer('Of Declined I was told')).toContain('User rejected the tool call');
		expect(await host.sandbox.requests()).toEqual([]);
		await askForSms('Answered');
		await chat.say('Say it more politely');
		expect(await chat.answer('Of Answered I was told')).toContain('Say it more politely');
		expect(await host.sandbox.requests()).toEqual([]);
	});
});
