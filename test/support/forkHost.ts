import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Starts a script of this repository that runs until this process lets go of it, and waits for its
 * first message: where that is which it has started.
 */
export async function forkHost<Info>(
	script: string,
	args: string[] = [],
): Promise<{ process: ChildProcess; info: Info }> {
	const host = fork(join(__dirname, '../..', script), args, { stdio: 'inherit' });
	return await new Promise((resolve, reject) => {
		host.once('message', (info) => resolve({ process: host, info: info as Info }));
		host.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)));
	});
}

/** Ends what forkHost started. */
export async function endHost(host: ChildProcess): Promise<void> {
	if (host.exitCode !== null) return;
	const ended = once(host, 'exit');
	host.disconnect();
	await ended;
}
