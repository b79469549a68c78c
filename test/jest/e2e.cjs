/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	...require('./transform.cjs'),
	// Each worker has an n8n of its own, which serves its test files one after another. Three keep two
	// cores busy: a test waits for the browser, for a minute of the clock or for n8n most of the time.
	globalSetup: '<rootDir>/test/e2e/support/startHost.ts',
	globalTeardown: '<rootDir>/test/support/forkHost.ts',
	testEnvironment: '<rootDir>/test/e2e/support/pictureEnvironment.ts',
	maxWorkers: 3,
	testSequencer: '<rootDir>/test/jest/longestFirst.cjs',
	// For what hangs; no test is judged by how long it takes.
	testTimeout: 600_000,
};
