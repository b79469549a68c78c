const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { default: TestRunner } = require('jest-runner');

const isMutantRun = () => process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;

/**
 * Runs the test files of a mutant: those alone that hold a test that covers it, the quickest first, until one has
 * failed. jest by itself would load all files to find those tests, and go on after the first failure.
 */
module.exports = class MutantRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		// Written by the run without a mutant, which comes first.
		const notes = join(tests[0].context.config.rootDir, '.mutants', 'tests.json');
		if (!isMutantRun()) {
			const files = await this.runAll(tests, watcher, options);
			mkdirSync(dirname(notes), { recursive: true });
			writeFileSync(notes, JSON.stringify(files));
			return;
		}
		const files = JSON.parse(readFileSync(notes, 'utf8'));
		const { testNamePattern } = this._globalConfig;
		const pattern = new RegExp(testNamePattern ?? '', 'i');
		const chosen = tests
			.filter(({ path }) => files[path].names.some((name) => pattern.test(name)))
			.sort((a, b) => files[a.path].ms - files[b.path].ms);
		await this.runAll(chosen, watcher, options);
	}

	/** @returns the names of the tests of each file, and how long it took */
	async runAll(tests, watcher, options) {
		const files = {};
		let hasFailed = false;
		this.on('test-file-failure', () => (hasFailed = true));
		this.on('test-file-success', ([test, { testResults, numFailingTests, perfStats }]) => {
			hasFailed ||= numFailingTests > 0;
			const names = testResults.map(({ fullName }) => fullName);
			files[test.path] = { names, ms: perfStats.end - perfStats.start };
		});
		for (const test of tests) {
			await super.runTests([test], watcher, options);
			if (hasFailed && isMutantRun()) break;
		}
		return files;
	}
};
