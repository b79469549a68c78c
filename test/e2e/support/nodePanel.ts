import type { Locator, Page } from 'playwright-core';

/** n8n's node panel: the list of nodes to search, and the actions of one. */
export class NodePanel {
	readonly root: Locator;

	private constructor(page: Page) {
		this.root = page.getByTestId('node-creator');
	}

	static async opened(page: Page): Promise<NodePanel> {
		const panel = new NodePanel(page);
		await panel.#searchBar.waitFor();
		return panel;
	}

	get #searchBar(): Locator {
		return this.root.getByTestId('node-creator-search-bar');
	}

	entry(name: string): Locator {
		return this.root.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	async search(text: string): Promise<void> {
		await this.#searchBar.fill(text);
	}

	/** Clicks on a node or an action by its name. */
	async choose(name: string): Promise<void> {
		await this.entry(name).first().click();
	}

	/** The names that are listed: of nodes, or of one node's actions. */
	async names(): Promise<string[]> {
		return await this.root.getByTestId('node-creator-item-name').allInnerTexts();
	}
}
