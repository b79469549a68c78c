import { releases } from '../../../dev/n8n/releases';
import type { TestHostInfo } from '../../e2e/support/host.mts';
import { startHosts } from '../../e2e/support/startHost';

/** Starts an n8n of each version, each with a sandbox of its own, before the first test file. */
export default async function startVersions(): Promise<void> {
	const hosts: Record<string, TestHostInfo> = {};
	for (const version of releases) {
		console.log(`\nn8n ${version}`);
		[hosts[version]] = await startHosts(version);
	}
	process.env.VERSIONS_HOSTS = JSON.stringify(hosts);
}
