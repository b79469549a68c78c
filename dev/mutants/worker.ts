import { runCLI } from 'jest';

/** The answer to a request for tests: the first file that failed, and how long each took in ms. */
export type Verdict = { failed?: string; ms: number };

/**
 * Runs the test files that it is asked for, one after the other until one fails. It stays alive between them, since to
 * load n8n takes longer than most tests do.
 */
process.on('message', async (tests: string[]) => {
	const begun = performance.now();
	let failed: string | undefined;
	for (const test of tests) {
		const { results } = await runCLI(
			{
				$0: 'jest',
				_: [test],
				config: 'test/jest/unit.cjs',
				// The slow ones too.
				testPathIgnorePatterns: ['/node_modules/'],
				runTestsByPath: true,
				runInBand: true,
				silent: true,
				reporters: [],
				seed: 1,
				// Skips the rest of a file when a test has failed.
				testEnvironment: '<rootDir>/dev/mutants/environment.cjs',
				testTimeout: 120_000,
				setupFiles: ['<rootDir>/test/support/setup.ts', '<rootDir>/dev/mutants/setup.ts'],
			},
			[process.cwd()],
		);
		if (results.success) continue;
		failed = test;
		break;
	}
	process.send!({ failed, ms: performance.now() - begun } satisfies Verdict);
});
