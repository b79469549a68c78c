import type { BrowserContextOptions } from 'playwright-core';

import { type Host, sharedHost } from '../../test/e2e/support';
import { openSignedIn, type Session } from '../../test/e2e/support/browser';
import { Camera } from './camera';
import { openShop, type Shop } from './shop';

/** What a picture is made with. */
export interface Studio {
	host: Host;
	shop: Shop;
	session: Session;
	camera: Camera;
	/** Gives the window the size that suits the next picture. */
	resize(width: number, height: number): Promise<void>;
}

/** A browser, signed in to n8n, whose credential leads to the sandbox of the pictures: open while a file's tests run. */
export function studioForTests(options: BrowserContextOptions = {}): Studio {
	const host = sharedHost();
	const studio = {
		host,
		resize: async (width, height) => await studio.session.page.setViewportSize({ width, height }),
	} as Studio;
	beforeAll(async () => {
		studio.shop = await openShop(host);
		studio.session = await openSignedIn(host, {
			deviceScaleFactor: 1.5,
			locale: 'en-GB',
			timezoneId: 'UTC',
			...options,
		});
		studio.camera = new Camera(studio.session.page);
	});
	afterAll(async () => {
		await studio.session?.close();
		await studio.shop?.close();
	});
	return studio;
}
