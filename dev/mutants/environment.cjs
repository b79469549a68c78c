const Environment = require('../../test/jest/environment.cjs');

/** What takes longer on a busy machine says nothing about a mutant. */
const MEASURES_TIME = /in time that grows/;

/** Skips the rest of a file when a test has failed: then the mutant is killed. */
module.exports = class UntilFailure extends Environment {
	hasFailed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_start' && (this.hasFailed || MEASURES_TIME.test(test.name))) {
			test.mode = 'skip';
		}
		if (name === 'test_done' && test.errors.length) this.hasFailed = true;
	}
};
