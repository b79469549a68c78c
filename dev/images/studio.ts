import { test as inN8n } from '../../test/e2e/support/inN8n';
import { Camera, type Clip, type Theme } from './camera';
import { openShop, type Shop } from './shop';

/** A part of the page as `NAME.png` and `NAME-dark.png`, or in one of the two only. */
type Take = [name: string, clip: Clip, theme?: Theme];

/** One page, and the pictures that are taken of it on the way. */
export interface Picture {
	/** The size of the page. */
	page: [width: number, height: number];
	/** What else is otherwise than in a window of a desktop. */
	browser?: Parameters<typeof inN8n.use>[0];
	steps(stage: Stage): AsyncGenerator<Take>;
}

/** With the sandbox of the pictures in place of the test's own, and a camera for the page. */
export const test = inN8n.extend<{ shop: Shop; camera: Camera }>({
	shop: async ({ host }, use) => {
		const shop = await openShop(host);
		await use(shop);
		await shop.close();
	},
	camera: async ({ page }, use) => await use(new Camera(page)),
});
test.use({ deviceScaleFactor: 1.5, locale: 'en-GB', timezoneId: 'UTC' });

export type Stage = Parameters<Parameters<typeof test>[2]>[0];

/** Takes the pictures of a table, each row of it as a test. */
export function takePictures(pictures: Record<string, Picture>): void {
	for (const [title, { page: size, browser = {}, steps }] of Object.entries(pictures)) {
		test.describe(() => {
			const [width, height] = size;
			test.use({ ...browser, viewport: { width, height } });

			test(title, async ({ host, n8n, page, problems, publish, chatModel, shop, camera }) => {
				const stage = { host, n8n, page, problems, publish, chatModel, shop, camera };
				for await (const [name, clip, theme] of steps(stage as Stage)) {
					if (theme) await camera.takeIn(theme, name, clip);
					else await camera.take(name, clip);
				}
			});
		});
	}
}
