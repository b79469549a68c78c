import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { cacheFolder, repositoryRoot } from '../../../dev/places';
import { freshEnvironment } from '../../../dev/processes/environment';

/** n8n's tool for authors of nodes, in the versions that its lock file names, and its default configuration of ESLint. */
const locked = join(repositoryRoot, 'dev/n8n/nodeCli');
const folder = join(cacheFolder(), 'node-cli');

/** Runs a command of Node's with what is installed here for it, and n8n-workflow of the project's. */
function run(args: string[], cwd: string) {
	const env = { ...freshEnvironment(), NODE_PATH: join(repositoryRoot, 'node_modules') };
	return spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: Infinity });
}

/** Installs the tool; what is there already takes no time. */
export function installNodeCli(): void {
	cpSync(locked, folder, { recursive: true });
	const pnpm = join(repositoryRoot, 'node_modules/pnpm/bin/pnpm.cjs');
	const store = `--store-dir=${join(cacheFolder(), 'pnpm-store')}`;
	const { status, stdout } = run(
		[pnpm, 'install', '--frozen-lockfile', '--ignore-scripts', store],
		folder,
	);
	if (status !== 0) throw new Error(stdout);
}

/** What n8n's default configuration of ESLint finds in the sources of a package, as `file:line: rule`. */
export function findLintProblems(cwd: string): string[] {
	const eslint = join(folder, 'node_modules/eslint/bin/eslint.js');
	const config = ['--config', join(folder, 'eslint.config.mjs'), '--format', 'json'];
	const { stdout, stderr } = run([eslint, ...config, 'nodes', 'credentials', 'package.json'], cwd);
	if (!stdout) throw new Error(stderr);
	const files: Array<{ filePath: string; messages: Array<{ line: number; ruleId: string }> }> =
		JSON.parse(stdout);
	return files.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId }) => `${filePath.slice(cwd.length + 1)}:${line}: ${ruleId}`),
	);
}

/** What `n8n-node cloud-support` says of a folder. */
export function cloudSupport(cwd: string): string {
	const program = join(folder, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	// Where CI is set, it writes in colors.
	return stripVTControlCharacters(run([program, 'cloud-support'], cwd).stdout);
}
