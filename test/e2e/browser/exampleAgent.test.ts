import type { Host } from '../support';
import type { FakeChatModel } from '../support/fakeChatModel';
import { Chat } from '../support/chat';
import { importChanged } from '../support/exampleData';
import { expect, test as inN8n } from '../support/inN8n';

const recipient = '+370 600 12345';

/** With the chat of the example, which has a chat model as its note says. */
const test = inN8n.extend<{ chat: Chat }>({
	chat: async ({ n8n, page, host, chatModel: { credentials } }, use) => {
		const changes = { 'OpenAI Chat Model': { credentials } };
		const { id } = await importChanged(host, 'ai-agent-sms-after-approval', changes);
		await n8n.openWorkflow(id);
		await use(await Chat.open(page));
	},
});

/** Lets the model ask for one SMS, and afterwards say what it was told of it; each text once only. */
async function askForSms(
	text: string,
	chat: Chat,
	host: Host,
	model: FakeChatModel,
): Promise<void> {
	await host.sandbox.reset();
	model.plays(
		{ call: { toolParameters: { to: recipient, text }, hitlParameters: {} } },
		{ say: ({ toolResults }) => `Of ${text} I was told: ${toolResults.at(-1)}` },
		{ say: 'A second answer' },
	);
	await chat.say(`Tell ${recipient} that the bike is ready`);
	await expect(chat.answer(`Text: ${text}`)).toHaveText(
		`Send this SMS? To: +370 600 12345 Text: ${text}`,
		{ useInnerText: true },
	);
	expect(await host.sandbox.requests()).toEqual([]);
}

test.describe('Example: AI agent that sends an SMS after your approval', () => {
	test('describes the tool to the model, and sends what was shown, once, when it is approved', async ({
		chat,
		host,
		chatModel: { model },
	}) => {
		const text = 'Your bike is ready & "waiting" 🚲';
		await askForSms(text, chat, host, model);
		await chat.press('Approve');
		const answer = chat.answer(`Of ${text} I was told`);
		await expect(answer).toBeVisible();
		const messages = await host.sandbox.messages();
		expect(messages).toMatchObject([{ to: '37060012345', from: 'Example', text }]);
		await expect(answer).toContainText(messages[0].messageId);
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
	});

	test('sends nothing when it is declined or answered in words, and tells the model', async ({
		chat,
		host,
		chatModel: { model },
	}) => {
		await askForSms('Declined', chat, host, model);
		await chat.press('Decline');
		await expect(chat.answer('Of Declined I was told')).toContainText(
			'User rejected the tool call',
		);
		expect(await host.sandbox.requests()).toEqual([]);
		await askForSms('Answered', chat, host, model);
		await chat.say('Say it more politely');
		await expect(chat.answer('Of Answered I was told')).toContainText('Say it more politely');
		expect(await host.sandbox.requests()).toEqual([]);
	});
});
