/** What takes seconds by its nature: long answers, a random model, processes that start, n8n's scanner, recheck. */
module.exports = {
	...require('./unit.cjs'),
	testMatch: ['**/*.slow.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
};
