/** The tests in a browser: in n8n, of the sandbox's page, and the pictures of the documentation. */
import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { cacheFolder, repositoryRoot } from '../../dev/places.ts';
import '../jest/runFolder.cjs';

/** Debian's browsers; the one without windows takes less of a processor. Playwright need not download one. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? installed.find(existsSync) ?? installed[0];
if (!existsSync(executablePath)) {
	throw new Error(
		`The tests in the browser need Chromium, and there is none at ${executablePath}. ` +
			'Install it (Debian: apt-get install chromium-headless-shell; Ubuntu: chromium), or name another with CHROMIUM_PATH.',
	);
}

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// n8n's editor asks npm and n8n's own servers for this and that; the tests are about this machine.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** Without "Headless": n8n takes that for a robot, which may not approve anything. */
const userAgent =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** How long to wait for anything on a page: for what hangs, not for what is slow. */
const patienceMs = 60_000;

/** The pages of the sandbox and of people. */
const withoutN8n = ['**/sandbox*.test.ts', '**/people*.test.ts'];

const under = (...path: string[]) => join(repositoryRoot, ...path);

export default defineConfig({
	// Node.js itself loads what are modules to it, as in every command.
	build: {
		external: [
			under('dev/!(images)/**'),
			under('dev/*.ts'),
			under('sandbox/**'),
			under('test/n8n/**'),
		],
	},
	// Each worker has an n8n of its own, and each test a page or a workflow of its own, so any test may come next.
	workers: 2,
	fullyParallel: true,
	timeout: 30 * 60_000,
	expect: { timeout: patienceMs },
	reporter: 'list',
	// Of a failed test: what happened, step by step, with a film of the page (`npx playwright show-trace FILE`). The page's own
	// content at each step would cost a third more of the browser's processor.
	outputDir: join(cacheFolder(), 'e2e-failures'),
	use: {
		trace: { mode: 'retain-on-failure', snapshots: false },
		screenshot: 'only-on-failure',
		actionTimeout: patienceMs,
		navigationTimeout: patienceMs,
		testIdAttribute: 'data-test-id',
		launchOptions: { executablePath, args },
		userAgent,
		viewport: { width: 1440, height: 1000 },
		permissions: ['clipboard-read', 'clipboard-write'],
		contextOptions: { reducedMotion: 'reduce' },
	},
	projects: [
		{ name: 'n8n', testDir: 'browser', testIgnore: withoutN8n },
		{
			...{ name: 'page', testDir: 'browser', testMatch: withoutN8n },
			use: { viewport: { width: 1440, height: 900 } },
		},
		{ name: 'images', testDir: under('dev/images'), testMatch: '**/*.images.ts' },
	],
});
