import { N8nClient } from '../../../dev/n8n/client';
import { n8nVersion } from '../../../dev/n8n/releases';
import { forkHost } from '../../support/forkHost';
import type { TestHostInfo } from './host.mts';

/** Starts so many n8n of a version, each with a sandbox, in a process of their own; their logs are in a folder of that name. */
export const startHosts = async (
	version: string,
	count = 1,
	name = 'e2e',
): Promise<TestHostInfo[]> =>
	await forkHost('test/e2e/support/host.mts', [version, String(count), name]);

/** Starts an n8n and a sandbox for each of jest's workers before the first test file. */
export default async function startHost({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	const infos = await startHosts(n8nVersion, maxWorkers);
	// The check and `npm start` would pack it anew.
	process.env.PACKED_PACKAGE = infos[0].tarball;
	// Once for all test files: n8n refuses who signs in more than a few times a minute.
	const hosts = infos.map(async (one) => {
		const client = new N8nClient(one.n8nAddress);
		await client.signIn(one.password);
		return { ...one, session: client.session };
	});
	process.env.E2E_HOSTS = JSON.stringify(await Promise.all(hosts));
}
