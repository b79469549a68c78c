import { join } from 'node:path';
import sharp from 'sharp';

import { peoplePages } from '../../test/support/peoplePages';
import { repositoryRoot } from '../places';
import type { Theme } from './camera';
import { studioForTests } from './studio';
import { sender as from } from './workflows';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 700 };
const between = 24;

// The pages of people allow no style but their own, and the camera has one.
const studio = studioForTests({ viewport: desk, deviceScaleFactor: 1, bypassCSP: true });

const people = ['approval', 'text is missing', 'answered', 'opt out', 'opted out'];
const views = ['messages?to=37060010005', 'check', 'failures', 'people', 'request-1'];

/** Puts pictures side by side, in light and in dark. */
async function takeAll(name: string, width: number, show: Array<() => Promise<unknown>>) {
	const { page } = studio.session;
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

test("People's pages", async () => {
	await studio.resize(phone.width, phone.height);
	const show = people.map((name) => async () => {
		await studio.session.page.setContent(peoplePages[name]);
	});
	await takeAll('faces-people', 300, show);
});

test.each([
	['faces-sandbox', desk, 640],
	['faces-sandbox-phone', phone, 300],
])('The views of the sandbox: %s', async (name, { width, height }, shown) => {
	const { shop, session } = studio;
	await shop.controls.reset();
	const text = 'Labas, Rūta! Your bike is ready.';
	await shop.post('/v1/sms/single', { to: '37060010005', from, text });
	await shop.post('/v1/sms/single', { to: '37061100002', from, text: 'Your appointment: 10:00.' });
	await shop.post('/suppression', { phoneNumber: '37065511223', reason: 'asked to stop' });
	await shop.controls.moveClock(60_000);
	await studio.resize(width, height);
	const show = views.map((view) => async () => {
		await session.page.goto(`${shop.address}/?${view.length}#${view}`);
		await session.page.locator('main > *').waitFor();
	});
	await takeAll(name, shown, show);
});
