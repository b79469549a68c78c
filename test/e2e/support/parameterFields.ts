import type { Locator, Page } from '@playwright/test';

/** What holds a label and its input: for a collection the parameter's element, else the label's own. */
const fieldWithLabel =
	'(@data-test-id="input-label" or @data-test-id="parameter-item" or @data-test-id="credential-connection-parameter") ' +
	'and .//*[@data-test-id="parameter-input" or @data-test-id="collection-parameter-add" or starts-with(@data-test-id, "fixed-collection-")]';

/** A form of n8n's with labelled fields: the parameters of a node, or of a credential. */
export class ParameterFields {
	protected constructor(
		readonly page: Page,
		readonly root: Locator,
	) {}

	/** A field by its label, as the user reads it; the last one where a label comes several times. */
	parameter(label: string): Locator {
		const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
		// n8n marks a required field of a credential with an asterisk.
		const text = this.page.getByText(new RegExp(`^\\s*${escaped}\\s*\\*?\\s*$`));
		return this.root
			.locator('label:visible')
			.filter({ has: text })
			.last()
			.locator(`xpath=ancestor::*[${fieldWithLabel}][1]`);
	}

	/** The labels and placeholders that have less room than their text needs. */
	async cutTexts(): Promise<string[]> {
		return await this.root.evaluate((root) => {
			const visible = <Kind extends Element>(selector: string) =>
				Array.from(root.querySelectorAll<Kind>(selector)).filter((one) => one.checkVisibility());
			const isCut = (element: Element) =>
				element.clientWidth > 0 &&
				element.scrollWidth > element.clientWidth &&
				getComputedStyle(element).overflowX !== 'visible';
			const labels = visible<HTMLElement>('label').filter((label) =>
				[label, ...label.querySelectorAll('*')].some(isCut),
			);
			// n8n has others of its own.
			const ours = visible<HTMLInputElement>('input[placeholder^="e.g. "]');
			const pen = document.createElement('canvas').getContext('2d')!;
			const placeholders = ours.filter((input) => {
				const { font, paddingLeft, paddingRight } = getComputedStyle(input);
				pen.font = font;
				const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
				return pen.measureText(input.placeholder).width > room;
			});
			return [
				// Behind a label stands the switch to an expression.
				...labels.map(({ innerText }) => innerText.split('\n')[0]),
				...placeholders.map(({ placeholder }) => placeholder),
			];
		});
	}

	/** Types into a text or number field. */
	async fill(label: string, value: string): Promise<void> {
		await this.parameter(label).locator('input:visible, textarea:visible').last().fill(value);
	}

	/** Presses a switch: of its elements the one that is seen. */
	async toggle(label: string): Promise<void> {
		await this.parameter(label).getByRole('switch').locator('xpath=..').click();
	}

	/** Makes a field an expression and types it in. */
	async fillExpression(label: string, expression: string): Promise<void> {
		const parameter = this.parameter(label);
		await parameter.hover();
		await parameter.getByTestId('radio-button-expression').click();
		await parameter.getByRole('textbox').fill(expression);
		// n8n takes it over a moment later, at the same time as it colors it; whoever is quicker loses it.
		await parameter.locator('.cm-line [class*=resolvable]').first().waitFor();
	}

	/** Chooses from a drop-down menu by the text that it shows. */
	async choose(label: string, option: string): Promise<void> {
		await this.pick(this.parameter(label).getByRole('combobox').last(), option);
	}

	/** What a drop-down menu offers. */
	async choices(label: string): Promise<string[]> {
		const options = await this.#open(this.parameter(label).getByRole('combobox').last());
		const names = await options.locator('.option-headline').allInnerTexts();
		await this.closeMenu();
		return names;
	}

	async closeMenu(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.locator('[role=option]:visible').first().waitFor({ state: 'hidden' });
	}

	/** Adds an option of the collection Options, or of another. */
	async addOption(option: string, collection = 'Options'): Promise<void> {
		const add = this.parameter(collection).getByTestId('collection-parameter-add');
		await this.pick(add.getByRole('combobox').last(), option);
	}

	/** Adds an entry to a list of names and values, e.g. Body Fields. */
	async addEntry(list: string): Promise<void> {
		await this.parameter(list).getByTestId('fixed-collection-add').last().click();
	}

	/** Removes the fields of a group of options, by the inner of its two trash icons. */
	async emptyGroup(group: string): Promise<void> {
		const fields = this.parameter(group);
		await fields.hover();
		await fields.getByTestId('fixed-collection-delete').click();
		await fields.getByTestId('fixed-collection-delete').waitFor({ state: 'hidden' });
	}

	protected async pick(menu: Locator, option: string): Promise<void> {
		const options = await this.#open(menu);
		await options.filter({ has: this.page.getByText(option, { exact: true }) }).click();
		await options.first().waitFor({ state: 'hidden' });
	}

	async #open(menu: Locator): Promise<Locator> {
		await menu.click();
		const options = this.page.locator(
			`[id="${await menu.getAttribute('aria-controls')}"] [role=option]`,
		);
		await options.first().waitFor();
		return options;
	}
}
