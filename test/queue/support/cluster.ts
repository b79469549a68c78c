import { randomBytes } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installCommunityPackage, packPackage } from '../../../dev/n8n/communityPackage.ts';
import { N8nClient } from '../../../dev/n8n/client.ts';
import { type RunningHost, startN8n, startWorker } from '../../../dev/n8n/host.ts';
import { installN8n } from '../../../dev/n8n/install.ts';
import { n8nVersion } from '../../../dev/n8n/releases.ts';
import { cacheFolder, temporaryFolder } from '../../../dev/places.ts';
import { freePorts } from '../../../dev/ports.ts';
import type { Progress } from '../../../dev/progress.ts';
import { credentialName, credentialType, sandboxCredential } from '../../../dev/provisioning.ts';
import { startSandbox } from '../../../dev/sandbox.ts';
import { account } from '../../../dev/n8n/session.ts';
import { provideDatabases, startPostgres, startRedis } from './databases.ts';
import { durableTriggers, quickerNotice } from './settings.ts';

export const instanceNames = ['main', 'worker1', 'worker2'] as const;
export type InstanceName = (typeof instanceNames)[number];

/** What a test needs to know to talk to the cluster. */
export interface ClusterInfo {
	n8nAddress: string;
	sandboxAddress: string;
	credentialId: string;
	postgresPort: number;
}

/** n8n in queue mode, each instance with a folder of its own as on a machine of its own. */
export interface Cluster extends ClusterInfo {
	start(name: InstanceName): Promise<void>;
	/** SIGKILL: the instance has no chance to finish anything. */
	crash(name: InstanceName): Promise<void>;
}

export async function startCluster(progress: Progress): Promise<Cluster> {
	const folder = temporaryFolder('queue');
	const logFolder = join(cacheFolder(), 'queue');
	await mkdir(logFolder, { recursive: true });
	const logFile = (name: string) => join(logFolder, `${name}.log`);
	await provideDatabases(logFile('apt-get'), progress.step);
	const installation = await installN8n({
		version: n8nVersion,
		cacheFolder: cacheFolder(),
		progress,
	});

	progress.step('Building and packing the package.');
	const tarball = await packPackage(join(folder, 'package'));
	await installCommunityPackage(join(folder, 'main'), tarball);
	for (const worker of instanceNames.slice(1)) {
		await cp(join(folder, 'main'), join(folder, worker), { recursive: true });
	}

	progress.step('Starting PostgreSQL, Redis, the sandbox, n8n and two workers.');
	const [sandboxPort, postgresPort, redisPort, ...n8nPorts] = await freePorts(9);
	await startPostgres(postgresPort, logFile('postgres'));
	await startRedis(redisPort, logFile('redis'));
	const sandbox = await startSandbox(sandboxPort, logFile('sandbox'));

	const settings = {
		...durableTriggers,
		...quickerNotice,
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgresPort),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
	};
	const running = new Map<InstanceName, RunningHost>();
	const start = async (name: InstanceName) => {
		const index = instanceNames.indexOf(name);
		const [n8n, broker] = n8nPorts.slice(2 * index);
		const options = {
			installation,
			userFolder: join(folder, name),
			ports: { n8n, broker },
			logFile: logFile(name),
			settings,
		};
		running.set(name, await (name === 'main' ? startN8n(options) : startWorker(options)));
	};

	await start('main');
	const client = new N8nClient(`http://127.0.0.1:${n8nPorts[0]}`);
	await client.signIn(account);
	const credentialId = await client.saveCredential({
		name: credentialName,
		type: credentialType,
		data: sandboxCredential(sandbox.address),
	});
	await Promise.all([start('worker1'), start('worker2')]);
	return {
		n8nAddress: client.address,
		sandboxAddress: sandbox.address,
		credentialId,
		postgresPort,
		start,
		async crash(name) {
			await running.get(name)?.crash();
		},
	};
}
