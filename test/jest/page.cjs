/** The page of the sandbox and those of people in a browser: they need no n8n, unlike the other end-to-end tests, of which they are some. */
module.exports = {
	...require('./e2e.cjs'),
	testMatch: ['**/browser/{sandbox,people}*.test.ts'],
	globalSetup: undefined,
	globalTeardown: undefined,
};
