/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	...require('./transform.cjs'),
	// One n8n serves all test files, so they run one after another.
	globalSetup: '<rootDir>/test/e2e/support/startHost.ts',
	globalTeardown: '<rootDir>/test/e2e/support/stopHost.ts',
	testEnvironment: '<rootDir>/test/e2e/support/pictureEnvironment.ts',
	maxWorkers: 1,
	testTimeout: 120_000,
};
