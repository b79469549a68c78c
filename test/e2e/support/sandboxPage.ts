import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

import { createClock } from '../../../sandbox/clock';
import { type OpenSandbox, startSandbox } from '../../sandbox/startSandbox';
import { expect, test as inBrowser } from './browser';

export { expect };

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Of the test that runs: the sandbox has a clock that runs. */
export let sandbox: OpenSandbox;
export let page: Page;

export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Waits until the page says so. */
export const says = async (text: string | RegExp) =>
	await expect(page.getByText(text).first()).toBeVisible();

/** A test of the sandbox's page: with a sandbox of its own, and without an error of the page. */
export const test = inBrowser.extend<{ sandbox: OpenSandbox; opened: void }>({
	sandbox: async ({}, use) => {
		const started = await startSandbox({ clock: createClock() });
		await use(started);
		await started.close();
	},
	baseURL: async ({ sandbox: { address } }, use) => await use(address),
	opened: [
		async ({ context, page: opened, sandbox: started }, use) => {
			[page, sandbox] = [opened, started];
			const errors: string[] = [];
			context.on('weberror', (webError) => errors.push(webError.error().message));
			await use();
			expect(errors).toEqual([]);
		},
		{ auto: true },
	],
});

/** Expects everybody to be able to use a page: axe finds nothing but what is another's, and it is as wide as its window. */
export async function expectUsable(shown: Page, view = '', ofOthers: string[] = []): Promise<void> {
	// Half a megabyte, so once for each document.
	if (!(await shown.evaluate("'axe' in window"))) await shown.evaluate(axe);
	// What the frame of an email holds is the sender's.
	// Of what is in order it would tell a lot.
	const violations = await shown.evaluate<Finding[]>(
		"axe.run({ exclude: 'iframe' }, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
	);
	const findings = violations
		.filter(({ id }) => !ofOthers.includes(id))
		.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
	expect(findings, view).toEqual([]);
	const width = await shown.evaluate(() => document.documentElement.scrollWidth);
	expect(width, view).toBe(shown.viewportSize()?.width);
}

interface Finding {
	id: string;
	nodes: Array<{ html: string }>;
}
