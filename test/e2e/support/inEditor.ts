import type { Page } from '@playwright/test';

import { calmThePage } from './browser';
import { ownersState, test as inN8n } from './inN8n';

export { expect } from './inN8n';

/**
 * A test in n8n's editor. A worker loads the editor once: that takes a processor five times as long as to open another
 * workflow in it. Each test opens a workflow of its own, and one that fails ends its worker, with what it has left.
 * Not for what n8n remembers of its own windows, such as that the chat is open.
 */
export const test = inN8n.extend<object, { editorPage: Page }>({
	editorPage: [
		async ({ browser, host }, use, { project }) => {
			const { viewport, userAgent, permissions, contextOptions } = project.use;
			const { actionTimeout = 0, navigationTimeout = 0 } = project.use;
			const context = await browser.newContext({
				...{ viewport, userAgent, permissions, ...contextOptions },
				...{ baseURL: host.n8nAddress, storageState: ownersState(host) },
			});
			context.setDefaultTimeout(actionTimeout);
			context.setDefaultNavigationTimeout(navigationTimeout);
			await context.addInitScript(calmThePage);
			await use(await context.newPage());
			await context.close();
		},
		{ scope: 'worker' },
	],
	context: async ({ editorPage }, use) => {
		await use(editorPage.context());
		const others = editorPage.context().pages();
		for (const page of others) if (page !== editorPage) await page.close();
	},
	page: async ({ editorPage }, use) => await use(editorPage),
});
