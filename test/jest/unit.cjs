const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		// They have steps of their own in CI: `npm run test:slow`, `test:e2e`, `test:queue`, `test:versions`.
		'\\.slow\\.test\\.ts$',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/queue/',
		'<rootDir>/test/versions/',
	],
	...require('./shared.cjs'),
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	runtime: '<rootDir>/test/jest/runtime.cjs',
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	// No test relies on another one. jest prints the seed: `npm test -- --seed=7` has the same order again.
	randomize: true,
	// Of each test file a worker keeps a little; a full one begins anew, which is quicker than to tidy it.
	workerIdleMemoryLimit: '700MB',
	// One more than there are cores: tests wait for connections too. Each takes about half a gigabyte.
	maxWorkers: Math.min(availableParallelism() + 1, 4),
};
