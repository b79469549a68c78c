import type { Locator, Page } from '@playwright/test';

import { importChanged } from '../support/exampleData';
import { expect, test as inN8n } from '../support/inN8n';

const recipient = '+370 600 12345';

/** The chat beside the canvas of n8n's editor. */
class Chat {
	readonly #root: Locator;

	constructor(page: Page) {
		this.#root = page.getByTestId('canvas-chat');
	}

	async say(text: string): Promise<void> {
		const input = this.#root.getByTestId('chat-input');
		await input.fill(text);
		// While an answer is on its way, n8n takes in nothing, and keeps what was written.
		await expect(async () => {
			await input.press('Enter');
			await expect(input).toHaveValue('', { timeout: 1_000 });
		}).toPass();
	}

	/** The latest answer that holds a text. */
	answer(text: string): Locator {
		const found = this.#root.locator('.chat-message-from-bot').filter({ hasText: text });
		return found.last().locator('.chat-message-markdown');
	}

	/** Presses a button in an answer, such as "Approve". */
	async press(button: string): Promise<void> {
		await this.#root.getByRole('button', { name: button, exact: true }).last().click();
	}
}

const test = inN8n.extend<{ chat: Chat; askForSms: (text: string) => Promise<void> }>({
	/** That of the example, which has a chat model as its note says. */
	chat: async ({ n8n, page, host, chatModel: { credentials } }, use) => {
		const changes = { 'OpenAI Chat Model': { credentials } };
		const { id } = await importChanged(host, 'ai-agent-sms-after-approval', changes);
		await n8n.openWorkflow(id);
		await page.getByTestId('workflow-chat-button').click();
		await use(new Chat(page));
	},
	/** Lets the model ask for one SMS, and afterwards say what it was told of it; each text once only. */
	askForSms: async ({ chat, host, chatModel: { model } }, use) =>
		await use(async (text) => {
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
		}),
});

test.describe('Example: AI agent that sends an SMS after your approval', () => {
	test('describes the tool to the model, and sends what was shown, once, when it is approved', async ({
		chat,
		askForSms,
		host,
		chatModel: { model },
	}) => {
		const text = 'Your bike is ready & "waiting" 🚲';
		const toDescription = `Phone number of the recipient with its country code, e.g. ${recipient}`;
		await askForSms(text);
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
								to: { type: 'string', description: toDescription },
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
		askForSms,
		host,
	}) => {
		await askForSms('Declined');
		await chat.press('Decline');
		await expect(chat.answer('Of Declined I was told')).toContainText(
			'User rejected the tool call',
		);
		await askForSms('Answered');
		await chat.say('Say it more politely');
		await expect(chat.answer('Of Answered I was told')).toContainText('Say it more politely');
		expect(await host.sandbox.requests()).toEqual([]);
	});
});
