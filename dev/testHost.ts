/**
 * Runs n8n and the sandbox for the end-to-end tests, on free ports and with data of its own, until
 * the process that started it lets go. Tells that process where they are by its message channel.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { n8nVersion } from './n8n/releases.ts';
import { cacheFolder, temporaryFolder } from './places.ts';
import { anyFreePorts } from './ports.ts';
import { runToEnd } from './processes/shutdown.ts';
import { showProgress } from './progress.ts';
import { startStack } from './stack.ts';

const version = process.argv[2] ?? n8nVersion;

/** What a test needs to know to talk to the host. */
export interface TestHostInfo {
	n8nAddress: string;
	sandboxAddress: string;
	credentialId: string;
	n8nLog: string;
}

await runToEnd(async () => {
	const stack = await startStack({
		cacheFolder: cacheFolder(),
		version,
		dataFolder: temporaryFolder('e2e'),
		logFolder: join(cacheFolder(), version === n8nVersion ? 'e2e' : `e2e-${version}`),
		ports: await anyFreePorts(),
		progress: showProgress(),
	});
	const { n8nAddress, sandboxAddress, credentialId, logFiles } = stack;
	process.send?.({
		n8nAddress,
		sandboxAddress,
		credentialId,
		n8nLog: logFiles.n8n,
	} satisfies TestHostInfo);
	await Promise.race([once(process, 'disconnect'), stack.ended]);
	return 0;
});
