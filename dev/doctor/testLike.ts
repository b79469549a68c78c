import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { readRecording } from '../../sandbox/like/recording.ts';
import { explain, Failure } from '../failure.ts';
import { repositoryRoot } from '../places.ts';

/** Runs the node's contract tests against a recording. */
function testLike([file]: string[]): number {
	if (!file)
		throw new Failure('There is no recording.', 'Use it as npm run test:like -- recording.json');
	const path = resolve(process.env.INIT_CWD ?? '.', file);
	try {
		readRecording(path);
	} catch (error) {
		throw new Failure((error as Error).message, 'docs/doctor.md says how to make one.');
	}
	const jest = ['node_modules/jest/bin/jest.js', '--config', 'test/jest/like.cjs'];
	const env = { ...process.env, RECORDING: path };
	const { status } = spawnSync(process.execPath, jest, {
		cwd: repositoryRoot,
		env,
		stdio: 'inherit',
	});
	return status ?? 1;
}

try {
	process.exitCode = testLike(process.argv.slice(2));
} catch (error) {
	console.error(explain(error));
	process.exitCode = 2;
}
