import { expect, type Locator, type Page } from '@playwright/test';

/** n8n's node panel: the list of nodes to search, and the actions of one. */
export class NodePanel {
	readonly root: Locator;

	/** The names that are listed: of nodes, or of one node's actions. */
	readonly names: Locator;

	constructor(readonly page: Page) {
		this.root = page.getByTestId('node-creator');
		this.names = this.root.getByTestId('node-creator-item-name');
	}

	entry(name: string): Locator {
		return this.names.getByText(name, { exact: true });
	}

	async search(text: string): Promise<void> {
		await this.root.getByTestId('node-creator-search-bar').fill(text);
	}

	/** Clicks on a node or an action by its name. */
	async choose(name: string): Promise<void> {
		await this.entry(name).first().click();
	}

	/** Clicks on a node of the search and waits for the list of its actions. */
	async openActions(name: string): Promise<void> {
		await this.choose(name);
		// Until then a name may be one of the search's.
		await expect(this.entry(name)).toBeHidden();
	}

	descriptionOf(name: string): Locator {
		const entry = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		const item = this.root.getByTestId('item-iterator-item').filter({ has: entry });
		return item.getByTestId('node-creator-item-description');
	}
}
