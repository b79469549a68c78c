import { execFileSync } from 'node:child_process';
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
	try {
		execFileSync(
			process.execPath,
			[join(cruiser, bin.depcruise), '--config', '.dependency-cruiser.cjs', 'nodes', 'credentials'],
			{
				cwd: house,
				encoding: 'utf8',
				stdio: 'pipe',
			},
		);
		return [];
	} catch (error) {
		const { stdout } = error as { stdout: string };
		const names = [...stdout.matchAll(/error ([\w-]+):/g)].map(([, name]) => name);
		// It did not even look.
		if (names.length === 0) throw error;
		return [...new Set(names)].sort();
	}
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

const shipped = globSync('{nodes,credentials}/**/*.ts', { cwd: repositoryRoot });

it('has no folder in which one has to search', () => {
	const folders = [...new Set(shipped.map((file) => dirname(file)))];
	expect(folders.length).toBeGreaterThan(10);
	const filesIn = (folder: string) => shipped.filter((file) => dirname(file) === folder);
	expect(folders.filter((folder) => filesIn(folder).length > 15)).toEqual([]);
});

it('has no file that is too long to read at once', () => {
	const ofNodes = shipped.filter((file) => file.startsWith('nodes'));
	const long = ofNodes.filter((file) => {
		const text = readFileSync(join(repositoryRoot, file), 'utf8');
		return text.split('\n').length > 201;
	});
	expect(long).toEqual([]);
});

it('has no small file for a single importer: it belongs there, unless it is an operation', () => {
	const importers = new Map(shipped.map((file) => [file, 0]));
	for (const file of shipped) {
		const text = readFileSync(join(repositoryRoot, file), 'utf8');
		for (const path of new Set([...text.matchAll(/ from '(\.[^']+)'/g)].map(([, one]) => one))) {
			const imported = `${join(dirname(file), path)}.ts`;
			if (importers.has(imported)) importers.set(imported, importers.get(imported)! + 1);
		}
	}
	const small = shipped.filter((file) => {
		const text = readFileSync(join(repositoryRoot, file), 'utf8');
		const isSmall = text.split('\n').length <= 40 && importers.get(file) === 1;
		return isSmall && !text.includes('export const operation');
	});
	expect(importers.get('nodes/MessagingService/values/given.ts')).toBeGreaterThan(10);
	expect(small).toEqual([]);
});

it("reads the texts of answers in answers/ alone: JSON that a user writes is a parameter's", () => {
	const readers = shipped.filter((file) =>
		/\bparse(?:Exact)?Json\(/.test(readFileSync(join(repositoryRoot, file), 'utf8')),
	);
	const places = readers.map((file) => file.replace('nodes/MessagingService/', ''));
	const others = places.filter((file) => !file.startsWith('answers/'));
	expect(places.length).toBeGreaterThan(others.length);
	expect(others.sort()).toEqual([
		'parameters/body.ts',
		'service/credentialTest.ts',
		'values/given.ts',
	]);
});
