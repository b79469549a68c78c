import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDatabaseDriver } from './databaseDriver.ts';
import { Failure } from './failure.ts';
import { lock } from './folderLock.ts';
import { duration, InstallProgress } from './installProgress.ts';
import { type Release, releases } from './n8nReleases.ts';
import { runNpm } from './npm.ts';
import { explainNpmFailure } from './npmFailure.ts';

/** The n8n that `npm start` and the end-to-end tests run. */
export const n8nVersion = '2.41.1';

const neededBytes = 4 * 1024 ** 3;

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
	const release = releases[version] ?? { overrides: {} };
	await writeFile(join(unfinished, 'package.json'), manifest(version, release));

	log(`Installing n8n ${version} into ${folder}: about six minutes, this once.`);
	const logStep = (line: string) => log(`  ${duration(Date.now() - started)}: ${line}`);
	await download(unfinished, logFile, logStep);
	if (release.node) await provideNode(unfinished, logFile, logStep);
	await buildDatabaseDriver(unfinished, logFile, logStep);

	await writeFile(join(unfinished, completeMarker), JSON.stringify({ n8n: version }));
	await rename(unfinished, folder);
	log(`n8n ${version} is installed (${duration(Date.now() - started)}).`);
}

function manifest(version: string, { overrides, node }: Release): string {
	const dependencies = { n8n: version, ...(node && { node }) };
	return JSON.stringify({ name: 'n8n-host', private: true, dependencies, overrides }, null, 2);
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
	log: (line: string) => void,
): Promise<void> {
	const progress = new InstallProgress();
	const { exit, lines } = await runNpm(
		['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'],
		{
			folder,
			logFile,
			onLine: (line) => progress.read(line),
			everyTenSeconds: () => log(progress.summary()),
		},
	);
	if (exit.code !== 0) throw explainNpmFailure(lines, exit, logFile);
}

/** The npm package `node` fetches the binary for this machine in its install script. */
async function provideNode(
	folder: string,
	logFile: string,
	log: (line: string) => void,
): Promise<void> {
	const say = () => log('downloading Node.js');
	say();
	const { exit, lines } = await runNpm(['rebuild', 'node', '--foreground-scripts'], {
		folder,
		logFile,
		everyTenSeconds: say,
	});
	if (exit.code !== 0) throw explainNpmFailure(lines, exit, logFile);
}
