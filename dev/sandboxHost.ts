import { join } from 'node:path';
import { request } from 'undici';
import { freshEnvironment } from './environment.ts';
import { type RunningHost, waitUntilReady } from './n8nHost.ts';
import { repositoryRoot } from './places.ts';
import { startProcess } from './processes.ts';

/** Starts the sandbox on a port of this machine and waits until it answers. */
export async function startSandbox(port: number, logFile: string): Promise<RunningHost> {
	const sandbox = startProcess({
		command: process.execPath,
		args: [join(repositoryRoot, 'sandbox/server.ts')],
		cwd: repositoryRoot,
		env: { ...freshEnvironment(), SANDBOX_PORT: String(port), SANDBOX_HOST: '127.0.0.1' },
		logFile,
	});
	const address = `http://127.0.0.1:${port}`;
	await waitUntilReady('The sandbox', sandbox, logFile, async () => {
		const { statusCode, body } = await request(`${address}/_sandbox/clock`);
		await body.dump();
		return statusCode === 200;
	});
	return { ...sandbox, address };
}
