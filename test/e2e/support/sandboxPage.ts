import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { launch, patienceMs } from './browser';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Opens an address in a browser that runs while a file's tests do: for each test anew, and without an error of the page. */
export function openerForTests(): (
	address: string,
	options?: BrowserContextOptions,
) => Promise<Page> {
	let browser: Browser;
	const errors: string[] = [];
	beforeAll(async () => {
		browser = await launch();
	});
	afterEach(async () => {
		for (const context of browser.contexts()) await context.close();
		expect(errors.splice(0)).toEqual([]);
	});
	afterAll(async () => await browser?.close());
	return async (address, options) => {
		const context = await browser.newContext({
			viewport: { width: 1440, height: 900 },
			permissions: ['clipboard-read', 'clipboard-write'],
			...options,
		});
		context.setDefaultTimeout(patienceMs);
		const page = await context.newPage();
		page.on('pageerror', (error) => errors.push(error.message));
		await page.goto(address);
		return page;
	};
}

/** Expects everybody to be able to use a page: axe finds nothing but what is another's, and it is as wide as its window. */
export async function expectUsable(page: Page, view = '', ofOthers: string[] = []): Promise<void> {
	// Half a megabyte, so once for each document.
	if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
	// What the frame of an email holds is the sender's.
	// Of what is in order it would tell a lot.
	const violations = await page.evaluate<Finding[]>(
		"axe.run({ exclude: 'iframe' }, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
	);
	const findings = violations
		.filter(({ id }) => !ofOthers.includes(id))
		.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
	expect([view, findings]).toEqual([view, []]);
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect([view, width]).toEqual([view, page.viewportSize()?.width]);
}

interface Finding {
	id: string;
	nodes: Array<{ html: string }>;
}
