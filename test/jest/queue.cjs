/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/queue'],
	testMatch: ['**/*.test.ts'],
	transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023' } }] },
	// Each test file has a cluster of its own.
	globalSetup: '<rootDir>/test/queue/support/startCluster.ts',
	globalTeardown: '<rootDir>/test/queue/support/stopCluster.ts',
	maxWorkers: 2,
	testTimeout: 20 * 60_000,
};
