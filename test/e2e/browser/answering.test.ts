import type { Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';

import { group } from '../../support/group';
import { type Host, itemsOf } from '../support';
import { ask, finished, statusOf } from '../support/asking';
import { expect, test } from '../support/inN8n';

test.use({ signedIn: false });

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const freeText = { message: 'What shall we do?', responseType: 'freeText' };
const labels = ['Confirm', 'Move to another day', 'Cancel "now" & <b>pay</b>'];
const ofChoices = {
	responseType: 'choices',
	choices: { values: labels.map((choice) => ({ choice })) },
};

/** The requests that send an answer, as they happen. */
function countAnswers(page: Page): string[] {
	const sent: string[] = [];
	page.on('request', (made) => {
		if (made.method() === 'POST') sent.push(made.postData() ?? '');
	});
	return sent;
}

/** Expects the page to say that the answer was saved, and n8n to have it. */
async function expectAnswer(page: Page, host: Host, id: string, data: object): Promise<void> {
	await expect(page.getByRole('heading')).toHaveText('Thank you');
	await expect(page.getByText('Your answer was saved')).toBeVisible();
	expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data }]);
}

for (const javaScriptEnabled of [true, false]) {
	test.describe(`Answering on a phone, with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
		test.use({ ...phone, javaScriptEnabled });

		test('an approval is sent by a tap, and said to be recorded', async ({ page, host }) => {
			const { id, link } = await ask(host);
			await page.goto(link);
			await expect(page.getByRole('heading')).toHaveText('Your approval is needed');
			await expect(page.locator('main')).toContainText('Refund order 1042?');
			expect(await statusOf(host, id)).toBe('waiting');
			await page.getByRole('button', { name: 'Approve' }).tap();
			await expectAnswer(page, host, id, { approved: true });
		});

		test('a text is not sent as long as it is empty, and then as it was written', async ({
			page,
			host,
		}) => {
			const { id, link } = await ask(host, freeText);
			const sent = countAnswers(page);
			await page.goto(link);
			await page.getByRole('button', { name: 'Send answer' }).tap();
			expect(sent).toEqual([]);
			const text = 'Grąžinkite 50 € 🎉\n"<b>half</b>" & no more';
			await page.getByRole('textbox', { name: 'What shall we do?' }).fill(text);
			await page.getByRole('button', { name: 'Send answer' }).tap();
			await expectAnswer(page, host, id, { text });
		});

		test('a choice is sent by keyboard, and comes out as it was asked', async ({ page, host }) => {
			const { id, link } = await ask(host, ofChoices);
			await page.goto(link);
			await expect(page.getByRole('button')).toHaveText(labels);
			for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
			await expectAnswer(page, host, id, { choice: labels[2] });
		});
	});
}

test.describe('Answering in a browser', () => {
	test.describe('on a phone', () => {
		test.use(phone);

		test('the page fits, with long words and many lines', async ({ page, host }) => {
			const { link } = await ask(host, {
				options: group('answerPage', {
					title: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3),
					text: 'Line\n'.repeat(60) + 'x'.repeat(500),
				}),
				approvalOptions: { values: { approveLabel: 'y'.repeat(120), disapproveLabel: 'No' } },
			});
			await page.goto(link);
			const { width, height } = (await page.locator('main').boundingBox())!;
			expect(width).toBeLessThanOrEqual(360);
			expect(height).toBeGreaterThan(640);
			for (const button of await page.getByRole('button').all()) {
				const box = (await button.boundingBox())!;
				expect(box.x).toBeGreaterThanOrEqual(0);
				expect(box.x + box.width).toBeLessThanOrEqual(360);
				expect(box.height).toBeGreaterThanOrEqual(52);
			}
		});
	});

	test('a button that is pressed twice sends its answer once', async ({ page, host }) => {
		const { id, link } = await ask(host);
		const sent = countAnswers(page);
		await page.goto(link);
		const button = (await page.getByRole('button', { name: 'Approve' }).boundingBox())!;
		const { mouse } = page;
		await mouse.move(button.x + button.width / 2, button.y + button.height / 2);
		for (const pause of [40, 0]) {
			await mouse.down();
			await mouse.up();
			await sleep(pause);
		}
		await expectAnswer(page, host, id, { approved: true });
		expect(sent).toEqual(['approved=true']);
	});

	test('nothing that is asked can run in the page, or load anything', async ({ page, host }) => {
		const { link } = await ask(host, {
			message: 'Hello',
			options: group('answerPage', {
				title: '</title><script>document.title = "taken"</script>',
				text: '</p><img src=x onerror="document.title = 1"><script>document.title = "taken"</script>',
				confirmationText: '<script>document.title = "taken"</script>',
			}),
			approvalOptions: {
				values: { approveLabel: '"><script>1</script>', disapproveLabel: "' x=" },
			},
		});
		const loaded: string[] = [];
		page.on('request', (made) => loaded.push(made.url()));
		await page.goto(link);
		await expect(page).toHaveTitle(/<\/title><script>/);
		await expect(page.locator('main script, main img')).toHaveCount(0);
		await page.getByRole('button', { name: '"><script>1</script>' }).click();
		await expect(page.getByRole('status').getByText('document.title = "taken"')).toBeVisible();
		expect(loaded).toEqual([link, link]);
	});

	test.describe('while somebody is signed in', () => {
		test.use({ signedIn: true });

		test('the page cannot reach n8n’s cookies', async ({ page, host }) => {
			const { link } = await ask(host);
			await page.goto(link);
			const reached = await page.evaluate(() => {
				try {
					return document.cookie || 'no cookie';
				} catch (error) {
					return (error as Error).name;
				}
			});
			expect(reached).toBe('SecurityError');
			expect(await page.evaluate(() => origin)).toBe('null');
		});
	});
});
