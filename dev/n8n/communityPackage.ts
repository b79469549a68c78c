import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lock } from '../folderLock.ts';
import { repositoryRoot } from '../places.ts';
import { run } from '../processes/run.ts';
import type { Progress } from '../progress.ts';
import type { NodeType } from './types.ts';

/** package.json. */
export const manifest: {
	name: string;
	version: string;
	author: { name: string; email: string };
	n8n: { nodes: string[]; credentials: string[] };
} = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));

/**
 * Builds the package and packs it as `npm publish` would; gives the tarball's path. What else packs at that time, such
 * as `npm run check` beside `npm start`, waits: both build into one folder. `PACKED_PACKAGE` names one that is packed
 * already: `.ci/run` has three commands that need it, two of them at a time.
 */
export async function packPackage(folder: string, progress: Progress): Promise<string> {
	if (process.env.PACKED_PACKAGE) return process.env.PACKED_PACKAGE;
	await mkdir(folder, { recursive: true });
	const npm = { command: 'npm', cwd: repositoryRoot };
	const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const release = await lock(join(repositoryRoot, 'node_modules/.packing'), (holder) =>
		progress.step(`Another process (${holder}) is packing the package; waiting for it.`),
	);
	try {
		progress.step('Building and packing the package.');
		await run({ ...npm, args: ['run', 'build'], otherwise: 'The package could not be built' });
		const lines = await run({ ...npm, args, otherwise: 'The package could not be packed' });
		return join(folder, lines.at(-1) ?? '');
	} finally {
		release();
	}
}

/** Installs a packed package where n8n installs community packages, with the settings that n8n gives npm. */
export async function installCommunityPackage(userFolder: string, tarball: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), '{ "name": "installed-nodes", "private": true }');
	const settings =
		'--audit=false --fund=false --bin-links=false --install-strategy=shallow --ignore-scripts=true --package-lock=false';
	const install = async () =>
		await run({
			command: 'npm',
			// n8n itself brings what the package wants of it.
			args: ['install', tarball, ...settings.split(' '), '--legacy-peer-deps'],
			cwd: folder,
			otherwise: 'The package could not be installed',
		});
	// Beside others, npm may end with an error when all is there; the second time it finds nothing left to do.
	await install().catch(install);
}

/**
 * Lists the package under Settings > Community nodes: writes the rows that n8n's installer writes
 * after its download (persistPackageWithNodes). n8n must have made its tables before.
 */
export function registerCommunityPackage(userFolder: string, nodes: NodeType[]): void {
	const { name, version, author } = manifest;
	using database = new DatabaseSync(join(userFolder, '.n8n/database.sqlite'), { timeout: 60_000 });
	const write = (sql: string, ...values: Array<string | number>) =>
		database.prepare(sql).run(...values);
	write('DELETE FROM installed_nodes WHERE package = ?', name);
	write('DELETE FROM installed_packages WHERE packageName = ?', name);
	write(
		'INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail) VALUES (?, ?, ?, ?)',
		...[name, version, author.name, author.email],
	);
	for (const node of nodes) {
		write(
			'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
			...[node.displayName, node.name, Math.max(...[node.version].flat()), name],
		);
	}
}
