import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';

const places = join(repositoryRoot, 'dev/places.ts');

/** Runs a process that makes thirty temporary folders, prints what they are, and ends in some way. */
function makeFolders(ending: string) {
	const program = `
		import { existsSync } from 'node:fs';
		import { temporaryFolder } from ${JSON.stringify(places)};
		const folders = Array.from({ length: 30 }, () => temporaryFolder('test'));
		console.log(JSON.stringify(folders.filter(existsSync)));
		setImmediate(() => { ${ending} });`;
	const { stdout, stderr } = spawnSync(
		process.execPath,
		['--input-type=module', '--eval', program],
		{ encoding: 'utf8' },
	);
	return { folders: new Set(JSON.parse(stdout) as string[]), stderr };
}

test.each([
	['ends', ''],
	['leaves', 'process.exit(3)'],
	['throws', 'throw new Error()'],
])('temporary folders are gone when their process %s', (_, ending) => {
	const { folders, stderr } = makeFolders(ending);
	expect(folders.size).toBe(30);
	expect([...folders].filter(existsSync)).toEqual([]);
	// Node warns when more than ten listen for the end.
	expect(stderr).not.toContain('MaxListenersExceededWarning');
});
