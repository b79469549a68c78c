import type { Locator, Page } from 'playwright-core';

/** n8n's node panel: the list of nodes to search, and the actions of one. */
export class NodePanel {
	readonly root: Locator;

	private constructor(readonly page: Page) {
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

	/** Clicks on a node of the search and waits for the list of its actions. */
	async openActions(name: string): Promise<void> {
		await this.choose(name);
		// Until then a name may be one of the search's.
		await this.entry(name).waitFor({ state: 'hidden' });
	}

	async descriptionOf(name: string): Promise<string> {
		const entry = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		const item = this.root.getByTestId('item-iterator-item').filter({ has: entry });
		return await item.getByTestId('node-creator-item-description').innerText();
	}

	/** The names that are listed: of nodes, or of one node's actions. */
	async names(): Promise<string[]> {
		return await this.root.getByTestId('node-creator-item-name').allInnerTexts();
	}
}
