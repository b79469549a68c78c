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
	close(): Promise<void>;
}

/** Opens a browser, signed in to n8n, whose credential leads to the sandbox of the pictures. */
export async function openStudio(): Promise<Studio> {
	const host = sharedHost();
	const shop = await openShop(host);
	const session = await openSignedIn(host, {
		deviceScaleFactor: 1.5,
		locale: 'en-GB',
		timezoneId: 'UTC',
	});
	return {
		host,
		shop,
		session,
		camera: new Camera(session.page),
		resize: async (width, height) => await session.page.setViewportSize({ width, height }),
		async close() {
			await session.close();
			await shop.close();
		},
	};
}
