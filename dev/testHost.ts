/**
 * Runs n8n and the sandbox for the end-to-end tests, on free ports and with data of its own, until
 * the process that started it lets go. Tells that process where they are by its message channel.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { cacheFolder, temporaryFolder } from './places.ts';
import { anyFreePorts } from './ports.ts';
import { runToEnd } from './shutdown.ts';
import { startStack } from './stack.ts';

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
		dataFolder: temporaryFolder('e2e'),
		logFolder: join(cacheFolder(), 'e2e'),
		ports: await anyFreePorts(),
		log: (line) => console.log(line),
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
