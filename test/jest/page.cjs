/** The page of the sandbox in a browser: needs no n8n, unlike the other end-to-end tests, of which it is one. */
module.exports = {
	...require('./e2e.cjs'),
	testMatch: ['**/browser/sandbox*.test.ts'],
	globalSetup: undefined,
	globalTeardown: undefined,
};
