import { N8nClient } from '../../../dev/n8n/client';
import { n8nVersion } from '../../../dev/n8n/releases';
import { forkHosts, hostProcess } from './hostProcess';

/** Starts an n8n and a sandbox for each of jest's workers before the first test file. */
export default async function startHost({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	const { process: host, info } = await forkHosts(n8nVersion, maxWorkers);
	hostProcess.current = host;
	// Once for all test files: n8n refuses who signs in more than a few times a minute.
	const hosts = info.map(async (one) => {
		const client = new N8nClient(one.n8nAddress);
		await client.signIn(one.password);
		return { ...one, session: client.session };
	});
	process.env.E2E_HOSTS = JSON.stringify(await Promise.all(hosts));
}
