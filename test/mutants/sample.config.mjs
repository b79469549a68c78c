import config from './stryker.config.mjs';

const files = process.env.SAMPLE_FILES?.split(',').filter(Boolean) ?? [];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	...config,
	mutate: files.length ? files : config.mutate,
	plugins: [...config.plugins, './test/mutants/sample.mjs'],
	checkers: ['sample'],
	reporters: ['sample', 'progress-append-only'],
	incremental: false,
	concurrency: 1,
	dryRunTimeoutMinutes: 60,
	timeoutMS: 120_000,
	thresholds: { high: 95, low: 90, break: null },
};
