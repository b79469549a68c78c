/**
 * Runs n8n and the sandbox for the end-to-end tests, on free ports and with data of its own, until
 * the process that started it lets go; several of them side by side, if more than one is asked for.
 * Tells that process where they are by its message channel. `N8N_IMAGE` names an image of n8n to run in
 * place of the version: n8n 3 comes as an image only.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { packPackage } from '../../../dev/n8n/communityPackage.ts';
import { installN8n } from '../../../dev/n8n/install.ts';
import { n8nVersion } from '../../../dev/n8n/releases.ts';
import { cacheFolder } from '../../../dev/places.ts';
import { temporaryFolder } from '../../../dev/temporaryFolders.ts';
import { anyFreePorts, type Ports } from '../../../dev/ports.ts';
import { runToEnd } from '../../../dev/processes/shutdown.ts';
import { quiet, showProgress } from '../../../dev/progress.ts';
import { type Stack, startStack } from '../../../dev/stack.ts';

const [version = n8nVersion, count = '1', name = 'e2e'] = process.argv.slice(2);
const image = process.env.N8N_IMAGE;
const progress = showProgress();

/** What a test needs to know to talk to the host. */
export type TestHostInfo = Pick<
	Stack,
	'n8nAddress' | 'sandboxAddress' | 'credentialId' | 'password' | 'n8nLog' | 'tarball'
>;

const allPorts = async () => await Promise.all(Array.from({ length: Number(count) }, anyFreePorts));

/** Starts them together, with the package packed once. */
async function startStacks(): Promise<Stack[]> {
	if (!image) await installN8n(version, progress);
	const tarball = await packPackage(temporaryFolder('e2e'), progress);
	const kind = version === n8nVersion ? name : `${name}-${version}`;
	progress.step('Starting the sandbox and n8n.');
	const start = async (ports: Ports, index: number) =>
		await startStack({
			version,
			image,
			dataFolder: temporaryFolder('e2e'),
			logFolder: join(cacheFolder(), index === 0 ? kind : `${kind}-${index + 1}`),
			ports,
			tarball,
			progress: quiet,
		});
	const stacks = await Promise.all((await allPorts()).map(start));
	progress.done();
	return stacks;
}

await runToEnd(async () => {
	const stacks = await startStacks();
	const infos = stacks.map(
		({ n8nAddress, sandboxAddress, credentialId, password, n8nLog, tarball }) => ({
			n8nAddress,
			sandboxAddress,
			credentialId,
			password,
			n8nLog,
			tarball,
		}),
	);
	process.send?.(infos satisfies TestHostInfo[]);
	await Promise.race([once(process, 'disconnect'), ...stacks.map(({ ended }) => ended)]);
	return 0;
});
