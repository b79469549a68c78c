import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { restartable, type RunningHost, startN8n, waitUntilReady } from '../../../dev/n8n/host';
import { anyFreePorts } from '../../../dev/ports';
import { startProcess } from '../../../dev/processes/processes';
import { folderForTests } from '../../support/folder';

/** Stands for Docker, which is not everywhere: notes what it is told, and answers as the container's n8n does. */
const docker = `#!${process.execPath}
const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
writeFileSync(__dirname + '/told.json', JSON.stringify(args));
const port = args.find((arg) => arg.startsWith('--env=N8N_PORT=')).split('=')[2];
createServer((_, answer) => answer.end('{ "data": {} }')).listen(port, '127.0.0.1');
`;

const folder = folderForTests();
const path = process.env.PATH;
let host: RunningHost | undefined;
afterEach(async () => {
	process.env.PATH = path;
	delete process.env.A_SECRET;
	await host?.stop();
});

/** Puts a program in the place of Docker. */
function standIn(program: string): void {
	writeFileSync(join(folder, 'docker'), program, { mode: 0o755 });
	process.env.PATH = `${folder}${delimiter}${path}`;
}

const options = async () => ({
	image: 'n8nio/n8n:3.3.0',
	userFolder: folder,
	ports: await anyFreePorts(),
	logFile: join(folder, 'n8n.log'),
});

test('n8n that ends while it starts is told with the end of its log', async () => {
	const log = ['one', '', 'two', 'three', "n8n's port 5678 is in use."].join('\n');
	standIn(`#!${process.execPath}\nconsole.log(${JSON.stringify(log)});`);
	await expect(startN8n(await options())).rejects.toMatchObject({
		message: 'n8n stopped while it was starting.',
		whatToDo: `Its log says why: ${join(folder, 'n8n.log')}. Its end:\n  two\n  three\n  n8n's port 5678 is in use.`,
	});
});

test('what takes too long to start is stopped, and told', async () => {
	const logFile = join(folder, 'late.log');
	const args = ['-e', 'setInterval(() => {}, 1000)'];
	const late = startProcess({ command: process.execPath, args, cwd: folder, env: {}, logFile });
	const answers = async () => false;
	await expect(waitUntilReady('n8n', late, logFile, answers, 0)).rejects.toMatchObject({
		message: 'n8n did not answer within 0 seconds.',
	});
	expect(await late.exited).toBeDefined();
});

test('n8n that is not back in time, or ends by itself, is started anew when it is next needed', async () => {
	let starts = 0;
	let end = () => {};
	const noLongerThere = new Set<number>();
	const n8n = restartable(async () => {
		starts++;
		if (starts === 2) throw new Error('too late');
		const exited = new Promise<{ code: null }>((resolve) => {
			end = () => resolve({ code: null });
		});
		const own = starts;
		const ready = async () => {
			if (noLongerThere.has(own)) throw new Error('n8n stopped.');
		};
		return { address: `n8n ${own}`, exited, ready, stop: async () => {}, crash: async () => {} };
	});
	const name = async () => (await n8n.required()).address;
	expect([await name(), await name()]).toEqual(['n8n 1', 'n8n 1']);
	await expect(n8n.restart()).rejects.toThrow('too late');
	expect([await name(), await name()]).toEqual(['n8n 3', 'n8n 3']);
	end();
	await Promise.resolve();
	expect(await name()).toBe('n8n 4');
	// Nobody has reported yet that it ended.
	noLongerThere.add(4);
	expect(await name()).toBe('n8n 5');
});

test('n8n in a container is where an installed one is, and is told the same and nothing else', async () => {
	standIn(docker);
	process.env.A_SECRET = 'of this machine';
	const started = await options();
	host = await startN8n({ ...started, settings: { N8N_LOG_LEVEL: 'debug' } });
	expect(host.address).toBe(`http://127.0.0.1:${started.ports.n8n}`);

	const told: string[] = JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8'));
	expect(told[0]).toBe('run');
	expect(told.slice(-2)).toEqual(['n8nio/n8n:3.3.0', 'start']);
	expect(told).toEqual(
		expect.arrayContaining([
			'--network=host',
			`--volume=${folder}:${folder}`,
			`--env=N8N_USER_FOLDER=${folder}`,
			`--env=HOME=${folder}`,
			'--env=N8N_LOG_LEVEL=debug',
			'--env=N8N_UNVERIFIED_PACKAGES_ENABLED=true',
			// On a busy machine, n8n would else refuse what it is asked for, as if its database were gone.
			'--env=DB_PING_TIMEOUT_MS=120000',
		]),
	);
	const names = told.filter((arg) => arg.startsWith('--env=')).map((arg) => arg.split('=')[1]);
	expect(
		names.filter((name) => !/^(N8N_\w+|NODE_ENV|HOME|DB_PING_TIMEOUT_MS)$/.test(name)),
	).toEqual([]);
});

test('n8n that was killed starts again without a pause: what tells it that it crashed is gone', async () => {
	standIn(docker);
	host = await startN8n(await options());
	const journal = join(folder, '.n8n/crash.journal');
	mkdirSync(join(folder, '.n8n'));
	writeFileSync(journal, '');
	await host.crash();
	expect(existsSync(journal)).toBe(false);
});
