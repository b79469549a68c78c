/** The pictures of the documentation, made of the same running n8n that the end-to-end tests use. */
module.exports = {
	...require('./jest.e2e.config.cjs'),
	testMatch: ['**/*.images.ts'],
	testTimeout: 300_000,
};
