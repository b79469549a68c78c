import { importExample } from '../support';
import { dropTable, tableRows } from '../support/exampleData';
import { expect, test } from '../support/inN8n';
import { optOutLinks, reachable, suppressedNumbers } from '../support/optOut';

const customer = '37060099999';
const question = `Stop all SMS from Example to +${customer}?`;

test.use({
	signedIn: false,
	viewport: { width: 360, height: 640 },
	hasTouch: true,
	isMobile: true,
});

test('Somebody opts out in a browser on a phone, by pressing the button', async ({
	page,
	host,
	publish,
}) => {
	for (const table of ['Opt-out secret', 'Consents']) await dropTable(host, table);
	const example = await publish(await importExample(host, 'opt-out-by-link'));
	const [{ optOutLink }] = await optOutLinks(host, example, customer);
	const left = async () => [await suppressedNumbers(host), await tableRows(host, 'Consents')];
	await page.goto(reachable(host, optOutLink));
	await expect(page.getByRole('heading')).toHaveText(question);
	expect(await left()).toEqual([[], []]);
	await page.getByRole('button', { name: 'Yes, stop them' }).tap();
	await expect(page.getByRole('heading', { name: 'You will get no more SMS' })).toBeVisible();
	const words = `${question} [Yes, stop them]`;
	const row = { phoneNumber: customer, wish: 'no more messages', words };
	expect(await left()).toMatchObject([[customer], [row]]);
});
