import { spawnSync } from 'node:child_process';
import { cpSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { cacheFolder, repositoryRoot } from '../../dev/places';
import { freshEnvironment } from '../../dev/processes/environment';
import manifest from '../../package.json';
import { folderForTests } from '../support/folder';

/** n8n's tool for authors of nodes, in the versions that its lock file names, and its default configuration of ESLint. */
const locked = join(repositoryRoot, 'dev/n8n/nodeCli');
const tool = join(cacheFolder(), 'node-cli');

/** What is shipped. */
const folder = realpathSync(folderForTests());

/** Runs a command of Node's with what is installed here for it, and n8n-workflow of the project's. */
function run(args: string[], cwd = folder) {
	const env = { ...freshEnvironment(), NODE_PATH: join(repositoryRoot, 'node_modules') };
	return spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: Infinity });
}

beforeAll(() => {
	// What is there already takes no time.
	cpSync(locked, tool, { recursive: true });
	const pnpm = join(repositoryRoot, 'node_modules/pnpm/bin/pnpm.cjs');
	const store = `--store-dir=${join(cacheFolder(), 'pnpm-store')}`;
	// In a cache that came from another folder, pnpm would ask before it puts anew what is there.
	const settings = ['--ignore-scripts', '--config.confirmModulesPurge=false', store];
	const install = [pnpm, 'install', '--frozen-lockfile', ...settings];
	const { status, stdout } = run(install, tool);
	if (status !== 0) throw new Error(stdout);
	for (const path of ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json']) {
		cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
	}
	symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
});

/** What n8n's default configuration of ESLint finds, as `file:line: rule`. */
function findLintProblems(): string[] {
	const eslint = join(tool, 'node_modules/eslint/bin/eslint.js');
	const config = ['--config', join(tool, 'eslint.config.mjs'), '--format', 'json'];
	const { stdout, stderr } = run([eslint, ...config, 'nodes', 'credentials', 'package.json']);
	if (!stdout) throw new Error(stderr);
	const files: Array<{ filePath: string; messages: Array<{ line: number; ruleId: string }> }> =
		JSON.parse(stdout);
	return files.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId }) => `${filePath.slice(folder.length + 1)}:${line}: ${ruleId}`),
	);
}

/** What `n8n-node cloud-support` says of the folder. */
function cloudSupport(): string {
	const program = join(tool, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	// Where CI is set, it writes in colors.
	return stripVTControlCharacters(run([program, 'cloud-support']).stdout);
}

test("n8n's default configuration of ESLint finds what is planted, and nothing in what is shipped", () => {
	writeFileSync(
		join(folder, 'nodes/planted.ts'),
		"import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);\nexport const joined = /[👍🏽]/u;\n",
	);
	expect(findLintProblems().sort()).toEqual([
		'nodes/planted.ts:1: @n8n/community-nodes/no-restricted-imports',
		'nodes/planted.ts:2: no-console',
		'nodes/planted.ts:3: no-misleading-character-class',
	]);
});

// It asks for two things only, and looks at no code: CONTRIBUTING.md says why we have neither.
test('n8n-node cloud-support asks for strict mode and for the default configuration in the folder', () => {
	expect(manifest.n8n).not.toHaveProperty('strict');
	expect(cloudSupport()).toMatch(/Strict mode: disabled[^]*custom config[^]*NOT eligible/);

	const strict = { ...manifest, n8n: { ...manifest.n8n, strict: true } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(strict));
	cpSync(join(locked, 'eslint.config.mjs'), join(folder, 'eslint.config.mjs'));
	expect(cloudSupport()).toMatch(/Status: eligible/);
});
