import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';

import type { Host } from './index';

/** Where PictureEnvironment finds what takes the picture of a failed test. */
export const pictureTaker = 'takePictureOfFailure';

/** Has a picture of the page kept whenever a test of this file fails. */
export function keepPictures(page: Page, host: Host): void {
	const folder = join(dirname(host.n8nLog), 'failures');
	Object.assign(globalThis, {
		[pictureTaker]: async (test: string): Promise<string> => {
			await mkdir(folder, { recursive: true });
			const name = test.replace(/[^a-z0-9]+/gi, '-').slice(0, 120);
			const path = join(folder, `${name}.png`);
			await page.screenshot({ path, timeout: 10_000 });
			return path;
		},
	});
}
