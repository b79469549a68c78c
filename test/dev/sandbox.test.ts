import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';

import { freePorts } from '../../dev/ports.ts';
import { startSandbox } from '../../dev/sandbox.ts';
import { folderForTests } from '../support/folder.ts';

const folder = folderForTests();

/** The status that a path of a sandbox is answered with. */
async function status(address: string, headers: Record<string, string> = {}): Promise<number> {
	const { statusCode, body } = await request(address, { headers });
	await body.dump();
	return statusCode;
}

it('for an n8n in a container, the sandbox knows its name there, and asks others for the token', async () => {
	const [port] = await freePorts(1);
	const reach = { name: 'host.docker.internal', token: 'a-token' };
	const sandbox = await startSandbox(port, join(folder, 'log'), { reach });
	const host = `${reach.name}:${port}`;
	const balance = `${sandbox.address}/v1/Common/balance?X-ApiKey=sandbox-key`;
	expect(await status(balance, { host, accept: 'application/json' })).toBe(200);
	expect(await status(balance, { host: `other:${port}` })).toBe(403);
	const state = `${sandbox.address}/_sandbox/state`;
	expect(await status(state, { host })).toBe(401);
	expect(await status(state)).toBe(401);
	expect(await status(state, { authorization: 'Bearer a-token' })).toBe(200);
	await sandbox.stop();
	expect(readFileSync(join(folder, 'log'), 'utf8')).toContain('token=a-token');
});

it('for an n8n on this machine, it asks for no token, also if the environment has one', async () => {
	process.env.SANDBOX_TOKEN = 'of-another';
	const [port] = await freePorts(1);
	const sandbox = await startSandbox(port, join(folder, 'own-log'));
	expect(await status(`${sandbox.address}/_sandbox/state`)).toBe(200);
	await sandbox.stop();
	delete process.env.SANDBOX_TOKEN;
});
