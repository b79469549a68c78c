import { releases } from '../../../dev/n8n/releases';
import type { TestHostInfo } from '../../e2e/support/host.mts';
import { forkHosts } from '../../e2e/support/hostProcess';
import { hostProcesses } from './hostProcesses';

/** Starts an n8n of each version, each with a sandbox of its own, before the first test file. */
export default async function startHosts(): Promise<void> {
	const hosts: Record<string, TestHostInfo> = {};
	for (const version of releases) {
		console.log(`\nn8n ${version}`);
		const { process: host, info } = await forkHosts(version);
		hostProcesses.push(host);
		[hosts[version]] = info;
	}
	process.env.VERSIONS_HOSTS = JSON.stringify(hosts);
}
