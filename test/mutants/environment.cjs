const OneRealm = require('../jest/environment.cjs');

/** Skips the rest of a file when a test has failed: then the mutant is killed. */
module.exports = class UntilFailure extends OneRealm {
	hasFailed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
		if (name === 'test_done' && test.errors.length) this.hasFailed = true;
	}
};
