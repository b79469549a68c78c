import { join } from 'node:path';
import type { CheckAddress } from '../sandbox/routes/check.ts';
import { requestJson } from './http.ts';
import { neededEnvironment } from './processes/environment.ts';
import { type RunningHost, waitUntilReady } from './n8n/host.ts';
import { repositoryRoot } from './places.ts';
import { startProcess } from './processes/processes.ts';

/** How others than this machine reach the sandbox: by which name, and with which token. */
export interface Reach {
	name: string;
	token: string;
}

/** Starts the sandbox on a port of this machine, for this machine alone unless others can reach it, and waits until it answers. */
export async function startSandbox(
	port: number,
	logFile: string,
	{ reach, check }: { reach?: Reach; check?: CheckAddress } = {},
): Promise<RunningHost> {
	const forOthers = reach && {
		SANDBOX_HOST: '0.0.0.0',
		SANDBOX_NAMES: reach.name,
		SANDBOX_TOKEN: reach.token,
	};
	const sandbox = startProcess({
		command: process.execPath,
		args: [join(repositoryRoot, 'sandbox/server.ts')],
		cwd: repositoryRoot,
		env: {
			...neededEnvironment(),
			SANDBOX_PORT: String(port),
			SANDBOX_HOST: '127.0.0.1',
			SANDBOX_TOKEN: '',
			...forOthers,
			...(check && { SANDBOX_CHECK: check.address, SANDBOX_CHECK_TOKEN: check.token }),
		},
		logFile,
	});
	const address = `http://127.0.0.1:${port}`;
	await waitUntilReady('The sandbox', sandbox, logFile, async () => {
		const headers: Record<string, string> = reach ? { authorization: `Bearer ${reach.token}` } : {};
		return (await requestJson('GET', `${address}/_sandbox/clock`, { headers })).status === 200;
	});
	return { ...sandbox, address };
}
