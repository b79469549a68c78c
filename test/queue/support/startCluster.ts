import type { ChildProcess } from 'node:child_process';
import { forkHost } from '../../support/forkHost.ts';
import type { ClusterName } from './cluster.ts';
import type { QueueHostInfo } from './host.ts';

/** The running clusters: jest's setup and teardown share this module, the tests do not. */
export const clusterProcess: { current?: ChildProcess } = {};

/** Starts the clusters before the first test file. */
export default async function startCluster(): Promise<void> {
	const { process: host, info } = await forkHost<Record<ClusterName, QueueHostInfo>>(
		'test/queue/support/host.ts',
	);
	clusterProcess.current = host;
	process.env.QUEUE_HOSTS = JSON.stringify(info);
}
