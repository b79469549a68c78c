const folders = 'errors,values,smsText,service,memory,sending,skipping,delivery,trigger';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: [`nodes/MessagingService/{${folders}}/**/*.ts`, 'credentials/apiKey.ts'],
	plugins: ['@stryker-mutator/jest-runner', './test/mutants/formFields.mjs'],
	ignorers: ['form-fields'],
	testRunner: 'jest',
	// The folder's own runner picks the test files of a mutant faster than jest finds those that import it.
	jest: { configFile: 'test/jest/mutants.cjs', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	incremental: true,
	incrementalFile: '.mutants/incremental.json',
	tempDirName: '.mutants/sandbox',
	ignorePatterns: ['.mutants', 'dist', 'docs', 'examples', '.ci', '.github'],
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
	htmlReporter: { fileName: '.mutants/report.html' },
	concurrency: 2,
	// A mutant that never ends is cut short by how often its code is passed; this is for those that wait.
	timeoutMS: 30_000,
	disableTypeChecks: false,
	thresholds: { high: 95, low: 90, break: 90 },
};
