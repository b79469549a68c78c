import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideCompiler } from './compiler.ts';
import { freshEnvironment } from './environment.ts';
import { Failure } from './failure.ts';
import { lock } from './folderLock.ts';
import { duration, InstallProgress } from './installProgress.ts';
import { explainNpmFailure } from './npmFailure.ts';
import { type Exit, startProcess } from './processes.ts';

/** The n8n that `npm start` and the end-to-end tests run. */
export const n8nVersion = '2.41.1';

/** Versions that the newest ones of n8n's own dependencies ask for, but that no registry has. */
const overridesOf: Record<string, Record<string, string>> = {
	'2.41.1': { linkedom: '0.18.12', '@langchain/langgraph': '1.4.0' },
	'2.0.3': { linkedom: '0.18.12', xlsx: '0.18.5' },
	'1.123.81': { linkedom: '0.18.12', xlsx: '0.18.5' },
};

const neededBytes = 4 * 1024 ** 3;
const progressEveryMs = 10_000;

export interface InstallOptions {
	version: string;
	cacheFolder: string;
	/** Receives one line of text at a time, for a person. */
	log: (line: string) => void;
}

/** The file in an installation that is written last: without it the rest is not to be trusted. */
const completeMarker = 'complete.json';

/** Where a version lies, or would lie, in the cache folder. */
export function n8nFolder(cacheFolder: string, version: string): string {
	return join(cacheFolder, `n8n-${version}`);
}

/** Whether a folder holds a finished installation of the version. */
export async function isComplete(folder: string, version: string): Promise<boolean> {
	try {
		const marker = JSON.parse(await readFile(join(folder, completeMarker), 'utf8'));
		return marker.n8n === version && existsSync(join(folder, 'node_modules/n8n/bin/n8n'));
	} catch {
		return false;
	}
}

/** Installs n8n once for the user and gives its folder. A half-finished installation is done anew. */
export async function installN8n({ version, cacheFolder, log }: InstallOptions): Promise<string> {
	const folder = n8nFolder(cacheFolder, version);
	if (await isComplete(folder, version)) return folder;

	const lockFile = `${folder}.lock`;
	const lease = await lock(lockFile, (holder) =>
		log(
			`Another process (${holder}) is installing n8n ${version}; waiting for it. If that process is none of npm start's, remove ${lockFile}`,
		),
	);
	try {
		if (!(await isComplete(folder, version))) await installAnew({ version, cacheFolder, log });
	} finally {
		await lease.release();
	}
	return folder;
}

async function installAnew({ version, cacheFolder, log }: InstallOptions): Promise<void> {
	const folder = n8nFolder(cacheFolder, version);
	const unfinished = `${folder}.unfinished`;
	const logFile = `${folder}.install.log`;
	const started = Date.now();

	await rm(unfinished, { recursive: true, force: true });
	await rm(folder, { recursive: true, force: true });
	await requireDiskSpace(cacheFolder);
	await mkdir(unfinished, { recursive: true });
	await writeFile(logFile, '');
	await writeFile(
		join(unfinished, 'package.json'),
		JSON.stringify(
			{
				name: 'n8n-host',
				private: true,
				dependencies: { n8n: version },
				overrides: overridesOf[version] ?? {},
			},
			null,
			2,
		),
	);

	log(`Installing n8n ${version} into ${folder}: about six minutes, this once.`);
	await download(unfinished, logFile, started, log);
	await buildDatabaseDriver(unfinished, logFile, started, log);

	await writeFile(join(unfinished, completeMarker), JSON.stringify({ n8n: version }));
	await rename(unfinished, folder);
	log(`n8n ${version} is installed (${duration(Date.now() - started)}).`);
}

async function requireDiskSpace(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize >= neededBytes) return;
	const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1);
	throw new Failure(
		`n8n needs 4 GB of disk space; ${folder} has ${gigabytes} GB left.`,
		'Free some space, or set XDG_CACHE_HOME to a folder on a larger disk, and run the command again.',
	);
}

/** Install scripts stay off: of all of n8n's dependencies only the database driver needs its own. */
async function download(
	folder: string,
	logFile: string,
	started: number,
	log: (line: string) => void,
): Promise<void> {
	const progress = new InstallProgress();
	const { exit, lines } = await runNpm(
		['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'],
		{ folder, logFile, onLine: (line) => progress.read(line) },
		() => log(`  ${duration(Date.now() - started)}: ${progress.summary()}`),
	);
	if (exit.code !== 0) throw explainNpmFailure(lines, exit, logFile);
}

async function buildDatabaseDriver(
	folder: string,
	logFile: string,
	started: number,
	log: (line: string) => void,
): Promise<void> {
	const build = (settings: string[]) =>
		// Its own script looks for a ready-made binary first and compiles only without one.
		runNpm(['rebuild', 'sqlite3', '--foreground-scripts', ...settings], { folder, logFile }, () =>
			log(`  ${duration(Date.now() - started)}: building the database driver (one to two minutes)`),
		);
	log(`  ${duration(Date.now() - started)}: building the database driver (one to two minutes)`);
	let { exit, lines } = await build([]);
	if (exit.code !== 0 && (await provideCompiler({ logFile, log }))) {
		({ exit, lines } = await build([]));
	}
	const headers = nodeHeaders();
	if (exit.code !== 0 && headers) {
		// Without a way to nodejs.org the headers that came with the installed Node do as well.
		({ exit, lines } = await build([`--nodedir=${headers}`]));
	}
	if (exit.code === 0) return;
	throw lines.some((line) => /gyp ERR!|not ok/.test(line))
		? new Failure(
				`n8n's database driver (sqlite3) could not be compiled; the compiler's words are in ${logFile}.`,
				'Make sure that python3, make and g++ work (on Debian: apt-get install -y python3 make g++) and run the command again.',
			)
		: explainNpmFailure(lines, exit, logFile);
}

/** The folder of an installed Node that brought its C headers along. */
function nodeHeaders(): string | undefined {
	return ['/usr', '/usr/local', '/opt/homebrew'].find((prefix) =>
		existsSync(join(prefix, 'include/node/node_api.h')),
	);
}

async function runNpm(
	args: string[],
	{ folder, logFile, onLine }: { folder: string; logFile: string; onLine?: (line: string) => void },
	everyTenSeconds: () => void,
): Promise<{ exit: Exit; lines: string[] }> {
	const lines: string[] = [];
	const timer = setInterval(everyTenSeconds, progressEveryMs);
	const npm = startProcess({
		command: 'npm',
		args,
		cwd: folder,
		env: freshEnvironment(),
		logFile,
		onLine(line) {
			if (/^npm (error|ERR!)|ERR!/.test(line)) lines.push(line);
			onLine?.(line);
		},
	});
	try {
		return { exit: await npm.exited, lines };
	} finally {
		clearInterval(timer);
	}
}
