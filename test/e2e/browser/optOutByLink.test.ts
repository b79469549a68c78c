import { tokensIn } from '../../support/contrast';
import { peoplePages, styleOf } from '../../support/peoplePages';
import { importExample, type SavedWorkflow } from '../support';
import { dropTable, tableRows } from '../support/exampleData';
import { expect, test as inN8n } from '../support/inN8n';
import { optOutLinks, questionTo, reachable, suppressedNumbers } from '../support/optOut';
import { expectUsable } from '../support/sandboxPage';

const customer = '37060099999';
const question = questionTo(customer);

/** What axe finds in n8n's own form, whatever its style: it has no landmarks. */
const ofN8n = ['landmark-one-main', 'region'];

const inRgb = (color: string) =>
	`rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;

const test = inN8n.extend<{ example: SavedWorkflow }>({
	example: async ({ host, publish }, use) => {
		for (const table of ['Opt-out secret', 'Consents']) await dropTable(host, table);
		await use(await publish(await importExample(host, 'opt-out-by-link')));
	},
});

test.describe('In a browser on a phone', () => {
	test.use({
		signedIn: false,
		viewport: { width: 360, height: 640 },
		hasTouch: true,
		isMobile: true,
	});

	test('somebody opts out by pressing the button', async ({ page, host, example }) => {
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

	for (const colorScheme of ['light', 'dark'] as const) {
		test(`somebody opts in on a form that looks the same and can be read in the sun: ${colorScheme}`, async ({
			page,
			example,
		}) => {
			expect(example.active).toBe(true);
			await page.emulateMedia({ colorScheme });
			await page.goto('/form/opt-in');
			const button = page.getByRole('button', { name: 'Save' });
			expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(52);
			await expectUsable(page, 'form', ofN8n);
			await page.getByLabel('Phone number').fill(customer);
			await page.getByRole('checkbox').check();
			await button.click();
			await expect(page.getByText('Your choice has been saved.')).toBeVisible();
			await expectUsable(page, 'its last page', ofN8n);
			const { ink } = tokensIn(styleOf(peoplePages.approval))[colorScheme];
			await expect(page.getByRole('heading')).toHaveCSS('color', inRgb(ink));
		});
	}
});
