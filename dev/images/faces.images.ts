import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';
import sharp from 'sharp';

import { createClock } from '../../sandbox/clock';
import { test } from '../../test/e2e/support/browser';
import { startSandbox } from '../../test/sandbox/startSandbox';
import { peoplePages } from '../../test/support/peoplePages';
import { repositoryRoot } from '../places';
import { sender as from } from './workflows';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 700 };
/** How wide each is shown, and what is between two of them. */
const SHOWN = { desk: 640, phone: 300, between: 24 };

const people = ['approval', 'text is missing', 'answered', 'opt out', 'opted out'];
const views = ['messages?to=37060010005', 'check', 'failures', 'people', 'request-1'];

/** Puts what a page shows side by side, in light and in dark. */
async function takeAll(
	page: Page,
	name: string,
	size: typeof desk,
	shown: number,
	show: Array<() => Promise<unknown>>,
) {
	await page.setViewportSize(size);
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		const shots: Buffer[] = [];
		for (const one of show) {
			await one();
			const shot = await page.screenshot({ animations: 'disabled' });
			shots.push(await sharp(shot).resize({ width: shown }).toBuffer());
		}
		const { height } = await sharp(shots[0]).metadata();
		const left = (place: number) => place * (shown + SHOWN.between);
		const width = left(shots.length) - SHOWN.between;
		const file = `docs/images/${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
		await sharp({ create: { width, height, channels: 4, background: '#0000' } })
			.composite(shots.map((input, place) => ({ input, top: 0, left: left(place) })))
			.png({ palette: true, dither: 0, effort: 10 })
			.toFile(join(repositoryRoot, file));
	}
}

test("People's pages", async ({ page }) => {
	const show = people.map((name) => async () => {
		// The policy of one page would hold for the next.
		await page.goto('about:blank');
		await page.setContent(peoplePages[name]);
	});
	await takeAll(page, 'faces-people', phone, SHOWN.phone, show);
});

test('The views of the sandbox, at a desk and on a phone', async ({ page }) => {
	const clock = createClock({ start: new Date('2026-11-20T09:41:00Z'), frozen: true });
	const sandbox = await startSandbox({ clock });
	const post = async (path: string, body: object) => await sandbox.post(path, { from, ...body });
	await post('/v1/sms/single', { to: '37060010005', text: 'Labas, Rūta! Your bike is ready.' });
	await post('/v1/sms/single', { to: '37061100002', text: 'Your appointment: tomorrow, 10:00.' });
	await post('/suppression', { phoneNumber: '37065511223', reason: 'asked to stop' });
	clock.advance(60_000);
	const show = views.map((view) => async () => {
		await page.goto(`${sandbox.address}/?${views.indexOf(view)}#${view}`);
		await expect(page.getByText('live', { exact: true })).toBeVisible();
		await expect(page.locator('main > *')).toBeVisible();
		if (view.startsWith('request')) await expect(page.getByText('Headers')).toBeVisible();
	});
	await takeAll(page, 'faces-sandbox', desk, SHOWN.desk, show);
	await takeAll(page, 'faces-sandbox-phone', phone, SHOWN.phone, show);
	await sandbox.close();
});
