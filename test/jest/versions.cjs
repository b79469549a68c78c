/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/versions'],
	testMatch: ['**/*.test.ts'],
	...require('./shared.cjs'),
	setupFiles: ['<rootDir>/test/support/connections.ts'],
	// An n8n of each version serves all test files.
	globalSetup: '<rootDir>/test/versions/support/startHosts.ts',
	globalTeardown: '<rootDir>/test/support/forkHost.ts',
	maxWorkers: 1,
};
