/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/queue'],
	testMatch: ['**/*.test.ts'],
	...require('./transform.cjs'),
	// One cluster serves all test files, so they run one after another.
	globalSetup: '<rootDir>/test/queue/support/startCluster.ts',
	globalTeardown: '<rootDir>/test/queue/support/stopCluster.ts',
	maxWorkers: 1,
	testTimeout: 20 * 60_000,
};
