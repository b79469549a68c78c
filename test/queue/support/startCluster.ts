import { forkHost } from '../../support/forkHost.ts';
import type { ClusterName } from './cluster.ts';
import type { QueueHostInfo } from './host.ts';

/** Starts the clusters before the first test file. */
export default async function startCluster(): Promise<void> {
	const info: Record<ClusterName, QueueHostInfo> = await forkHost('test/queue/support/host.ts');
	process.env.QUEUE_HOSTS = JSON.stringify(info);
}
