/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	// In a browser: test/e2e/playwright.config.mts.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/browser/'],
	...require('./shared.cjs'),
	setupFiles: ['<rootDir>/test/support/connections.ts'],
	// Each worker has an n8n of its own, which serves its test files one after another. Two more than there are cores: many
	// tests wait for n8n's clock, or for what n8n does.
	globalSetup: '<rootDir>/test/e2e/support/startHost.ts',
	globalTeardown: '<rootDir>/test/support/forkHost.ts',
	maxWorkers: 4,
};
