import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { TestHostInfo } from '../../../dev/testHost';

/** The running host: jest's setup and teardown share this module, the tests do not. */
export const hostProcess: { current?: ChildProcess } = {};

/** Starts n8n, of a version if one is given, and the sandbox in a process of their own. */
export async function forkHost(
	version?: string,
): Promise<{ process: ChildProcess; info: TestHostInfo }> {
	const testHost = join(__dirname, '../../../dev/testHost.ts');
	const host = fork(testHost, version ? [version] : [], { stdio: 'inherit' });
	return await new Promise((resolve, reject) => {
		host.once('message', (info) => resolve({ process: host, info: info as TestHostInfo }));
		host.once('exit', (code) => reject(new Error(`The test host ended with code ${code}`)));
	});
}

/** Ends what forkHost started. */
export async function endHost(host: ChildProcess): Promise<void> {
	if (host.exitCode !== null) return;
	const ended = once(host, 'exit');
	host.disconnect();
	await ended;
}
