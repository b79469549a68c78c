const folders =
	'errors,values,smsText,service,run,onceKey,limits,skipping,delivery,trigger';

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
	ignorePatterns: ['.mutants', 'dist', 'docs/images', '.ci', '.github'],
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
	htmlReporter: { fileName: '.mutants/report.html' },
	concurrency: 2,
	// For mutants that wait for ever. Of all that covers a mutant, the runner runs a part.
	timeoutMS: 30_000,
	timeoutFactor: 0.5,
	disableTypeChecks: false,
	thresholds: { high: 95, low: 90, break: 90 },
};
