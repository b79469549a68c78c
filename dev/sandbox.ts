import { join } from 'node:path';
import { requestJson } from './http.ts';
import { freshEnvironment } from './processes/environment.ts';
import { type RunningHost, waitUntilReady } from './n8n/host.ts';
import { repositoryRoot } from './places.ts';
import { startProcess } from './processes/processes.ts';

/** Starts the sandbox on a port of this machine, for this machine alone unless `host` says otherwise, and waits until it answers. */
export async function startSandbox(
	port: number,
	logFile: string,
	host = '127.0.0.1',
): Promise<RunningHost> {
	const sandbox = startProcess({
		command: process.execPath,
		args: [join(repositoryRoot, 'sandbox/server.ts')],
		cwd: repositoryRoot,
		env: { ...freshEnvironment(), SANDBOX_PORT: String(port), SANDBOX_HOST: host },
		logFile,
	});
	const address = `http://127.0.0.1:${port}`;
	await waitUntilReady('The sandbox', sandbox, logFile, async () => {
		return (await requestJson('GET', `${address}/_sandbox/clock`)).status === 200;
	});
	return { ...sandbox, address };
}
