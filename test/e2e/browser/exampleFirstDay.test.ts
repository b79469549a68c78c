import { importExample } from '../support';
import { expect, test } from '../support/inN8n';

// What each answer leads to: examples/firstDay.test.ts.
test('The first day: a form, a question, and a page whose table says what worked and what to change', async ({
	page,
	host,
	publish,
}) => {
	await publish(await importExample(host, 'first-day-with-your-account'));
	const fault = { kind: 'status', status: 404, path: '/contacts' };
	await host.sandbox.fail({ ...fault, method: 'GET' });
	await page.goto('/form/first-day');
	await page.getByLabel('Your own phone number').fill('+370 600 12345');
	await page.getByLabel('Sender ID').fill('Example');
	await page.getByRole('button', { name: 'Read my account' }).click();
	await expect(page.getByText('Your number is valid: Yes')).toBeVisible();
	expect(await host.sandbox.messages()).toEqual([]);
	await page.getByRole('combobox').selectOption('Yes, send it');
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page.locator('table')).toBeVisible();
	const rows = await page.locator('tr').all();
	const [, ...cells] = await Promise.all(
		rows.map(async (row) => await row.locator('td').allInnerTexts()),
	);
	expect(cells.map(([, worked]) => worked)).toEqual(['Yes', 'Yes', 'No', 'Yes', 'Yes']);
	expect(cells[2]).toMatchObject({ 0: 'Read the contacts', 3: 'Custom Paths: Path Prefix' });
	expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
});
