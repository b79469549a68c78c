const { globSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { basename, dirname, join, sep } = require('node:path');
const { default: TestRunner } = require('jest-runner');

const { env } = process;
const isMutantRun = () => env.__STRYKER_ACTIVE_MUTANT__ !== undefined;

/** How long the tests of other folders may take for one mutant, by what they took without one. */
const OTHERS_MS = 10_000;

/**
 * Runs the test files of a mutant until one has failed: those that hold a test that covers it, first those of its
 * own folder and then the quickest of the others. jest by itself would load all files to find those tests, and go
 * on after the first failure.
 */
module.exports = class MutantRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const { rootDir } = tests[0].context.config;
		// Written by the run without a mutant, which comes first.
		const notes = join(rootDir, '.mutants', 'tests.json');
		if (isMutantRun()) {
			const { files, folders } = JSON.parse(readFileSync(notes, 'utf8'));
			await this.runAll(this.chosen(tests, files, folders), watcher, options);
		} else {
			const files = await this.runAll(tests, watcher, options);
			mkdirSync(dirname(notes), { recursive: true });
			writeFileSync(notes, JSON.stringify({ files, folders: foldersOf(rootDir) }));
		}
	}

	chosen(tests, files, folders) {
		const pattern = new RegExp(this._globalConfig.testNamePattern ?? '', 'i');
		const around = folders[env.__STRYKER_ACTIVE_MUTANT__];
		const isOwn = ({ path }) => around.includes(basename(dirname(path)));
		const covering = tests
			.filter(({ path }) => files[path].names.some((name) => pattern.test(name)))
			.sort((a, b) => files[a.path].ms - files[b.path].ms);
		let leftMs = OTHERS_MS;
		const others = covering.filter((test) => !isOwn(test) && (leftMs -= files[test.path].ms) > 0);
		return [...covering.filter(isOwn), ...others];
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

/** The folders that each mutant is in, by its number, as Stryker wrote it into the code. */
function foldersOf(rootDir) {
	const folders = {};
	for (const path of globSync('{nodes,credentials}/**/*.ts', { cwd: rootDir })) {
		const code = readFileSync(join(rootDir, path), 'utf8');
		for (const [, id] of code.matchAll(/stryMutAct_\w+\("(\d+)"\)/g)) {
			folders[id] = dirname(path)
				.split(sep)
				.filter((name) => name !== 'nodes');
		}
	}
	return folders;
}
