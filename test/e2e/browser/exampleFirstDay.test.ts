import { importExample, sharedHost } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import { publisherForTests } from '../support/exampleData';

const host = sharedHost();
const publish = publisherForTests(host);
const session = sessionForTests(async () => await openSignedIn(host));
beforeEach(async () => await host.sandbox.reset());

/** Fills in the form, answers the question, and reads the table of the last page. */
async function begin(choice: string): Promise<string[][]> {
	await publish(await importExample(host, 'first-day-with-your-account'));
	const { page } = session;
	await page.goto('/form/first-day');
	await page.getByLabel('Your own phone number').fill('+370 600 12345');
	await page.getByLabel('Sender ID').fill('Example');
	await page.getByRole('button', { name: 'Read my account' }).click();
	await page.getByText('Your number is valid: Yes').waitFor();
	expect(await host.sandbox.messages()).toEqual([]);
	await page.getByRole('combobox').selectOption(choice);
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.locator('table').waitFor();
	const rows = await page.locator('tr').all();
	return await Promise.all(rows.map(async (row) => await row.locator('td').allInnerTexts()));
}

test('The first day: after a yes, one SMS arrives, and the page says what worked', async () => {
	const [, ...rows] = await begin('Yes, send it');
	expect(rows.map(([, worked]) => worked)).toEqual(['Yes', 'Yes', 'Yes', 'Yes', 'Yes']);
	expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
});

test('The first day: after a no, nothing is sent, and the page says what to change in the credential', async () => {
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
