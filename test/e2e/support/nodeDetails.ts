import type { Locator, Page } from '@playwright/test';

import { ParameterFields } from './parameterFields';

/** n8n's node detail panel: input on the left, parameters in the middle, output on the right. */
export class NodeDetails extends ParameterFields {
	readonly input = this.root.getByTestId('ndv-input-panel');
	readonly output = this.root.getByTestId('output-panel');
	/** The error that the output shows, in the two parts that n8n makes of it. */
	readonly errorMessage = this.output.getByTestId('node-error-message');
	readonly errorDescription = this.output.getByTestId('node-error-description');

	static async opened(page: Page): Promise<NodeDetails> {
		const details = new NodeDetails(page, page.getByTestId('ndv'));
		await details.root.getByTestId('node-parameters').waitFor();
		return details;
	}

	async chooseOperation(resource: string, operation: string): Promise<void> {
		await this.choose('Resource', resource);
		await this.choose('Operation', operation);
	}

	/** In a tool of an AI Agent: the button "Let the model define this parameter". */
	modelButton(label: string): Locator {
		return this.parameter(label).getByTestId('from-ai-override-button');
	}

	async chooseCredential(name: string): Promise<void> {
		await this.pick(this.root.getByTestId('node-credentials-select').getByRole('combobox'), name);
	}

	async openTab(tab: 'Parameters' | 'Settings'): Promise<void> {
		await this.root.getByRole('tab', { name: tab }).click();
	}

	/** Runs what comes before, so that the input shows its items. */
	async executePrevious(): Promise<void> {
		await this.input.getByRole('button', { name: 'Execute previous nodes' }).click();
		await this.input.getByTestId('run-data-schema-node-name').first().waitFor();
	}

	/** Drags a field of the input onto a parameter, which becomes an expression. */
	async mapField(field: string, label: string): Promise<void> {
		const names = this.input.getByTestId('run-data-schema-node-name');
		const from = await middleOf(names.getByText(field, { exact: true }).first());
		const to = await middleOf(this.parameter(label).getByTestId('parameter-input'));
		await this.page.mouse.move(from.x, from.y);
		await this.page.mouse.down();
		await this.page.mouse.move(to.x, to.y, { steps: 10 });
		await this.page.mouse.up();
		await this.parameter(label).getByRole('textbox').filter({ hasText: '{{' }).waitFor();
	}

	/** Presses "Execute step", or a polling trigger's "Fetch Test Event", and waits for the node's success or failure. */
	async executeStep(): Promise<'success' | 'error'> {
		const button = this.root.getByTestId('node-execute-button');
		const started = this.page.waitForResponse((response) =>
			/\/rest\/workflows\/\w+\/run$/.test(response.url()),
		);
		await button.click();
		const answer = await started;
		if (!answer.ok()) throw new Error(`n8n did not run it: ${await answer.text()}`);
		await button.and(this.page.locator(':not([aria-busy=true])')).waitFor();
		const mark = this.output.getByTestId(/^node-run-status-(success|danger)$/);
		const result = await mark.getAttribute('data-test-id');
		return result?.endsWith('success') ? 'success' : 'error';
	}

	/** What the output shows as a table: as many cells a row as columns. */
	async outputTable(): Promise<{ columns: string[]; rows: string[][] }> {
		await this.output.getByTestId('radio-button-table').click();
		const table = this.output.locator('table');
		await table.waitFor();
		// n8n adds an empty column at the right.
		const texts = async (cells: Locator) => (await cells.allInnerTexts()).slice(0, -1);
		const columns = await texts(table.locator('thead th'));
		const rows: string[][] = [];
		for (const row of await table.locator('tbody tr').all()) {
			rows.push(await texts(row.locator('td')));
		}
		return { columns, rows };
	}

	/** Shows one of several outputs, e.g. "Error Branch (1 item)". */
	async openBranch(name: string): Promise<void> {
		await this.output.getByTestId('branches').getByText(name, { exact: true }).click();
	}

	async close(): Promise<void> {
		await this.root.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
	// In view, at rest, and under nothing else.
	await element.hover({ trial: true });
	const box = await element.boundingBox();
	if (!box) throw new Error(`${element} is not on the page`);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
