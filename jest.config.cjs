/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/bench/',
		'<rootDir>/test/queue/',
		'<rootDir>/test/versions/',
	],
	transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023' } }] },
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	testTimeout: 30_000,
};
