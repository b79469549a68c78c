import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

import { group } from '../../support/sending';
import { itemsOf, sharedHost } from '../support';
import { ask, finished, statusOf } from '../support/asking';
import { openBrowser, sessionForTests } from '../support/browser';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const freeText = { message: 'What shall we do?', responseType: 'freeText' };
const labels = ['Confirm', 'Move to another day', 'Cancel "now" & <b>pay</b>'];
const ofChoices = {
	responseType: 'choices',
	choices: { values: labels.map((choice) => ({ choice })) },
};
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** The requests that send an answer, as they happen. */
function countAnswers(page: Page): string[] {
	const sent: string[] = [];
	page.on('request', (made) => {
		if (made.method() === 'POST') sent.push(made.postData() ?? '');
	});
	return sent;
}

describe.each([
	['with JavaScript', true],
	['without JavaScript', false],
])('Answering on a phone, %s', (_, javaScriptEnabled) => {
	const session = sessionForTests(
		async () => await openBrowser(host, { ...phone, javaScriptEnabled }),
	);

	test('an approval is sent by a tap, and said to be recorded', async () => {
		const { id, link } = await ask(host);
		const { page } = session;
		await page.goto(link);
		expect(await page.getByRole('heading').innerText()).toBe('Your approval is needed');
		expect(await page.locator('main').innerText()).toContain('Refund order 1042?');
		expect(await statusOf(host, id)).toBe('waiting');
		await page.getByRole('button', { name: 'Approve' }).tap();
		await page.getByText('Your answer was saved').waitFor();
		expect(await page.getByRole('heading').innerText()).toBe('Thank you');
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: true } }]);
		expect(session.takeProblems()).toEqual([]);
	});

	test('a text is not sent as long as it is empty, and then as it was written', async () => {
		const { id, link } = await ask(host, freeText);
		const { page } = session;
		const sent = countAnswers(page);
		await page.goto(link);
		await page.getByRole('button', { name: 'Send answer' }).tap();
		expect(sent).toEqual([]);
		const text = 'Grąžinkite 50 € 🎉\n"<b>half</b>" & no more';
		await page.getByRole('textbox', { name: 'What shall we do?' }).fill(text);
		await page.getByRole('button', { name: 'Send answer' }).tap();
		await page.getByText('Your answer was saved').waitFor();
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { text } }]);
		expect(session.takeProblems()).toEqual([]);
	});

	test('a choice is sent by a tap, and comes out as it was asked', async () => {
		const { id, link } = await ask(host, ofChoices);
		const { page } = session;
		await page.goto(link);
		expect(await page.getByRole('button').allInnerTexts()).toEqual(labels);
		await page.getByRole('button', { name: labels[2], exact: true }).tap();
		await page.getByText('Your answer was saved').waitFor();
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([
			{ data: { choice: labels[2] } },
		]);
		expect(session.takeProblems()).toEqual([]);
	});

	test('the page fits, with long words and many lines, and can be used by keyboard', async () => {
		const { id, link } = await ask(host, {
			options: group('answerPage', {
				title: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3),
				text: 'Line\n'.repeat(60) + 'x'.repeat(500),
			}),
			approvalOptions: { values: { approveLabel: 'y'.repeat(120), disapproveLabel: 'No' } },
		});
		const { page } = session;
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
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByText('Your answer was saved').waitFor();
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: false } }]);
	});
});

describe('Answering in a browser', () => {
	const session = sessionForTests(async () => await openBrowser(host));

	test('a button that is pressed twice sends its answer once', async () => {
		const { id, link } = await ask(host);
		const sent = countAnswers(session.page);
		await session.page.goto(link);
		const button = (await session.page.getByRole('button', { name: 'Approve' }).boundingBox())!;
		const { mouse } = session.page;
		await mouse.move(button.x + button.width / 2, button.y + button.height / 2);
		for (const pause of [40, 0]) {
			await mouse.down();
			await mouse.up();
			await sleep(pause);
		}
		await session.page.getByText('Your answer was saved').waitFor();
		expect(sent).toEqual(['approved=true']);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: true } }]);
	});

	test('nothing that is asked can run in the page, or load anything', async () => {
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
		const { page } = session;
		const loaded: string[] = [];
		page.on('request', (made) => loaded.push(made.url()));
		await page.goto(link);
		expect(await page.title()).toContain('</title><script>');
		expect(await page.locator('main script, main img').count()).toBe(0);
		await page.getByRole('button', { name: '"><script>1</script>' }).click();
		await page.getByRole('status').getByText('document.title = "taken"').waitFor();
		expect(loaded).toEqual([link, link]);
	});

	test('the page cannot reach n8n’s cookies, even if somebody is signed in', async () => {
		const { link } = await ask(host);
		await session.page.goto(link);
		const reached = await session.page.evaluate(() => {
			try {
				return document.cookie || 'no cookie';
			} catch (error) {
				return (error as Error).name;
			}
		});
		expect(reached).toBe('SecurityError');
		expect(await session.page.evaluate(() => origin)).toBe('null');
	});
});
