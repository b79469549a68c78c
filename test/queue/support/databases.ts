/** PostgreSQL and Redis as processes of this run alone: on free ports, with their data in temporary folders. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath, installDebianPackages } from '../../../dev/processes/debianPackages.ts';
import { waitUntilReady } from '../../../dev/n8n/host.ts';
import { temporaryFolder } from '../../../dev/temporaryFolders.ts';
import { type RunningProcess, startProcess } from '../../../dev/processes/processes.ts';

const run = promisify(execFile);

/** A program of PostgreSQL's: Debian keeps those for a server apart from PATH, by version. */
function postgresProgram(name: string): string | undefined {
	const found = globSync(join('/usr/lib/postgresql/*/bin', name)).sort();
	return found.at(-1) ?? findOnPath(name);
}

/** Installs what is not there. */
export async function provideDatabases(
	logFile: string,
	step: (text: string) => void,
): Promise<void> {
	const packages = [
		...(postgresProgram('initdb') ? [] : ['postgresql']),
		...(findOnPath('redis-server') ? [] : ['redis-server']),
	];
	await installDebianPackages({
		packages,
		whatFor: "n8n's queue mode",
		otherwise: 'Install PostgreSQL and Redis and run the command again.',
		logFile,
		step,
	});
}

/** PostgreSQL does not run as root: then its own user is taken, whom Debian's package makes. */
function asPostgresUser(folder: string): { command: string; args: string[] } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = ['-u', '-g'].map((flag) =>
		Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
	);
	chownSync(folder, uid, gid);
	const args = [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];
	return { command: 'setpriv', args };
}

/** The database `postgres` with the user `n8n` and no password, on this machine only. */
export async function startPostgres(port: number, logFile: string): Promise<RunningProcess> {
	const folder = temporaryFolder('postgres');
	const data = join(folder, 'data');
	const user = asPostgresUser(folder);
	const postgres = (name: string, args: string[]) => {
		const program = postgresProgram(name) ?? name;
		return startProcess({
			command: user?.command ?? program,
			args: user ? [...user.args, program, ...args] : args,
			cwd: folder,
			env: { ...process.env, LC_ALL: 'C.UTF-8' },
			logFile,
		});
	};
	await postgres('initdb', ['-D', data, '-U', 'n8n', '--auth=trust']).exited;
	const at = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder];
	const server = postgres('postgres', at);
	await waitUntilReady('PostgreSQL', server, logFile, async () => {
		await queryPostgres(port, 'SELECT 1');
		return true;
	});
	return server;
}

/** What a query gives: a line for each row, its columns separated by `|`. */
export async function queryPostgres(port: number, query: string): Promise<string> {
	const server = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'n8n', '-d', 'postgres'];
	const { stdout } = await run('psql', [...server, '-v', 'ON_ERROR_STOP=1', '-Atc', query], {
		maxBuffer: 1024 ** 3,
	});
	return stdout.trimEnd();
}

/** Redis as it is to be set up for n8n: each job is written to the disk before it is taken as stored. */
export async function startRedis(port: number, logFile: string): Promise<RunningProcess> {
	const folder = temporaryFolder('redis');
	const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
	const server = startProcess({
		command: 'redis-server',
		args: [...settings, '--save', '', '--appendonly', 'yes'],
		cwd: folder,
		env: process.env,
		logFile,
	});
	await waitUntilReady('Redis', server, logFile, async () => {
		const { stdout } = await run('redis-cli', ['-p', `${port}`, 'ping']);
		return stdout.trim() === 'PONG';
	});
	return server;
}
