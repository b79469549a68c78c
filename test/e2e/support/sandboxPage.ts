import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

import { createClock } from '../../../sandbox/clock';
import { type OpenSandbox, startSandbox } from '../../sandbox/startSandbox';
import { expect, test as inBrowser } from './browser';

export { expect };

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface OfTest {
	/** With a clock that runs. */
	sandbox: OpenSandbox;
	noErrors: void;
}

/** A test of the sandbox's page: with a sandbox of its own, and without an error of the page. */
export const test = inBrowser.extend<OfTest>({
	sandbox: async ({}, use) => {
		const sandbox = await startSandbox({ clock: createClock() });
		await use(sandbox);
		await sandbox.close();
	},
	baseURL: async ({ sandbox }, use) => await use(sandbox.address),
	noErrors: [
		async ({ context }, use) => {
			const errors: string[] = [];
			context.on('weberror', (webError) => errors.push(webError.error().message));
			await use();
			expect(errors).toEqual([]);
		},
		{ auto: true },
	],
});

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
	expect(findings, view).toEqual([]);
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(width, view).toBe(page.viewportSize()?.width);
}

interface Finding {
	id: string;
	nodes: Array<{ html: string }>;
}
