import { importExample } from '../support';
import { expect, test as inN8n } from '../support/inN8n';

const test = inN8n.extend<{ begin: (choice: string) => Promise<string[][]> }>({
	/** Fills in the form, answers the question, and reads the table of the last page. */
	begin: async ({ page, host, publish }, use) => {
		await publish(await importExample(host, 'first-day-with-your-account'));
		await use(async (choice) => {
			await page.goto('/form/first-day');
			await page.getByLabel('Your own phone number').fill('+370 600 12345');
			await page.getByLabel('Sender ID').fill('Example');
			await page.getByRole('button', { name: 'Read my account' }).click();
			await expect(page.getByText('Your number is valid: Yes')).toBeVisible();
			expect(await host.sandbox.messages()).toEqual([]);
			await page.getByRole('combobox').selectOption(choice);
			await page.getByRole('button', { name: 'Continue' }).click();
			await expect(page.locator('table')).toBeVisible();
			const rows = await page.locator('tr').all();
			return await Promise.all(rows.map(async (row) => await row.locator('td').allInnerTexts()));
		});
	},
});

test('The first day: after a yes, one SMS arrives, and the page says what worked', async ({
	begin,
	host,
}) => {
	const [, ...rows] = await begin('Yes, send it');
	expect(rows.map(([, worked]) => worked)).toEqual(['Yes', 'Yes', 'Yes', 'Yes', 'Yes']);
	expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
});

test('The first day: after a no, nothing is sent, and the page says what to change in the credential', async ({
	begin,
	host,
}) => {
	const fault = { kind: 'status', status: 404, path: '/contacts' };
	await host.sandbox.fail({ ...fault, method: 'GET' });
	const [, ...rows] = await begin('No, only show the table');
	expect(rows[2]).toMatchObject({
		0: 'Read the contacts',
		1: 'No',
		3: 'Custom Paths: Path Prefix',
	});
	expect(rows[4].slice(0, 2)).toEqual(['Send one SMS to yourself', 'Not tried']);
	expect(await host.sandbox.messages()).toEqual([]);
});
