import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { freshEnvironment } from '../../dev/processes/environment';
import { repositoryRoot } from '../../dev/places';
import manifest from '../../package.json';
import lock from '../../package-lock.json';
import sandboxManifest from '../../sandbox/package.json';
import { folderForTests } from '../support/folder';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

/** The instructions of the Dockerfile, in their order. */
const instructions = read('Dockerfile')
	.replace(/^#.*\n/gm, '')
	.replace(/\\\n\s*/g, '')
	.split('\n')
	.filter(Boolean)
	.map((line) => {
		const [name, ...words] = line.split(' ');
		return { name, words, text: words.join(' ') };
	});
const all = (name: string) => instructions.filter((instruction) => instruction.name === name);
const one = (name: string) => {
	expect(all(name)).toHaveLength(1);
	return all(name)[0].text;
};
const copied = all('COPY').map(({ words }) => ({
	from: words.slice(0, -1),
	to: words.at(-1) ?? '',
}));

/** The program of a CMD, in the form that has no shell. */
const programOf = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** An image that is only a folder: the Node.js that package.json brings, and what the Dockerfile does. */
const folder = folderForTests();
const environment = {
	...freshEnvironment(process.env, join(repositoryRoot, 'node_modules/.bin/node')),
	...Object.fromEntries(all('ENV').map(({ text }) => text.split('='))),
	SANDBOX_HOST: '127.0.0.1',
	SANDBOX_PORT: '0',
	// npm works out which packages it would install, but loads none; they are copied from the project.
	npm_config_offline: 'true',
	npm_config_package_lock_only: 'true',
	npm_config_cache: join(folder, 'no-cache'),
};
const inFolder = { cwd: folder, env: environment, encoding: 'utf8' } as const;

function carryOut({ name, words, text }: (typeof instructions)[number]): void {
	if (name === 'RUN') execFileSync('/bin/sh', ['-c', text], { ...inFolder, stdio: 'pipe' });
	if (name !== 'COPY') return;
	const to = words.at(-1) ?? '';
	for (const source of words.slice(0, -1)) {
		const target = to.endsWith('/') ? join(folder, to, basename(source)) : join(folder, to);
		cpSync(join(repositoryRoot, source), target, { recursive: true });
	}
}

async function addressOf(server: ReturnType<typeof spawn>): Promise<URL> {
	let output = '';
	for await (const chunk of server.stdout ?? []) {
		output += String(chunk);
		const [address] = /http:\/\/[\d.:]+/.exec(output) ?? [];
		if (address && output.includes('Ctrl-C')) return new URL(address);
	}
	throw new Error(`The sandbox did not start: ${output}`);
}

test('the steps of the Dockerfile make a sandbox that says it is healthy', async () => {
	instructions.forEach(carryOut);
	const installed = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
	for (const path of Object.keys(installed.packages).filter(Boolean)) {
		cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
	}
	const [program, ...args] = programOf(one('CMD'));
	const server = spawn(program, args, inFolder);
	try {
		const { port } = await addressOf(server);
		const [check, ...checkArgs] = programOf(one('HEALTHCHECK'));
		const withPort = { ...inFolder, env: { ...environment, SANDBOX_PORT: port } };
		execFileSync(check, checkArgs, withPort);
		const balance = await fetch(`http://127.0.0.1:${port}/v1/Common/balance?X-ApiKey=sandbox-key`);
		const style = await fetch(`http://127.0.0.1:${port}/_sandbox/page/pico.css`);
		expect([balance.status, style.status]).toEqual([200, 200]);
		server.kill('SIGTERM');
		expect(await new Promise((resolve) => server.on('close', resolve))).toBe(0);
		expect(() => execFileSync(check, checkArgs, { ...withPort, stdio: 'pipe' })).toThrow();
	} finally {
		server.kill('SIGKILL');
	}

	const versions = Object.entries(installed.packages as Record<string, { version?: string }>)
		.filter(([path]) => path)
		.map(([path, { version }]) => [path, version]);
	const locked = lock.packages as Record<string, { version?: string }>;
	expect(versions).toEqual(versions.map(([path]) => [path, locked[String(path)]?.version]));
	expect(versions.length).toBeGreaterThan(20);
	expect(versions.length).toBeLessThan(100);
});

test('the image is pinned by its content, and has the Node.js of all tests', () => {
	expect(one('FROM')).toMatch(/^node:[\d.]+-alpine@sha256:[0-9a-f]{64}$/);
	expect(one('FROM')).toContain(`:${manifest.devDependencies.node}-`);
});

test('no package runs a script while the image is made', () => {
	expect(one('RUN')).toMatch(/^npm install .*--ignore-scripts/);
	const withScript = Object.entries(lock.packages).filter(
		([, entry]) => 'hasInstallScript' in entry && !('dev' in entry),
	);
	expect(withScript).toEqual([]);
});

test('the image runs without rights, and shows the port that it listens on', () => {
	const { SANDBOX_HOST, SANDBOX_PORT } = Object.fromEntries(
		all('ENV').map(({ text }) => text.split('=')),
	);
	expect(one('USER')).toBe('node');
	expect(SANDBOX_HOST).toBe('0.0.0.0');
	expect(one('EXPOSE')).toBe(SANDBOX_PORT);
});

test('what is copied is not ignored, and nothing else comes near the image', () => {
	const lines = read('.dockerignore').trim().split('\n').slice(1);
	const roots = copied.flatMap(({ from }) => from.map((source) => source.split('/')[0]));
	expect(lines.sort()).toEqual(['*', ...[...new Set(roots)].map((root) => `!${root}`)].sort());
});

test('the sandbox names the packages that it needs, as the project does', () => {
	const named = globSync('sandbox/**/*.ts', { cwd: repositoryRoot }).flatMap((file) =>
		[...read(file).matchAll(/(?:^import (?!type)[^;]*? from |\bresolve\()'([^.'][^']*)'/gm)].map(
			([, name]) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name,
		),
	);
	const packages = [...new Set(named)].filter((name) => !name.startsWith('node:')).sort();
	expect(packages).toEqual(Object.keys(sandboxManifest.dependencies).sort());
	expect(manifest.devDependencies).toMatchObject(sandboxManifest.dependencies);
});
