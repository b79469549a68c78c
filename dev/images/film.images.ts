import { expect, type Locator } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

import { group } from '../../test/support/group';
import { test } from './studio';
import { customers, orderWorkflow, sending } from './workflows';

const file = join(__dirname, '../../docs/images/send-to-phone.webp');
/** In the film's pixels. */
const height = 440;
const canvasWidth = 560;
const phoneWidth = 360;

test.use({ viewport: { width: 800, height: 694 } });

test('The film: Send runs in n8n, and the SMS appears on the phone', async ({
	n8n,
	page,
	context,
	shop,
}) => {
	const [customer] = customers;
	const text = 'Thank you for your order 2041!';
	await shop.post('/v1/sms/single', { to: '37060012345', from: 'Baltic Bikes', text });
	await shop.controls.moveClock(20_000);
	const phonePage = await context.newPage();
	await phonePage.setViewportSize({ width: 390, height: 640 });
	await phonePage.goto(`${shop.address}/`);
	await phonePage.getByRole('link', { name: '+370 600 12345' }).click();
	const phone = phonePage.locator('.phone');
	await expect(phone.getByText(text)).toBeVisible();

	const workflow = orderWorkflow([customer], {}, group('waitForDelivery', { timeout: 60 }));
	const editor = await n8n.open(workflow);
	await page.getByTestId('zoom-to-fit').click();
	await page.waitForTimeout(1000);

	const canvas = page.getByTestId('canvas-wrapper');
	const frames: Array<{ picture: Buffer; ms: number }> = [];
	const take = async (ms: number) => frames.push({ picture: await sideBySide(canvas, phone), ms });
	await take(1500);
	await editor.execute();
	await expect(phone.getByText('your order 2041 is ready')).toBeVisible();
	await take(2000);
	await shop.controls.moveClock(20_000);
	await editor.succeeded(sending);
	await page.waitForTimeout(500);
	await take(4000);

	const film = sharp(
		frames.map(({ picture }) => picture),
		{ join: { animated: true } },
	);
	const delay = frames.map(({ ms }) => ms);
	await writeFile(file, await film.webp({ delay, loop: 0, quality: 80, effort: 6 }).toBuffer());
});

async function sideBySide(canvas: Locator, phone: Locator): Promise<Buffer> {
	const left = await sharp(await canvas.screenshot())
		.resize({ width: canvasWidth, height, fit: 'cover' })
		.toBuffer();
	const right = await sharp(await phone.screenshot())
		.resize({ width: phoneWidth, height, fit: 'contain', background: 'white' })
		.toBuffer();
	const size = { width: canvasWidth + phoneWidth, height };
	return await sharp({ create: { ...size, channels: 3, background: 'white' } })
		.composite([
			{ input: left, left: 0, top: 0 },
			{ input: right, left: canvasWidth, top: 0 },
		])
		.png()
		.toBuffer();
}
