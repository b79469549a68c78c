const unit = require('./unit.cjs');

/** The tests of the node, as `npm run mutants:sample` runs them for each mutant. */
module.exports = {
	...unit,
	roots: ['<rootDir>/test/nodes', '<rootDir>/test/credentials'],
	testPathIgnorePatterns: [
		...unit.testPathIgnorePatterns,
		// It counts the files that run, and Stryker adds its own.
		'run/filesOfASend',
		// It compares the text of a source, into which Stryker writes.
		'values/countries/table',
	],
	runner: require.resolve('../../dev/mutants/runner.cjs'),
	// Stryker wraps it, and knows no <rootDir>.
	testEnvironment: require.resolve('../../dev/mutants/environment.cjs'),
	// Many a mutant waits for ever.
	testTimeout: 15_000,
	// A mutant is tried in the order that tells of it soonest.
	randomize: false,
	setupFiles: [...unit.setupFiles, '<rootDir>/dev/mutants/setup.ts'],
};
