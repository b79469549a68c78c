import type { Locator, Page } from 'playwright-core';

import { NodeDetails } from './nodeDetails';

/** n8n's list of a workflow's executions, newest first, and the chosen one beside it. */
export class ExecutionList {
	readonly root: Locator;
	/** The execution that is shown beside the list. */
	readonly shown: Locator;
	/** One for each execution. */
	readonly entries: Locator;

	private constructor(readonly page: Page) {
		this.root = page.getByTestId('executions-sidebar');
		this.shown = page.getByTestId('execution-preview-host');
		this.entries = this.root.getByTestId(/^execution-details-/);
	}

	static async opened(page: Page): Promise<ExecutionList> {
		const list = new ExecutionList(page);
		await list.root.waitFor();
		return list;
	}

	/** Waits until the list, which n8n refreshes by itself, has so many executions. */
	async waitForCount(count: number, timeoutMs: number): Promise<void> {
		await this.entries.nth(count - 1).waitFor({ timeout: timeoutMs });
	}

	/** Shows an execution by its place in the list, 0 the newest. */
	async open(place: number): Promise<void> {
		const entry = this.entries.nth(place);
		const id = (await entry.getAttribute('data-test-id'))?.replace('execution-details-', '');
		await entry.click();
		await this.page.getByTestId(`execution-preview-details-${id}`).waitFor();
	}

	/** Opens a node of the shown execution. */
	async openNode(name: string): Promise<NodeDetails> {
		await this.shown.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`).dblclick();
		return await NodeDetails.opened(this.page);
	}
}
