import { randomBytes } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installCommunityPackage, packPackage } from '../../../dev/n8n/communityPackage.ts';
import { N8nClient } from '../../../dev/n8n/client.ts';
import { requestJson } from '../../../dev/http.ts';
import {
	type HostOptions,
	type RunningHost,
	startCommand,
	startN8n,
} from '../../../dev/n8n/host.ts';
import { installN8n } from '../../../dev/n8n/install.ts';
import { n8nVersion } from '../../../dev/n8n/releases.ts';
import { cacheFolder } from '../../../dev/places.ts';
import { temporaryFolder } from '../../../dev/temporaryFolders.ts';
import { freePorts } from '../../../dev/ports.ts';
import { newPassword } from '../../../dev/privateFiles.ts';
import type { Progress } from '../../../dev/progress.ts';
import { credentialName, credentialType, sandboxCredential } from '../../../dev/provisioning.ts';
import { startSandbox } from '../../../dev/sandbox.ts';
import { provideDatabases, startPostgres, startRedis } from './databases.ts';

export type InstanceName = 'main' | 'worker1' | 'worker2';

/** What runs side by side: what one test kills, no other one needs. */
export const clusters = {
	forms: ['main', 'worker1', 'worker2'],
	triggers: ['main', 'worker1'],
} satisfies Record<string, InstanceName[]>;
export type ClusterName = keyof typeof clusters;

type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** What a test needs to know to talk to a cluster. */
export type ClusterInfo = Omit<Cluster, 'start' | 'crash'>;

/** Where the workers say that n8n is; main says otherwise. */
const workersUrl = 'https://n8n.example.com';

/** n8n keeps its schedule and the memory of triggers in the database; see docs/reliability.md. */
const durableTriggers = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** For the tests' sake n8n notices sooner that something has died; what it does then is the same. */
const quickerNotice = {
	QUEUE_WORKER_LOCK_DURATION: '20000', // n8n's default: 60 s
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000', // 10 s
	QUEUE_WORKER_STALLED_INTERVAL: '10000', // 30 s
	N8N_SCHEDULER_REAPER_INTERVAL: '5', // 30 s
};

const logFolder = join(cacheFolder(), 'queue');

/** Installs what is not there, and packs the package; gives what all clusters are made of. */
export async function prepareParts(progress: Progress) {
	await mkdir(logFolder, { recursive: true });
	await provideDatabases(join(logFolder, 'apt-get.log'), progress.step);
	const installation = await installN8n(n8nVersion, progress);
	const folder = join(temporaryFolder('queue'), 'package');
	return { installation, tarball: await packPackage(folder, progress) };
}

/** Starts PostgreSQL, Redis, the sandbox, n8n and its workers, each with a folder of its own as on a machine of its own. */
export async function startCluster(
	cluster: ClusterName,
	{ installation, tarball }: Awaited<ReturnType<typeof prepareParts>>,
) {
	const folder = temporaryFolder('queue');
	const logFile = (name: string) => join(logFolder, `${cluster}-${name}.log`);
	const instanceNames: InstanceName[] = clusters[cluster];
	const [main, ...workers] = instanceNames;
	await installCommunityPackage(join(folder, main), tarball);
	for (const worker of workers) {
		await cp(join(folder, main), join(folder, worker), { recursive: true });
	}
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
			settings: name === 'main' ? settings : { ...settings, WEBHOOK_URL: workersUrl },
		};
		running.set(name, await (name === 'main' ? startN8n(options) : startWorker(options)));
	};

	await start(main);
	const client = new N8nClient(`http://127.0.0.1:${n8nPorts[0]}`);
	const password = newPassword();
	await client.signIn(password);
	const credentialId = await client.saveCredential({
		name: credentialName,
		type: credentialType,
		data: sandboxCredential(sandbox.address),
	});
	await Promise.all(workers.map(start));
	return {
		n8nAddress: client.address,
		sandboxAddress: sandbox.address,
		credentialId,
		/** Of n8n's owner. */
		password,
		postgresPort,
		start,
		crash: async (name: InstanceName) => await running.get(name)?.crash(),
	};
}

/** Starts a worker of n8n's queue mode and waits until it takes jobs; it answers at n8n's port about its health only. */
async function startWorker(options: HostOptions): Promise<RunningHost> {
	const settings = {
		...options.settings,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(options.ports.n8n),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	return await startCommand('The worker', { ...options, settings }, ['worker'], async (address) => {
		return (await requestJson('GET', `${address}/healthz/readiness`)).status === 200;
	});
}
