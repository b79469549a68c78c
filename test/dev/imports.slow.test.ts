import { spawnSync } from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	globSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { folderForTests } from '../support/folder';

const house = folderForTests();

const main = 'nodes/MessagingService';

/** What `npm run lint` says of the imports in a copy of the sources with something added to some files. */
function said(added: Record<string, string>): string[] {
	for (const folder of ['nodes', 'credentials']) {
		rmSync(join(house, folder), { recursive: true, force: true });
		cpSync(join(repositoryRoot, folder), join(house, folder), { recursive: true });
	}
	for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
		cpSync(join(repositoryRoot, file), join(house, file));
	}
	rmSync(join(house, 'node_modules'), { force: true });
	symlinkSync(join(repositoryRoot, 'node_modules'), join(house, 'node_modules'));
	for (const [file, text] of Object.entries(added)) {
		mkdirSync(dirname(join(house, main, file)), { recursive: true });
		appendFileSync(join(house, main, file), text);
	}
	const cruiser = join(repositoryRoot, 'node_modules/dependency-cruiser');
	const { bin } = JSON.parse(readFileSync(join(cruiser, 'package.json'), 'utf8'));
	const args = ['--config', '.dependency-cruiser.cjs', 'nodes', 'credentials'];
	const { stdout, stderr, status } = spawnSync(
		process.execPath,
		[join(cruiser, bin.depcruise), ...args],
		{ cwd: house, encoding: 'utf8' },
	);
	const names = [...stdout.matchAll(/error ([\w-]+):/g)].map(([, name]) => name);
	// It did not even look.
	if (status !== 0 && names.length === 0) throw new Error(stderr);
	return [...new Set(names)].sort();
}

it('finds each import that the house does not allow, and nothing in what is shipped', () => {
	expect(
		said({
			'errors/advice.ts': "\nexport type { Outcome } from '../run/item';\n",
			'values/words.ts': "\nexport { readFields } from './body';\n",
			'run/alone.ts': 'export {};\n',
			'limits/limitFields.ts': "\nexport { contract } from '../answers/contract';\n",
			'service/deadline.ts': "\nexport { join } from 'node:path';\n",
			'delivery/summary.ts': "\nexport type { Agent } from 'undici';\n",
			'utils/mixed.ts': 'export const mixed = 1;\n',
			'run/gate.ts': "\nexport { mixed } from '../utils/mixed';\n",
			'onceKey/claims.ts': "\nexport type { Nothing } from './nothing';\n",
		}),
	).toEqual([
		'every-folder-has-its-place',
		'no-cycles',
		'not-to-unresolvable',
		'nothing-unreachable',
		'only-answers-know-the-contract',
		'only-n8n-workflow-and-crypto',
		'order-of-errors',
		'order-of-run',
	]);
});

/** The sources that are shipped, by their paths. */
const shipped = new Map(
	globSync('{nodes,credentials}/**/*.ts', { cwd: repositoryRoot }).map((file) => [
		file,
		readFileSync(join(repositoryRoot, file), 'utf8'),
	]),
);
const linesOf = (text: string) => text.split('\n').length - 1;
const filesWhose = (isSo: (text: string, file: string) => boolean) =>
	[...shipped].filter(([file, text]) => isSo(text, file)).map(([file]) => file);

it('has no folder in which one has to search', () => {
	const folders = Map.groupBy(shipped.keys(), (file) => dirname(file));
	expect(folders.size).toBeGreaterThan(10);
	expect([...folders].filter(([, files]) => files.length > 15)).toEqual([]);
});

it('has no file that is too long to read at once', () => {
	const long = filesWhose((text, file) => file.startsWith('nodes') && linesOf(text) > 200);
	expect(long).toEqual([]);
});

it('has no small file for a single importer: it belongs there, unless it is an operation', () => {
	const imported = [...shipped].flatMap(([file, text]) => {
		const paths = new Set([...text.matchAll(/ from '(\.[^']+)'/g)].map(([, path]) => path));
		return [...paths].map((path) => `${join(dirname(file), path)}.ts`);
	});
	const importers = (file: string) => imported.filter((one) => one === file).length;
	const small = filesWhose(
		(text, file) =>
			linesOf(text) < 40 && importers(file) === 1 && !text.includes('export const operation'),
	);
	expect(importers('nodes/MessagingService/values/given.ts')).toBeGreaterThan(10);
	expect(small).toEqual([]);
});

it("reads the texts of answers in answers/ alone: JSON that a user writes is a parameter's", () => {
	const readers = filesWhose((text) => /\bparse(?:Exact)?Json\(/.test(text));
	const places = readers.map((file) => file.replace('nodes/MessagingService/', ''));
	const others = places.filter((file) => !file.startsWith('answers/'));
	expect(places.length).toBeGreaterThan(others.length);
	expect(others.sort()).toEqual([
		'parameters/body.ts',
		'service/credentialTest.ts',
		'values/given.ts',
	]);
});
