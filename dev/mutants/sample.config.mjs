const named = process.env.SAMPLE_FILES?.split(',').filter(Boolean) ?? [];
const files = (named.length ? named : ['nodes', 'credentials']).map((path) =>
	path.endsWith('.ts') ? path : `${path}/**/*.ts`,
);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: files,
	plugins: [
		'@stryker-mutator/jest-runner',
		'./dev/mutants/formFields.mjs',
		'./dev/mutants/sample.mjs',
	],
	ignorers: ['form-fields'],
	checkers: ['sample'],
	testRunner: 'jest',
	// The folder's own runner picks the test files of a mutant faster than jest finds those that import it.
	jest: { configFile: 'test/jest/mutants.cjs', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	tempDirName: '.mutants/sandbox',
	ignorePatterns: ['.mutants', 'dist', 'docs/images', '.ci', '.github'],
	reporters: ['sample', 'progress-append-only'],
	concurrency: 1,
	dryRunTimeoutMinutes: 60,
	// For mutants that wait for ever. Of all that covers a mutant, the runner runs a part.
	timeoutMS: 120_000,
	timeoutFactor: 0.5,
	disableTypeChecks: false,
	thresholds: { high: 95, low: 90, break: null },
};
