import type { Page } from 'playwright-core';

import { ParameterFields } from './parameterFields';

/** n8n's form of one credential. */
export class CredentialForm extends ParameterFields {
	/** Begins a new credential of a type, from n8n's first page. */
	static async create(page: Page, type: string): Promise<CredentialForm> {
		await page.getByTestId(/^tab-/).getByText('Credentials', { exact: true }).click();
		await page.getByTestId('add-resource-credential').click();
		await page.getByTestId('new-credential-type-select').getByRole('combobox').fill(type);
		await page
			.locator('[data-test-id=new-credential-type-select-option]:visible')
			.getByText(type, { exact: true })
			.click();
		await page.getByTestId('new-credential-type-button').click();
		const form = new CredentialForm(page, page.getByTestId('editCredential-modal'));
		await form.root.getByTestId('credential-connection-parameter').first().waitFor();
		return form;
	}

	/** The labels of its fields, without the asterisk of those that have to be filled in. */
	async labels(): Promise<string[]> {
		const fields = this.root.getByTestId('credential-connection-parameter');
		const labels = await fields.locator('label:visible').allInnerTexts();
		// Behind it stands the switch to an expression.
		return labels.map((label) => label.split('\n')[0].replace('*', '').trim());
	}

	/** Presses Save, which tests the credential, and gives what n8n says of it. */
	async save(): Promise<string> {
		const tested = this.page.waitForResponse((response) =>
			response.url().endsWith('/rest/credentials/test'),
		);
		await this.root.getByTestId('credential-save-button').click();
		await tested;
		const success = this.root.getByTestId('credentials-config-container-test-success');
		const details = this.root.getByText('More details');
		await success.or(details).first().waitFor();
		if (await success.isVisible()) return await success.innerText();
		await details.click();
		return await this.root.getByTestId('node-credentials-config-container').innerText();
	}
}
