import { test as inN8n } from './inN8n';

export { expect } from './inN8n';

/**
 * A test in n8n's editor. A worker loads the editor once: that takes a processor five times as long as to open another
 * workflow in it. Each test opens a workflow of its own, and one that fails ends its worker, with what it has left.
 * Not for what n8n remembers of its own windows, such as that the chat is open.
 */
export const test = inN8n.extend({
	context: async ({ editorPage }, use) => {
		await use(editorPage.context());
		const others = editorPage.context().pages();
		for (const page of others) if (page !== editorPage) await page.close();
	},
	page: async ({ editorPage }, use) => await use(editorPage),
});
