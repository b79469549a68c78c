/** `npm start -- --n8n URL --api-key KEY`: the sandbox, and an n8n of the user's own. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { N8nClient } from './n8n/client.ts';
import { manifest } from './n8n/communityPackage.ts';
import { cacheFolder } from './places.ts';
import { requireFreePorts } from './ports.ts';
import { privateFolder } from './privateFiles.ts';
import type { Progress } from './progress.ts';
import {
	credentialName,
	credentialType,
	importExamples,
	sandboxCredential,
} from './provisioning.ts';
import { type Reach, startSandbox } from './sandbox.ts';
import type { RunningHost } from './n8n/host.ts';
import type { SavedWorkflow } from './n8n/types.ts';
import { isThisMachine } from '../sandbox/account/thisMachine.ts';

const howToInstall = `Install it there, restart that n8n, and run this command again:
  1. Here: npm run build && npm pack
  2. Take the file to where n8n runs. Into a container: docker cp FILE CONTAINER:/home/node/.n8n/
  3. There, as the user who runs n8n: mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes && npm install --legacy-peer-deps ../FILE`;

export interface OwnN8n {
	address: string;
	apiKey: string;
	/** Where that n8n reaches the sandbox; from a container this machine has another name. */
	sandboxUrl: string;
}

/** Starts the sandbox, and sets up the credential and the examples in an n8n that has the package. */
export async function setUpOwnN8n(
	{ address, apiKey, sandboxUrl }: OwnN8n,
	sandboxPort: number,
	progress: Progress,
): Promise<{ sandbox: RunningHost; page: string; workflows: Record<string, SavedWorkflow> }> {
	const n8n = new N8nClient(address, { apiKey });
	if (!(await n8n.knowsCredential(credentialType))) {
		throw new Failure(`The n8n at ${address} does not have ${manifest.name} yet.`, howToInstall);
	}
	await requireFreePorts({ sandbox: sandboxPort });
	progress.step('Starting the sandbox.');
	const folder = join(cacheFolder(), `own-${encodeURIComponent(address)}`);
	await privateFolder(folder);
	const reach = reachFor(sandboxUrl);
	const sandbox = await startSandbox(sandboxPort, join(folder, 'sandbox.log'), { reach });

	progress.step(`Setting up the credential and the examples in ${address}.`);
	const idFile = join(folder, 'credential');
	const credentialId = await n8n.saveCredential(
		{ name: credentialName, type: credentialType, data: sandboxCredential(sandboxUrl) },
		await readFile(idFile, 'utf8').catch(() => undefined),
	);
	await writeFile(idFile, credentialId);
	const workflows = await importExamples(n8n, credentialId, folder);
	progress.done();
	const page = reach ? `${sandbox.address}/?token=${reach.token}` : sandbox.address;
	return { sandbox, page, workflows };
}

/** Who is not on this machine can reach the sandbox only if it listens to more than this machine. */
function reachFor(sandboxUrl: string): Reach | undefined {
	const { hostname } = new URL(sandboxUrl);
	if (isThisMachine(hostname)) return undefined;
	return { name: hostname, token: randomBytes(16).toString('hex') };
}
