import { forkHost, hostProcess } from './hostProcess';

/** Starts n8n and the sandbox before the first test file. */
export default async function startHost(): Promise<void> {
	const { process: host, info } = await forkHost();
	hostProcess.current = host;
	process.env.E2E_HOST = JSON.stringify(info);
}
