import type { Locator, Page } from 'playwright-core';

/** A resource locator in n8n's node detail panel: a menu of modes, and what the mode asks for. */
export class LocatorField {
	readonly #root: Locator;
	readonly #page: Page;

	constructor(page: Page, name: string) {
		this.#page = page;
		this.#root = page.getByTestId(`resource-locator-${name}`);
	}

	/** Opens the list, and gives the names in it once they are loaded. */
	async open(): Promise<Locator> {
		await this.#root.getByTestId('rlc-input').click();
		return this.#page.getByTestId('rlc-item').filter({ visible: true });
	}

	async search(text: string): Promise<void> {
		await this.#page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	/** What the list says when it cannot be loaded. */
	get error(): Locator {
		return this.#page.getByTestId('rlc-error-container').filter({ visible: true });
	}

	/** What the field shows. */
	async value(): Promise<string> {
		return await this.#root.locator('input:visible').last().inputValue();
	}
}
