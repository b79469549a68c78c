const unit = require('./unit.cjs');

/** The tests of the node, as `npm run mutants` runs them for each mutant. */
module.exports = {
	...unit,
	roots: ['<rootDir>/test/nodes', '<rootDir>/test/credentials'],
	runner: require.resolve('../mutants/runner.cjs'),
	// Stryker wraps it, and knows no <rootDir>.
	testEnvironment: require.resolve('../mutants/environment.cjs'),
	setupFiles: [...unit.setupFiles, '<rootDir>/test/mutants/setup.ts'],
};
