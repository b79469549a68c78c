import { endHost } from '../../support/forkHost.ts';
import { clusterProcess } from './startCluster.ts';

/** Stops what startCluster started. */
export default async function stopCluster(): Promise<void> {
	if (clusterProcess.current) await endHost(clusterProcess.current);
}
