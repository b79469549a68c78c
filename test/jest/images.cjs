/** The pictures of the documentation, made of the same running n8n that the end-to-end tests use. */
module.exports = {
	...require('./e2e.cjs'),
	roots: ['<rootDir>/dev/images'],
	testMatch: ['**/*.images.ts'],
	maxWorkers: 1,
};
