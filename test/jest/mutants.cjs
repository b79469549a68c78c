const unit = require('./unit.cjs');

/** The tests of a source's room, such as `nodes/values` for `nodes/MessagingService/values/time.ts`. */
function testsOf(source) {
	const [, room] = /^nodes\/MessagingService\/([^/.]+)(?:\/|$)/.exec(source) ?? [];
	return `**/test/${room ? `nodes/${room}` : source.split('/')[0]}/**/*.test.ts`;
}

const sources = process.env.SAMPLE_FILES?.split(',').filter(Boolean) ?? [];

/** The tests of the node, as `npm run mutants:sample` runs them for each mutant. */
module.exports = {
	...unit,
	roots: ['<rootDir>/test/nodes', '<rootDir>/test/credentials'],
	// Of some sources alone, fewer tests are known sooner: others could notice only more.
	testMatch: sources.length ? sources.map(testsOf) : unit.testMatch,
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
