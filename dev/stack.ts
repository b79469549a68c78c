import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
	installCommunityPackage,
	type InstalledNode,
	packPackage,
	registerCommunityPackage,
} from './communityPackage.ts';
import { Failure } from './failure.ts';
import { tryLock } from './folderLock.ts';
import { N8nClient } from './n8nClient.ts';
import type { Account } from './n8nSession.ts';
import { startN8n } from './n8nHost.ts';
import { installN8n, n8nVersion } from './n8nInstallation.ts';
import { releases } from './n8nReleases.ts';
import { type Ports, requireFreePorts } from './ports.ts';
import { credentialName, credentialType, sandboxCredential } from './provisioning.ts';
import { startSandbox } from './sandboxHost.ts';

/** The owner of a local n8n that only this machine can reach. */
export const account: Account = { email: 'demo@example.com', password: 'Sandbox-4010' };

export interface StackOptions {
	cacheFolder: string;
	/** Version of n8n. */
	version?: string;
	/** n8n's database and everything else that outlives a run. */
	dataFolder: string;
	logFolder: string;
	ports: Ports;
	/** The packed package, if it has been packed already. */
	tarball?: string;
	log: (line: string) => void;
}

export interface Stack {
	client: N8nClient;
	n8nAddress: string;
	sandboxAddress: string;
	credentialId: string;
	logFiles: { n8n: string; sandbox: string };
	/** Resolves when one of the two has ended, with the name of which. */
	ended: Promise<string>;
}

/** Starts the sandbox and a real n8n with the packed package in it, signed in and with the credential. */
export async function startStack(options: StackOptions): Promise<Stack> {
	const { cacheFolder, version = n8nVersion, dataFolder, logFolder, ports, log } = options;
	await requireFreePorts(ports);
	await mkdir(dataFolder, { recursive: true });
	await mkdir(logFolder, { recursive: true });
	const lockFile = join(dataFolder, 'in-use.lock');
	const lease = await tryLock(lockFile);
	if ('holder' in lease) {
		throw new Failure(
			`Another process (${lease.holder}) uses the data of this n8n: ${dataFolder}`,
			`Stop it first: two n8n on one database would damage it. If that process is none of n8n's, remove ${lockFile}`,
		);
	}
	try {
		const installation = await installN8n({ version, cacheFolder, log });
		const tarball = options.tarball ?? (await pack(dataFolder, log));
		const manifest = await installCommunityPackage(dataFolder, tarball);

		log('Starting the sandbox and n8n.');
		const logFiles = { n8n: join(logFolder, 'n8n.log'), sandbox: join(logFolder, 'sandbox.log') };
		const sandbox = await startSandbox(ports.sandbox, logFiles.sandbox);
		const n8n = await startN8n({
			installation,
			userFolder: dataFolder,
			ports,
			logFile: logFiles.n8n,
			settings: releases[version]?.settings,
		});

		const client = new N8nClient(n8n.address);
		await client.signIn(account);
		const nodes = await nodesOf(client, manifest.name, logFiles.n8n);
		registerCommunityPackage(dataFolder, manifest, nodes);
		const credentialId = await client.saveCredential({
			name: credentialName,
			type: credentialType,
			data: sandboxCredential(sandbox.address),
		});
		return {
			client,
			n8nAddress: n8n.address,
			sandboxAddress: sandbox.address,
			credentialId,
			logFiles,
			ended: Promise.race([n8n.exited.then(() => 'n8n'), sandbox.exited.then(() => 'the sandbox')]),
		};
	} catch (error) {
		await lease.release();
		throw error;
	}
}

/** Builds and packs the package; gives the tarball's path. */
export async function pack(folder: string, log: (line: string) => void): Promise<string> {
	log('Building and packing the package.');
	return await packPackage(join(folder, 'package'));
}

async function nodesOf(
	client: N8nClient,
	packageName: string,
	logFile: string,
): Promise<InstalledNode[]> {
	const nodes = await client.nodeTypes(`${packageName}.`);
	// n8n makes a tool of each node for its agents, and of one that can send and wait a human review step;
	// those are not installed, so the editor lists none.
	const types = new Set(nodes.map(({ type }) => type));
	const installed = nodes.filter(
		({ type }) => !types.has(type.replace(/(Hitl)?Tool$/, '')) || !type.endsWith('Tool'),
	);
	if (installed.length > 0) return installed;
	throw new Failure(
		`n8n did not load the nodes of ${packageName}.`,
		`Its log says why: ${logFile}`,
	);
}
