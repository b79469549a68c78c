import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { folderForTests } from '../support/folder';
import { json } from './startSandbox';

// The node that package.json brings, since an older one may run Jest.
const node = join(process.cwd(), 'node_modules/.bin/node');
const startServer = (...args: string[]) => {
	const server = spawn(node, ['sandbox/server.ts', ...args]);
	let output = '';
	const said = (text: string) =>
		new Promise<string>((resolve) => {
			for (const stream of [server.stdout, server.stderr]) {
				stream.on('data', (chunk) => {
					output += String(chunk);
					if (output.includes(text)) resolve(output);
				});
			}
		});
	const ended = new Promise<number | null>((resolve) => server.on('close', resolve));
	/** What it says when it is ready, with its address. */
	const ready = async () => {
		const told = await said('Ctrl-C');
		return { output: told, address: String(/http:\/\/127\.0\.0\.1:\d+/.exec(told)?.[0]) };
	};
	const end = async (signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM') => {
		server.kill(signal);
		expect(await ended).toBe(0);
	};
	return { said, ended, ready, end };
};

describe('npm run sandbox', () => {
	const folder = folderForTests();

	it.each(['SIGINT', 'SIGTERM'] as const)('says what to open, and ends on %s', async (signal) => {
		const { ready, end } = startServer('--port', '0');
		const { output, address } = await ready();
		expect((await fetch(`${address}/_sandbox/clock`)).status).toBe(200);
		expect(output).toContain('sandbox-key');
		await end(signal);
	});

	it('asks who is not on this machine for the token in the address that it prints', async () => {
		const { ready, end } = startServer('--port', '0', '--host', '0.0.0.0');
		const { output, address } = await ready();
		const [page, token] = /http\S+\/\?token=(\w{32})/.exec(output) ?? [];
		const statusOf = async (url = '', headers = {}) =>
			(await fetch(url, { headers, redirect: 'manual' })).status;
		expect(await statusOf(`${address}/_sandbox/state`)).toBe(401);
		expect(await statusOf(page)).toBe(302);
		const authorization = `Bearer ${token}`;
		expect(await statusOf(`${address}/_sandbox/state`, { authorization })).toBe(200);
		await end();
	});

	it('begins with a file, keeps its state in another, and does not start with a broken one', async () => {
		const [seed, keep] = ['seed.json', 'kept.json'].map((name) => join(folder, name));
		const [first, ...others] = ['37060000001', '37060000002', '37060000003'];
		writeFileSync(seed, `{"suppression":[{"phoneNumber":"${first}"}]}`);
		for (const phoneNumber of others) {
			const { ready, end } = startServer('--port', '0', '--seed', seed, '--keep', keep);
			const { output, address } = await ready();
			expect(output).toContain(`kept in ${keep}`);
			const headers = { ...json, 'x-apikey': 'sandbox-key' };
			const body = JSON.stringify({ phoneNumber });
			await fetch(`${address}/suppression`, { method: 'POST', headers, body });
			await end();
		}
		const all = [first, ...others].map((phoneNumber) => ({ phoneNumber }));
		expect(JSON.parse(readFileSync(keep, 'utf8')).suppression).toMatchObject(all);
		writeFileSync(keep, '{"messages":');
		const broken = startServer('--port', '0', '--keep', keep);
		expect(await broken.said('cannot start')).toContain(`${keep} holds no state of the sandbox`);
		expect(await broken.ended).toBe(1);
		expect(readFileSync(keep, 'utf8')).toBe('{"messages":');
		const nowhere = startServer('--port', '0', '--keep', join(folder, 'none', 'kept.json'));
		expect(await nowhere.said('cannot start')).toContain('no such file or directory');
		expect(await nowhere.ended).toBe(1);
	});

	const odd = String.raw`\u001b[2J\u001b]0;x\u0007\u202e`;
	it.each([
		['--seed', `{"${odd}":1}`],
		['--seed', JSON.parse(`"{${odd}"`)],
		['--keep', `{"contacts":[{"phoneNumber":"${odd}"}]}`],
		[
			'--like',
			`{"format":"messaging-service-recording","version":1,"exchanges":[{"method":"GET","path":"/","query":{"${odd}":1}}]}`,
		],
	])('shows nothing of a wrong file of %s that a terminal obeys: %j', async (option, text) => {
		const file = join(folder, 'file.json');
		writeFileSync(file, text);
		const { said, ended } = startServer('--port', '0', option, file);
		const output = await said('cannot start');
		expect(output).toContain(file);
		expect(await ended).toBe(1);
		expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
	});

	it('says so when the port is in use, and exits with 1', async () => {
		const other = createServer().listen(0, '127.0.0.1');
		await new Promise((resolve) => other.once('listening', resolve));
		const port = String((other.address() as AddressInfo).port);
		const { said, ended } = startServer('--port', port);
		expect(await said('in use')).toContain(`Port ${port} is in use`);
		expect(await ended).toBe(1);
		other.close();
	});

	it('refuses a port that is none', async () => {
		const { said, ended } = startServer('--port', 'many');
		expect(await said('must be')).toContain('the port must be a number from 0 to 65535');
		expect(await ended).toBe(1);
	});
});
