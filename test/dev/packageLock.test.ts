import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';

type Locked = {
	version?: string;
	resolved?: string;
	integrity?: string;
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
