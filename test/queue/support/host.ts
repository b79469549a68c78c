/**
 * Runs the cluster for the tests of n8n's queue mode until the process that started it lets go, and
 * starts and crashes its instances for them: POST /<instance>/start and /<instance>/crash.
 */
import { once } from 'node:events';
import { fastify } from 'fastify';
import { runToEnd } from '../../../dev/processes/shutdown.ts';
import { showProgress } from '../../../dev/progress.ts';
import { type ClusterInfo, type InstanceName, startCluster } from './cluster.ts';

/** What a test needs to know to talk to the cluster and to this process. */
export interface QueueHostInfo extends ClusterInfo {
	controlAddress: string;
}

await runToEnd(async () => {
	const { start, crash, ...info } = await startCluster(showProgress());
	const control = fastify();
	control.post<{ Params: { name: InstanceName } }>('/:name/start', async ({ params }) => {
		await start(params.name);
		return { started: params.name };
	});
	control.post<{ Params: { name: InstanceName } }>('/:name/crash', async ({ params }) => {
		await crash(params.name);
		return { crashed: params.name };
	});
	const controlAddress = await control.listen({ port: 0, host: '127.0.0.1' });
	process.send?.({ ...info, controlAddress } satisfies QueueHostInfo);
	await once(process, 'disconnect');
	return 0;
});
