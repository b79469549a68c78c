import type { Locator } from '@playwright/test';

import type { N8nPage } from './inN8n';
import { ParameterFields } from './parameterFields';

/** n8n's form of one credential. */
export class CredentialForm extends ParameterFields {
	/** Begins a new credential of a type. */
	static async create(n8n: N8nPage, type: string): Promise<CredentialForm> {
		const { page } = n8n;
		await n8n.goTo('/home/credentials');
		await page.getByTestId('add-resource-credential').click();
		await page.getByTestId('new-credential-type-select').getByRole('combobox').fill(type);
		await page
			.locator('[data-test-id=new-credential-type-select-option]:visible')
			.getByText(type, { exact: true })
			.click();
		await page.getByTestId('new-credential-type-button').click();
		return new CredentialForm(page, page.getByTestId('editCredential-modal'));
	}

	/** The labels of its fields, without the asterisk of those that have to be filled in. */
	async labels(): Promise<string[]> {
		const fields = this.root.getByTestId('credential-connection-parameter');
		const labels = await fields.locator('label:visible').allInnerTexts();
		// Behind it stands the switch to an expression.
		return labels.map((label) => label.split('\n')[0].replace('*', '').trim());
	}

	/** Presses Save, which tests the credential; gives what n8n says of it then. */
	async save(): Promise<Locator> {
		const tested = this.page.waitForResponse((response) =>
			response.url().endsWith('/rest/credentials/test'),
		);
		await this.root.getByTestId('credential-save-button').click();
		await tested;
		const success = this.root.getByTestId('credentials-config-container-test-success');
		const details = this.root.getByText('More details');
		await success.or(details).first().waitFor();
		if (await success.isVisible()) return success;
		await details.click();
		return this.root.getByTestId('node-credentials-config-container');
	}
}
