import { fork } from 'node:child_process';
import { join } from 'node:path';
import { hostProcess } from './hostProcess';

/** Starts n8n and the sandbox before the first test file. */
export default async function startHost(): Promise<void> {
	const host = fork(join(__dirname, '../../../dev/testHost.ts'), { stdio: 'inherit' });
	hostProcess.current = host;
	process.env.E2E_HOST = await new Promise<string>((resolve, reject) => {
		host.once('message', (info) => resolve(JSON.stringify(info)));
		host.once('exit', (code) => reject(new Error(`The test host ended with code ${code}`)));
	});
}
