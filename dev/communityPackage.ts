import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freshEnvironment } from './environment.ts';
import { Failure } from './failure.ts';
import { repositoryRoot, temporaryFolder } from './places.ts';
import { startProcess } from './processes.ts';

interface Manifest {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
	[key: string]: unknown;
}

async function run(
	command: string,
	args: string[],
	cwd: string,
	whatFails: string,
): Promise<string[]> {
	const lines: string[] = [];
	const { code, problem } = await startProcess({
		command,
		args,
		cwd,
		env: freshEnvironment(),
		logFile: join(temporaryFolder('run'), 'log'),
		onLine: (line) => lines.push(line),
	}).exited;
	if (code === 0) return lines;
	throw new Failure(
		`${whatFails}:\n${problem ?? lines.slice(-20).join('\n')}`,
		'Put that right and run the command again.',
	);
}

/** Builds the package and packs it as `npm publish` would; gives the tarball's path. */
export async function packPackage(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	await run('npm', ['run', 'build'], repositoryRoot, 'The package could not be built');
	const lines = await run(
		'npm',
		['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
		repositoryRoot,
		'The package could not be packed',
	);
	return join(folder, lines.at(-1) ?? '');
}

/**
 * Puts a packed package where n8n puts a community package, by n8n's own steps (downloadPackage in
 * its community-packages service): unpack, drop the dependencies of no use there, npm install, note
 * it in the ledger. Only the download is left out: the tarball is here already.
 */
export async function installCommunityPackage(
	userFolder: string,
	tarball: string,
): Promise<Manifest> {
	const downloadFolder = join(userFolder, '.n8n/nodes');
	const { name } = await readManifest(repositoryRoot);
	const packageFolder = join(downloadFolder, 'node_modules', name);
	await rm(packageFolder, { recursive: true, force: true });
	await mkdir(packageFolder, { recursive: true });
	const unpack = ['-xzf', tarball, '-C', packageFolder, '--strip-components=1'];
	await run('tar', unpack, packageFolder, 'The packed package could not be unpacked');

	const manifest = await readManifest(packageFolder);
	const { devDependencies, peerDependencies, optionalDependencies, ...kept } = manifest;
	void [devDependencies, peerDependencies, optionalDependencies];
	await writeFile(join(packageFolder, 'package.json'), JSON.stringify(kept, null, 2));
	const install =
		'install --audit=false --fund=false --bin-links=false --install-strategy=shallow --ignore-scripts=true --package-lock=false';
	await run('npm', install.split(' '), packageFolder, 'The package could not be installed');
	const ledger = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [name]: manifest.version },
	};
	await writeFile(join(downloadFolder, 'package.json'), JSON.stringify(ledger, null, 2));
	return manifest;
}

async function readManifest(packageFolder: string): Promise<Manifest> {
	return JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
}

/** A node of a package, as n8n's table of installed nodes has it. */
export interface InstalledNode {
	displayName: string;
	/** With the package's name before it. */
	type: string;
	version: number;
}

/**
 * Lists the package under Settings > Community nodes: writes the rows that n8n's installer writes
 * after its download (persistPackageWithNodes). n8n must have made its tables before.
 */
export function registerCommunityPackage(
	userFolder: string,
	manifest: Manifest,
	nodes: InstalledNode[],
): void {
	const database = new DatabaseSync(join(userFolder, '.n8n/database.sqlite'), { timeout: 10_000 });
	try {
		database.exec('BEGIN IMMEDIATE');
		database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(manifest.name);
		database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(manifest.name);
		database
			.prepare(
				'INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail) VALUES (?, ?, ?, ?)',
			)
			.run(
				manifest.name,
				manifest.version,
				manifest.author?.name ?? null,
				manifest.author?.email ?? null,
			);
		const insertNode = database.prepare(
			'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
		);
		for (const node of nodes) {
			insertNode.run(node.displayName, node.type, node.version, manifest.name);
		}
		database.exec('COMMIT');
	} finally {
		database.close();
	}
}
