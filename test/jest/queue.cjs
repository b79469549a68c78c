/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/queue'],
	testMatch: ['**/*.test.ts'],
	...require('./shared.cjs'),
	setupFiles: ['<rootDir>/test/support/connections.ts'],
	// Each test file has a cluster of its own.
	globalSetup: '<rootDir>/test/queue/support/startCluster.ts',
	globalTeardown: '<rootDir>/test/support/forkHost.ts',
	maxWorkers: 2,
};
