import { endHost, hostProcess } from './hostProcess';

/** Stops what startHost started. */
export default async function stopHost(): Promise<void> {
	if (hostProcess.current) await endHost(hostProcess.current);
}
