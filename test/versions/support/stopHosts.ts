import { endHost } from '../../e2e/support/hostProcess';
import { hostProcesses } from './hostProcesses';

/** Stops what startHosts started. */
export default async function stopHosts(): Promise<void> {
	await Promise.all(hostProcesses.map(endHost));
}
