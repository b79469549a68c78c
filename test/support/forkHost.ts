import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What runs: jest's setup and teardown share this module, as one worker of Playwright's does. */
const running: ChildProcess[] = [];

/**
 * Starts a script of this repository that runs until this process lets go of it, and waits for its
 * first message: where that is which it has started.
 */
export async function forkHost<Info>(script: string, args: string[] = []): Promise<Info> {
	// Playwright's workers have arguments of their own for Node.js.
	const options: ForkOptions = { stdio: 'inherit', execArgv: [] };
	const host = fork(join(__dirname, '../..', script), args, options);
	running.push(host);
	return await new Promise((resolve, reject) => {
		host.once('message', (info) => resolve(info as Info));
		host.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)));
	});
}

/** Ends all that was started: jest's teardown. */
export default async function endHosts(): Promise<void> {
	const ends = running.map(async (host) => {
		if (host.exitCode !== null) return;
		const ended = once(host, 'exit');
		host.disconnect();
		await ended;
	});
	await Promise.all(ends);
}
