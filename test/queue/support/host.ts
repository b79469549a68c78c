/**
 * Runs the clusters for the tests of n8n's queue mode until the process that started them lets go, and
 * starts and crashes their instances for them: POST /<cluster>/<instance>/start and …/crash.
 */
import { once } from 'node:events';
import { fastify } from 'fastify';
import { runToEnd } from '../../../dev/processes/shutdown.ts';
import { showProgress } from '../../../dev/progress.ts';
import {
	type ClusterInfo,
	type ClusterName,
	clusters,
	type InstanceName,
	prepareParts,
	startCluster,
} from './cluster.ts';

/** What a test needs to know to talk to a cluster and to this process. */
export interface QueueHostInfo extends ClusterInfo {
	controlAddress: string;
}

type Params = { name: InstanceName };

await runToEnd(async () => {
	const progress = showProgress();
	const parts = await prepareParts(progress);
	progress.step('Starting PostgreSQL, Redis, the sandbox, n8n and its workers, twice.');
	const control = fastify();
	const start = async (name: ClusterName) => {
		const { start, crash, ...info } = await startCluster(name, parts);
		for (const [what, act] of Object.entries({ start, crash })) {
			control.post<{ Params: Params }>(`/${name}/:name/${what}`, async ({ params }) => {
				await act(params.name);
				return { done: what };
			});
		}
		return [name, info] as const;
	};
	const started = await Promise.all((Object.keys(clusters) as ClusterName[]).map(start));
	const address = await control.listen({ port: 0, host: '127.0.0.1' });
	const infos = started.map(([name, info]) => [
		name,
		{ ...info, controlAddress: `${address}/${name}` } satisfies QueueHostInfo,
	]);
	process.send?.(Object.fromEntries(infos));
	await once(process, 'disconnect');
	return 0;
});
