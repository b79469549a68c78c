import { peoplePages } from '../../support/peoplePages';
import { expect, test } from '../support/browser';
import { expectUsable } from '../support/sandboxPage';

/** As WCAG 2.2 has it for pages on a phone, and more: for a thumb. */
const TARGET = 52;

for (const [name, content] of Object.entries(peoplePages))
	test(`People's page: ${name} can be used by everybody`, async ({ page }) => {
		for (const width of [320, 390, 1280])
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.setViewportSize({ width, height: 844 });
				await page.emulateMedia({ colorScheme });
				await page.setContent(content);
				await expectUsable(page, name);
				for (const target of await page.locator('button, textarea').all()) {
					const box = (await target.boundingBox())!;
					expect(box.height).toBeGreaterThanOrEqual(TARGET);
					expect(box.width).toBeGreaterThanOrEqual(TARGET);
				}
			}
	});

for (const [name, told] of Object.entries({
	approval: [
		'paragraph: Shop',
		'heading "Your approval is needed" [level=1]',
		'paragraph: Refund 49.90 EUR for order 2041?',
		'button "Approve"',
		'button "Decline"',
	],
	'text is missing': [
		'paragraph: Shop',
		'heading "Your answer is needed" [level=1]',
		'paragraph: What is broken?',
		'alert: Please fill out this field.',
		'textbox "What is broken?" [invalid]',
		'button "Send answer"',
	],
	answered: [
		'paragraph: Shop',
		'heading "Thank you" [level=1]',
		'text: "Your answer:"',
		'strong: Approve',
		'status: Your answer was saved.',
	],
	'opt out': [
		'paragraph: Example',
		'heading "Stop all SMS from Example to the number ending in 4401?" [level=1]',
		'paragraph: You can sign up again later.',
		'button "Yes, stop them"',
	],
	'opted out': [
		'paragraph: Example',
		'heading "You will get no more SMS" [level=1]',
		'paragraph: Your choice has been saved. A message that is already on its way may still arrive.',
	],
}))
	test(`A screen reader is told what the page says: ${name}`, async ({ page }) => {
		await page.setContent(peoplePages[name]);
		const tree = ['main:', ...told.map((line) => `  - ${line}`)].join('\n');
		expect(await page.locator('body').ariaSnapshot()).toBe(`- ${tree}`);
	});

test('An Arabic page begins at the right', async ({ page }) => {
	await page.setContent(peoplePages['in Arabic']);
	const card = (await page.locator('main').boundingBox())!;
	const heading = await page.locator('h1').evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		return range.getBoundingClientRect().right;
	});
	expect(card.x + card.width - heading).toBeLessThan(40);
});

test('A button that was pressed says so until the page is there', async ({ page }) => {
	await page.setContent(peoplePages.text);
	// Nobody answers.
	await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()));
	await page.getByRole('textbox').fill('The screen');
	await page.getByRole('button').click();
	await expect(page.getByRole('button')).toHaveAttribute('aria-busy', 'true');
	await expectUsable(page, 'busy');
});
