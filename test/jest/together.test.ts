import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import fc from 'fast-check';

import { repositoryRoot } from '../../dev/places';
import filter from './together.cjs';

const files = globSync('test/**/*.test.ts', { cwd: repositoryRoot }).map((file) =>
	join(repositoryRoot, file),
);
const isTogether = (file: string) => basename(file) === 'together.test.ts';
const ownFiles = files.filter((file) => !isTogether(file));

/** The test files that run, those that run together too. */
const filesRun = (paths: string[]) =>
	filter(paths).filtered.flatMap((path) =>
		isTogether(path) ? filter.filesBeside(dirname(path)) : [path],
	);

it('Each test file runs once, whichever are wanted', () => {
	expect(filesRun(files).toSorted()).toEqual(ownFiles.toSorted());
	fc.assert(
		fc.property(fc.subarray(ownFiles), fc.boolean(), (wanted, isByPath) => {
			const paths = isByPath ? wanted : [...wanted, ...files.filter(isTogether)];
			expect(filesRun(paths).toSorted()).toEqual(wanted.toSorted());
		}),
	);
});

it('All files of a folder share one load of n8n, and a named one runs by itself', () => {
	const folder = join(repositoryRoot, 'test/nodes/run');
	const together = join(folder, 'together.test.ts');
	const inFolder = files.filter((file) => dirname(file) === folder);
	const one = join(folder, 'execute.test.ts');
	expect(filter(inFolder).filtered).toContain(together);
	expect(filter(inFolder).filtered).not.toContain(one);
	expect(filter([one]).filtered).toEqual([one]);
});
