import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';

import { freePorts } from '../../dev/ports.ts';
import { startSandbox } from '../../dev/sandbox.ts';
import { folderForTests } from '../support/folder.ts';

const folder = folderForTests();

it('for an n8n in a container, the sandbox knows its name there, and asks others for the token', async () => {
	const [port] = await freePorts(1);
	const reach = { name: 'host.docker.internal', token: 'a-token' };
	const sandbox = await startSandbox(port, join(folder, 'log'), { reach });
	const status = async (path: string, headers: Record<string, string> = {}) => {
		const { statusCode, body } = await request(sandbox.address + path, { headers });
		await body.dump();
		return statusCode;
	};
	const host = `${reach.name}:${port}`;
	const balance = '/v1/Common/balance?X-ApiKey=sandbox-key';
	expect(await status(balance, { host, accept: 'application/json' })).toBe(200);
	expect(await status(balance, { host: `other:${port}` })).toBe(403);
	expect(await status('/_sandbox/state', { host })).toBe(401);
	expect(await status('/_sandbox/state')).toBe(401);
	expect(await status('/_sandbox/state', { authorization: 'Bearer a-token' })).toBe(200);
	await sandbox.stop();
	expect(readFileSync(join(folder, 'log'), 'utf8')).toContain('token=a-token');
});

it('for an n8n on this machine, it asks for no token, also if the environment has one', async () => {
	process.env.SANDBOX_TOKEN = 'of-another';
	const [port] = await freePorts(1);
	const sandbox = await startSandbox(port, join(folder, 'own-log'));
	const { statusCode, body } = await request(`${sandbox.address}/_sandbox/state`);
	await body.dump();
	expect(statusCode).toBe(200);
	await sandbox.stop();
	delete process.env.SANDBOX_TOKEN;
});
