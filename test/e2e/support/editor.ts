import type { Locator, Page } from '@playwright/test';

import { NodeDetails } from './nodeDetails';
import { NodePanel } from './nodePanel';

/** n8n's editor: the canvas of one workflow. */
export class Editor {
	constructor(readonly page: Page) {}

	get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	/** "Add first step…" on an empty canvas. */
	get firstStep(): Locator {
		return this.page.getByTestId('canvas-plus-button');
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** Opens the list of nodes, as the first step of an empty canvas or behind the selected node. */
	async openNodePanel(): Promise<NodePanel> {
		await this.#nodePanelLoaded();
		const plus = this.firstStep.or(this.page.getByTestId('node-creator-plus-button'));
		await plus.first().click();
		return new NodePanel(this.page);
	}

	/** Opens the list of tools that can be added to the AI Agent. */
	async openToolPanel(): Promise<NodePanel> {
		await this.#nodePanelLoaded();
		const input = this.page.getByTestId('canvas-node-input-handle').filter({ hasText: 'Tool' });
		await input.getByTestId('canvas-handle-plus').click();
		const panel = new NodePanel(this.page);
		// Until then a search would go through all nodes.
		await panel.entry('HTTP Request Tool').waitFor();
		return panel;
	}

	/** Searches for a node by its name, and adds it or one of its actions; its details are then open. */
	async addNode(name: string, action?: string): Promise<NodeDetails> {
		const panel = await this.openNodePanel();
		await panel.search(name);
		if (action) await panel.openActions(name);
		await panel.choose(action ?? name);
		return await NodeDetails.opened(this.page);
	}

	/** Opens a node's details by double-clicking on it, in place of those that are open. */
	async openNode(name: string): Promise<NodeDetails> {
		const open = this.page.getByTestId('ndv-close-button');
		if (await open.isVisible()) await (await NodeDetails.opened(this.page)).close();
		await this.node(name).dblclick();
		return await NodeDetails.opened(this.page);
	}

	/** Presses "Execute workflow". */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
	}

	/** What the canvas says below a node's name. */
	subtitleOf(name: string): Locator {
		return this.node(name).locator('[class*=subtitle]');
	}

	/** n8n loads the node panel after the canvas; whoever is quicker gets another list than that of the plus. */
	async #nodePanelLoaded(): Promise<void> {
		await this.page.locator('[class*=nodeCreatorScrim]').waitFor({ state: 'attached' });
	}

	/** Waits until the canvas marks a node as run successfully. */
	async succeeded(name: string): Promise<void> {
		await this.node(name).getByTestId('canvas-node-status-success').waitFor();
	}
}
