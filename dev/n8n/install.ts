import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { lock } from '../folderLock.ts';
import { cacheFolder, repositoryRoot } from '../places.ts';
import { installDebianPackages, missingPrograms } from '../processes/debianPackages.ts';
import { run } from '../processes/run.ts';
import type { Progress } from '../progress.ts';
import { lockFolder, nodeFor } from './releases.ts';

const neededBytes = 4 * 1024 ** 3;
const pnpm = join(repositoryRoot, 'node_modules/pnpm/bin/pnpm.cjs');

/** The lock file's copy in an installation, written last: without it the rest is not to be trusted. */
const completeMarker = 'complete.yaml';

/** Installs n8n once for the user and gives its folder. A half-finished installation is done anew. */
export async function installN8n(version: string, progress: Progress): Promise<string> {
	const folder = join(cacheFolder(), `n8n-${version}`);
	const lockFile = join(lockFolder(version), 'pnpm-lock.yaml');
	const isComplete = async () =>
		(await readFile(join(folder, completeMarker), 'utf8').catch(() => '')) ===
		(await readFile(lockFile, 'utf8'));
	if (await isComplete()) return folder;

	const inUse = `${folder}.lock`;
	const release = await lock(inUse, (holder) =>
		progress.step(
			`Another process (${holder}) is installing n8n ${version}; waiting for it. If that process is none of npm start's, remove ${inUse}`,
		),
	);
	try {
		if (!(await isComplete())) await installAnew(folder, version, progress);
	} finally {
		release();
	}
	return folder;
}

async function installAnew(folder: string, version: string, progress: Progress): Promise<void> {
	const logFile = `${folder}.install.log`;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await requireDiskSpace(cacheFolder());
	await cp(lockFolder(version), folder, { recursive: true });
	await writeFile(logFile, '');

	// A store of its own, on the same disk: pnpm then links the files in place of copying them.
	const settings = [`--store-dir=${join(cacheFolder(), 'pnpm-store')}`, '--reporter=append-only'];
	const runPnpm = async (args: string[], env: NodeJS.ProcessEnv = {}) =>
		await run({
			command: nodeFor(folder),
			args: [pnpm, ...args, ...settings],
			cwd: folder,
			env,
			logFile,
			onLine(line) {
				const [, downloaded, added] = /downloaded (\d+), added (\d+)/.exec(line) ?? [];
				if (added) progress.detail(`(${downloaded} packages downloaded, ${added} unpacked)`);
			},
			otherwise: `n8n ${version} could not be installed`,
			whatToDo:
				'If pnpm names the network, the registry or the disk above, see to that first. Then run the command again.',
		});
	progress.step(`Installing n8n ${version}, this once: downloading its packages.`);
	await runPnpm(['install', '--frozen-lockfile', '--ignore-scripts']);
	progress.step(`Installing n8n ${version}, this once: building its database driver.`);
	// Of all scripts of n8n's packages, these two are needed; `node` is there for an older release only.
	const build = async (env: NodeJS.ProcessEnv) =>
		await runPnpm(['rebuild', 'sqlite3', 'node'], env);
	await buildDatabaseDriver(build, { logFile, step: progress.step });
	await cp(join(folder, 'pnpm-lock.yaml'), join(folder, completeMarker));
}

/**
 * Runs what builds n8n's database driver (sqlite3): its own script takes a ready-made binary where it can be had, and
 * compiles it elsewhere. Where that does not succeed it is tried again with what may have been missing: a compiler, or
 * Node's headers, which are fetched from nodejs.org unless they came with an installed Node.
 */
async function buildDatabaseDriver(
	build: (env: NodeJS.ProcessEnv) => Promise<unknown>,
	options: { logFile: string; step: (text: string) => void },
): Promise<void> {
	// Optimized less than by default: that takes half the compiler's time, and n8n starts as quickly.
	const env = { JOBS: String(availableParallelism()), CFLAGS: '-O1' };
	const headers = nodeHeaders();
	const missing = missingPrograms(['python3', 'make', 'g++']);
	try {
		await build(env);
	} catch (error) {
		if (missing.length === 0 && !headers) throw error;
		await installDebianPackages({
			packages: missing,
			whatFor: "Compiling n8n's database driver",
			otherwise: `Install ${missing.join(', ')} (a C++ compiler, make and Python 3) and run the command again.`,
			...options,
		});
		await build({ ...env, ...(headers && { npm_config_nodedir: headers }) });
	}
}

/** The folder of an installed Node that brought its C headers along. */
function nodeHeaders(): string | undefined {
	return ['/usr', '/usr/local', '/opt/homebrew'].find((prefix) =>
		existsSync(join(prefix, 'include/node/node_api.h')),
	);
}

async function requireDiskSpace(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize >= neededBytes) return;
	const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1);
	throw new Failure(
		`n8n needs 4 GB of disk space; ${folder} has ${gigabytes} GB left.`,
		'Free some space, or set XDG_CACHE_HOME to a folder on a larger disk, and run the command again.',
	);
}
