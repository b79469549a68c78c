import { join } from 'node:path';
import {
	installCommunityPackage,
	manifest,
	packPackage,
	registerCommunityPackage,
} from './n8n/communityPackage.ts';
import { Failure } from './failure.ts';
import { lock } from './folderLock.ts';
import { N8nClient } from './n8n/client.ts';
import { restartable, startN8n } from './n8n/host.ts';
import { installN8n } from './n8n/install.ts';
import { n8nVersion, releaseSettings } from './n8n/releases.ts';
import type { NodeType } from './n8n/types.ts';
import { type Ports, requireFreePorts } from './ports.ts';
import { ownerPassword, privateFolder } from './privateFiles.ts';
import { credentialName, credentialType, sandboxCredential } from './provisioning.ts';
import type { Progress } from './progress.ts';
import { startSandbox } from './sandbox.ts';
import type { CheckAddress } from '../sandbox/routes/check.ts';

export interface StackOptions {
	/** Version of n8n. */
	version?: string;
	/** An image of n8n, as Docker names it, that runs in place of that version. */
	image?: string;
	/** n8n's database and everything else that outlives a run. */
	dataFolder: string;
	logFolder: string;
	ports: Ports;
	/** The packed package, if it has been packed already. */
	tarball?: string;
	/** Further settings of n8n's, by the name of their environment variable. */
	settings?: Record<string, string>;
	progress: Progress;
	/** What plays workflows, for the sandbox's page. */
	check?: CheckAddress;
}

export interface Stack {
	client: N8nClient;
	n8nAddress: string;
	sandboxAddress: string;
	credentialId: string;
	/** Of n8n's owner. */
	password: string;
	/** The packed package. */
	tarball: string;
	n8nLog: string;
	/** Kills n8n as a machine that fails would, and starts it again. */
	restartN8n(): Promise<void>;
	/** Starts n8n again if it is not running: a restart may have taken too long. */
	requireN8n(): Promise<void>;
	stop(): Promise<void>;
	/** Resolves when one of the two has ended, with the name of which. */
	ended: Promise<string>;
}

/** Starts the sandbox and a real n8n with the packed package in it, signed in and with the credential. */
export async function startStack(options: StackOptions): Promise<Stack> {
	const { version = n8nVersion, image, dataFolder, logFolder, ports, progress } = options;
	await requireFreePorts(ports);
	await privateFolder(dataFolder);
	await privateFolder(logFolder);
	// It is held until the stack is stopped, or this process ends.
	const unlock = await lock(join(dataFolder, 'in-use.lock'), (holder) => {
		throw new Failure(
			`Another process (${holder}) uses the data of this n8n: ${dataFolder}`,
			'Stop it first: two n8n on one database would damage it.',
		);
	});
	const program = image ? { image } : { installation: await installN8n(version, progress) };
	const tarball = options.tarball ?? (await packPackage(join(dataFolder, 'package'), progress));
	await installCommunityPackage(dataFolder, tarball);

	progress.step('Starting the sandbox and n8n.');
	const sandbox = await startSandbox(ports.sandbox, join(logFolder, 'sandbox.log'), {
		check: options.check,
	});
	const n8nLog = join(logFolder, 'n8n.log');
	const runs = restartable(
		async () =>
			await startN8n({
				...program,
				userFolder: dataFolder,
				ports,
				logFile: n8nLog,
				settings: { ...releaseSettings(version), ...options.settings },
			}),
	);
	const n8n = await runs.required();

	const client = new N8nClient(n8n.address);
	const password = await ownerPassword(dataFolder);
	await client.signIn(password);
	registerCommunityPackage(dataFolder, await nodesOf(client, n8nLog));
	const credentialId = await client.saveCredential({
		name: credentialName,
		type: credentialType,
		data: sandboxCredential(sandbox.address),
	});
	progress.done();
	return {
		client,
		n8nAddress: n8n.address,
		sandboxAddress: sandbox.address,
		credentialId,
		password,
		tarball,
		n8nLog,
		restartN8n: runs.restart,
		requireN8n: async () => void (await runs.required()),
		stop: async () => {
			await runs.stop();
			await sandbox.stop();
			unlock();
		},
		ended: Promise.race([n8n.exited.then(() => 'n8n'), sandbox.exited.then(() => 'the sandbox')]),
	};
}

async function nodesOf(client: N8nClient, logFile: string): Promise<NodeType[]> {
	const nodes = await client.nodeTypes(`${manifest.name}.`);
	// What n8n makes of a node for its agents and for human review is not installed, so the editor does not list it.
	const installed = nodes.filter(({ name }) => !name.endsWith('Tool'));
	if (installed.length > 0) return installed;
	throw new Failure(
		`n8n did not load the nodes of ${manifest.name}.`,
		`Its log says why: ${logFile}`,
	);
}
