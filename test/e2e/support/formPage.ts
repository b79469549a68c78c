import type { Page } from '@playwright/test';

/** The page of a form that n8n serves. */
export class FormPage {
	private constructor(readonly page: Page) {}

	/** The form that n8n opens beside the editor when its workflow is executed. */
	static async openedBy(editor: Page, execute: () => Promise<void>): Promise<FormPage> {
		const popup = editor.waitForEvent('popup');
		await execute();
		return new FormPage(await popup);
	}

	async fill(label: string, value: string): Promise<void> {
		await this.page.getByLabel(label).fill(value);
	}

	/** Presses Submit and waits for what the form says then. */
	async submit(): Promise<void> {
		await this.page.getByRole('button', { name: 'Submit' }).click();
		await this.page.locator('#submitted-form').waitFor();
	}
}
