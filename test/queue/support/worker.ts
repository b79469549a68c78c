import { requestJson } from '../../../dev/http.ts';
import { type HostOptions, type RunningHost, startCommand } from '../../../dev/n8n/host.ts';

/** Starts a worker of n8n's queue mode and waits until it takes jobs; it answers at n8n's port about its health only. */
export async function startWorker(options: HostOptions): Promise<RunningHost> {
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
