import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';
import sharp from 'sharp';

import { peoplePages } from '../../test/support/peoplePages';
import { repositoryRoot } from '../places';
import type { Theme } from './camera';
import { test } from './studio';
import { sender as from } from './workflows';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 700 };
const between = 24;

// The pages of people allow no style but their own, and the camera has one.
test.use({ deviceScaleFactor: 1, bypassCSP: true });

const people = ['approval', 'text is missing', 'answered', 'opt out', 'opted out'];
const views = ['messages?to=37060010005', 'check', 'failures', 'people', 'request-1'];

/** Puts pictures side by side, in light and in dark. */
async function takeAll(
	page: Page,
	name: string,
	width: number,
	show: Array<() => Promise<unknown>>,
): Promise<void> {
	for (const theme of ['light', 'dark'] satisfies Theme[]) {
		await page.emulateMedia({ colorScheme: theme });
		const shots: Buffer[] = [];
		for (const one of show) {
			await one();
			const shot = await page.screenshot({ animations: 'disabled' });
			shots.push(await sharp(shot).resize({ width }).toBuffer());
		}
		const { height } = await sharp(shots[0]).metadata();
		const left = (place: number) => place * (width + between);
		await sharp({
			create: { width: left(shots.length) - between, height, channels: 4, background: '#0000' },
		})
			.composite(shots.map((input, place) => ({ input, top: 0, left: left(place) })))
			.png({ palette: true, dither: 0, effort: 10 })
			.toFile(join(repositoryRoot, `docs/images/${name}${theme === 'dark' ? '-dark' : ''}.png`));
	}
}

test("People's pages", async ({ page }) => {
	await page.setViewportSize(phone);
	const show = people.map((name) => async () => await page.setContent(peoplePages[name]));
	await takeAll(page, 'faces-people', 300, show);
});

for (const [name, size, shown] of [
	['faces-sandbox', desk, 640],
	['faces-sandbox-phone', phone, 300],
] as const) {
	test(`The views of the sandbox: ${name}`, async ({ page, shop }) => {
		const text = 'Labas, Rūta! Your bike is ready.';
		await shop.post('/v1/sms/single', { to: '37060010005', from, text });
		const another = { to: '37061100002', from, text: 'Your appointment: 10:00.' };
		await shop.post('/v1/sms/single', another);
		await shop.post('/suppression', { phoneNumber: '37065511223', reason: 'asked to stop' });
		await shop.controls.moveClock(60_000);
		await page.setViewportSize(size);
		const show = views.map((view) => async () => {
			await page.goto(`${shop.address}/?${view.length}#${view}`);
			await expect(page.locator('main > *').first()).toBeVisible();
		});
		await takeAll(page, name, shown, show);
	});
}
