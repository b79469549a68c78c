import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/** The chat beside the canvas of n8n's editor, for a workflow with a Chat Trigger. */
export class Chat {
	readonly #root: Locator;

	private constructor(page: Page) {
		this.#root = page.getByTestId('canvas-chat');
	}

	/** Presses "Open chat", unless n8n has it open still from another workflow. */
	static async open(page: Page): Promise<Chat> {
		const button = page.getByTestId('workflow-chat-button');
		if ((await button.innerText()).trim() === 'Open chat') await button.click();
		const chat = new Chat(page);
		await chat.#input.waitFor();
		return chat;
	}

	get #input(): Locator {
		return this.#root.getByTestId('chat-input');
	}

	async say(text: string): Promise<void> {
		await this.#input.fill(text);
		// While an answer is on its way, n8n takes in nothing, and keeps what was written.
		while (await this.#input.inputValue()) {
			await this.#input.press('Enter');
			await sleep(1_000);
		}
	}

	/** Waits for an answer that holds a text, and gives all of it. */
	async answer(text: string): Promise<string> {
		const found = this.#root.locator('.chat-message-from-bot').filter({ hasText: text }).last();
		await found.waitFor();
		return await found.locator('.chat-message-markdown').innerText();
	}

	/** Presses a button in an answer, such as "Approve". */
	async press(button: string): Promise<void> {
		await this.#root.getByRole('button', { name: button, exact: true }).last().click();
	}
}
