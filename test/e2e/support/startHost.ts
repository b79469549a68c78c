import { N8nClient } from '../../../dev/n8n/client';
import { account } from '../../../dev/n8n/session';
import { forkHost, hostProcess } from './hostProcess';

/** Starts n8n and the sandbox before the first test file. */
export default async function startHost(): Promise<void> {
	const { process: host, info } = await forkHost();
	hostProcess.current = host;
	// Once for all test files: n8n refuses who signs in more than a few times a minute.
	const client = new N8nClient(info.n8nAddress);
	await client.signIn(account);
	process.env.E2E_HOST = JSON.stringify({ ...info, session: client.session });
}
