import { expect, type Locator, type Page } from '@playwright/test';

/** The chat beside the canvas of n8n's editor, for a workflow with a Chat Trigger. */
export class Chat {
	readonly #root: Locator;

	private constructor(page: Page) {
		this.#root = page.getByTestId('canvas-chat');
	}

	/** Presses "Open chat". */
	static async open(page: Page): Promise<Chat> {
		await page.getByTestId('workflow-chat-button').click();
		return new Chat(page);
	}

	get #input(): Locator {
		return this.#root.getByTestId('chat-input');
	}

	async say(text: string): Promise<void> {
		await this.#input.fill(text);
		// While an answer is on its way, n8n takes in nothing, and keeps what was written.
		await expect(async () => {
			await this.#input.press('Enter');
			await expect(this.#input).toHaveValue('', { timeout: 1_000 });
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
