import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { freshEnvironment } from '../../dev/processes/environment';
import { repositoryRoot } from '../../dev/places';
import manifest from '../../package.json';

type Locked = {
	version?: string;
	resolved?: string;
	integrity?: string;
	hasInstallScript?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
};

const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'));
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path);

/** Whether Node, from the folder of a package, finds another one in the lock file. */
function finds(path: string, name: string): boolean {
	const folders = path.split('/node_modules/');
	const above = folders.map((_, index) => folders.slice(0, index + 1).join('/node_modules/'));
	return [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some(
		(candidate) => candidate in lock.packages,
	);
}

// npm ci, which CI uses, refuses a lock file in which the packages of another platform are missing.
test('what a package depends on is in the lock file, for every platform', () => {
	const missing = packages.flatMap(([path, { dependencies, optionalDependencies }]) =>
		Object.keys({ ...dependencies, ...optionalDependencies })
			.filter((name) => !finds(path, name))
			.map((name) => `${path} needs ${name}`),
	);
	expect(missing).toEqual([]);
	expect(packages.length).toBeGreaterThan(500);
});

test('it pins what is installed, from whichever registry', () => {
	const unpinned = packages.filter(([, { version, integrity }]) => !version || !integrity);
	expect(unpinned).toEqual([]);
	expect(packages.filter(([, { resolved }]) => resolved)).toEqual([]);
});

// When it installs, npm only warns of most of this, and .npmrc keeps its warnings back.
test('what packages want of each other, peers too, is what they get', () => {
	const { stdout } = spawnSync('npm', ['ls', '--all', '--json', '--package-lock-only'], {
		cwd: repositoryRoot,
		env: freshEnvironment(),
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
	});
	const { dependencies, problems = [] } = JSON.parse(stdout);
	expect(problems).toEqual([]);
	expect(Object.keys(dependencies)).toEqual(
		expect.arrayContaining(Object.keys(manifest.devDependencies)),
	);
});

test('package.json says of each install script whether it may run', () => {
	const withScript = packages
		.filter(([, { hasInstallScript }]) => hasInstallScript)
		.map(([path]) => path.split('node_modules/').at(-1));
	expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(withScript)].sort());
});

// CONTRIBUTING.md says why. If this fails after an update of the scanner, update them as well.
test.each(['eslint', 'eslint-plugin-n8n-nodes-base', '@typescript-eslint/parser'])(
	"lint has the %s that n8n's scanner has",
	(name) => {
		const scanner = 'node_modules/@n8n/scan-community-package';
		expect(lock.packages[scanner].dependencies).toHaveProperty([name]);
		const copies = [`node_modules/${name}`, `${scanner}/node_modules/${name}`];
		expect(copies.filter((path) => path in lock.packages)).toEqual([copies[0]]);
	},
);
