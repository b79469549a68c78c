import type { Locator, Page } from 'playwright-core';

/** What holds a label and its input: the label's own element, or for a collection the one around it. */
const fieldWithLabel =
	'(@data-test-id="input-label" or @data-test-id="parameter-item") and .//*[@data-test-id="parameter-input" ' +
	'or @data-test-id="collection-parameter-add" or starts-with(@data-test-id, "fixed-collection-")]';

export interface OutputTable {
	columns: string[];
	/** As many cells a row as columns. */
	rows: string[][];
}

/** n8n's node detail panel: input on the left, parameters in the middle, output on the right. */
export class NodeDetails {
	readonly root: Locator;
	readonly input: Locator;
	readonly output: Locator;

	private constructor(readonly page: Page) {
		this.root = page.getByTestId('ndv');
		this.input = this.root.getByTestId('ndv-input-panel');
		this.output = this.root.getByTestId('output-panel');
	}

	static async opened(page: Page): Promise<NodeDetails> {
		const details = new NodeDetails(page);
		await details.root.getByTestId('node-parameters').waitFor();
		return details;
	}

	/** A parameter with its label, as the user reads it; the last one where a label comes several times. */
	parameter(label: string): Locator {
		return this.root
			.locator('label:visible')
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.last()
			.locator(`xpath=ancestor::*[${fieldWithLabel}][1]`);
	}

	/** Types into a text or number field. */
	async fill(label: string, value: string): Promise<void> {
		await this.parameter(label).locator('input:visible, textarea:visible').last().fill(value);
	}

	/** Chooses from a drop-down menu by the text that it shows. */
	async choose(label: string, option: string): Promise<void> {
		await this.#pick(this.parameter(label).getByRole('combobox'), option);
	}

	async chooseOperation(resource: string, operation: string): Promise<void> {
		await this.choose('Resource', resource);
		await this.choose('Operation', operation);
	}

	/** What a drop-down menu offers. */
	async choices(label: string): Promise<string[]> {
		await this.parameter(label).getByRole('combobox').click();
		const names = this.page.locator('[role=option]:visible .option-headline');
		await names.first().waitFor();
		const found = await names.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return found;
	}

	/** In a tool of an AI Agent: the button "Let the model define this parameter". */
	modelButton(label: string): Locator {
		return this.parameter(label).getByTestId('from-ai-override-button');
	}

	async chooseCredential(name: string): Promise<void> {
		await this.#pick(this.root.getByTestId('node-credentials-select').getByRole('combobox'), name);
	}

	/** Adds an option of the collection Options, or of another. */
	async addOption(option: string, collection = 'Options'): Promise<void> {
		const add = this.parameter(collection).getByTestId('collection-parameter-add');
		await this.#pick(add.getByRole('combobox').last(), option);
	}

	/** Puts an expression into a field, without the equals sign. */
	async fillExpression(label: string, expression: string): Promise<void> {
		const parameter = this.parameter(label);
		await parameter.hover();
		await parameter.getByTestId('radio-button-expression').click();
		await parameter.getByRole('textbox').fill(expression);
	}

	async openTab(tab: 'Parameters' | 'Settings'): Promise<void> {
		await this.root.getByRole('tab', { name: tab }).click();
	}

	/** Presses "Execute step" and waits for the node's success or failure. */
	async executeStep(): Promise<'success' | 'error'> {
		return await this.#run('Execute step');
	}

	/** Presses a polling trigger's "Fetch Test Event" and waits for its success or failure. */
	async fetchTestEvent(): Promise<'success' | 'error'> {
		return await this.#run('Fetch Test Event');
	}

	/** What the output shows as a table. */
	async outputTable(): Promise<OutputTable> {
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

	async close(): Promise<void> {
		await this.root.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}

	async #run(label: string): Promise<'success' | 'error'> {
		await this.root.getByTestId('node-execute-button').click();
		const button = this.root.getByRole('button', { name: label });
		await button.first().waitFor();
		const success = this.output.getByTestId('node-run-status-success');
		const failure = this.output.getByTestId('node-error-view');
		await success.or(failure).first().waitFor();
		return (await failure.isVisible()) ? 'error' : 'success';
	}

	async #pick(menu: Locator, option: string): Promise<void> {
		await menu.click();
		await this.page
			.locator('[role=option]:visible')
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.click();
	}
}
