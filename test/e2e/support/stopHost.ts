import { once } from 'node:events';
import { hostProcess } from './hostProcess';

/** Stops what startHost started. */
export default async function stopHost(): Promise<void> {
	const host = hostProcess.current;
	if (!host || host.exitCode !== null) return;
	const ended = once(host, 'exit');
	host.disconnect();
	await ended;
}
