/**
 * Runs n8n and the sandbox for the end-to-end tests, on free ports and with data of its own, until
 * the process that started it lets go; several of them side by side, if more than one is asked for.
 * Tells that process where they are by its message channel.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { installN8n, n8nVersion } from './n8nInstallation.ts';
import { cacheFolder, temporaryFolder } from './places.ts';
import { freePorts } from './ports.ts';
import { runToEnd } from './shutdown.ts';
import { pack, type Stack, startStack } from './stack.ts';

const [version = n8nVersion, count = '1'] = process.argv.slice(2);

/** What a test needs to know to talk to the host. */
export interface TestHostInfo {
	n8nAddress: string;
	sandboxAddress: string;
	credentialId: string;
	n8nLog: string;
}

const log = (line: string) => console.log(line);

/** Starts them together, with the package packed once. */
async function startStacks(): Promise<Stack[]> {
	await installN8n({ version, cacheFolder: cacheFolder(), log });
	const tarball = await pack(temporaryFolder('e2e'), log);
	const ports = await freePorts(3 * Number(count));
	const kind = version === n8nVersion ? 'e2e' : `e2e-${version}`;
	log('Starting the sandbox and n8n.');
	return await Promise.all(
		Array.from({ length: Number(count) }, async (_, index) => {
			const [sandbox, n8n, broker] = ports.slice(3 * index);
			return await startStack({
				cacheFolder: cacheFolder(),
				version,
				dataFolder: temporaryFolder('e2e'),
				logFolder: join(cacheFolder(), index === 0 ? kind : `${kind}-${index + 1}`),
				ports: { sandbox, n8n, broker },
				tarball,
				log: () => undefined,
			});
		}),
	);
}

await runToEnd(async () => {
	const stacks = await startStacks();
	const infos = stacks.map(({ n8nAddress, sandboxAddress, credentialId, logFiles }) => ({
		n8nAddress,
		sandboxAddress,
		credentialId,
		n8nLog: logFiles.n8n,
	}));
	process.send?.(infos satisfies TestHostInfo[]);
	await Promise.race([once(process, 'disconnect'), ...stacks.map(({ ended }) => ended)]);
	return 0;
});
