import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../../../dev/places';
import { findScanProblems } from '../../../dev/release/scan';
import { folderForTests } from '../../support/folder';

// ESLint starts anew for each scan, which takes a slow machine a while.

const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));

const around = folderForTests();
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(around, 'scan-'))));

function plant(path: string, text: string): void {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), text);
}

test("n8n's scanner finds nothing in our sources, not even a warning", () => {
	expect(findScanProblems(repositoryRoot, 'source')).toEqual([]);
});

test('it finds what is planted there: errors, warnings, and what a comment would hide', () => {
	for (const path of ['nodes', 'credentials', 'icons']) {
		cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
	}
	const { files, ...withoutFiles } = manifest;
	expect(files).toEqual(['dist']);
	plant('package.json', JSON.stringify({ ...withoutFiles, dependencies: { undici: '8.12.4' } }));
	plant('nodes/console.ts', "/* eslint-disable */\nconsole.log('planted');\n");
	plant('nodes/environment.ts', 'export const home = process.env.HOME;\n');
	plant('nodes/timer.ts', 'setTimeout(() => undefined, 1);\n');
	plant('nodes/file.ts', "import { readFileSync } from 'node:fs';\nexport { readFileSync };\n");

	const problems = findScanProblems(folder, 'source').join('\n');
	expect(problems).toMatch(/^package.json:1: .*no-runtime-dependencies/m);
	expect(problems).toMatch(/^package.json:1: .*require-files-array/m);
	expect(problems).toMatch(/^nodes\/console.ts:2: .*no-console/m);
	expect(problems).toMatch(/^nodes\/environment.ts:1: .*no-restricted-globals/m);
	expect(problems).toMatch(/^nodes\/timer.ts:1: .*no-restricted-globals/m);
	expect(problems).toMatch(/^nodes\/file.ts:1: .*no-restricted-imports/m);
});

test('it finds what a build puts into the published files', () => {
	plant('package.json', JSON.stringify(manifest));
	plant('dist/nodes/node.js', "// eslint-disable-next-line\nconsole.log(process.env['HOME']);\n");
	const problems = findScanProblems(folder, 'published').join('\n');
	expect(problems).toMatch(/^dist\/nodes\/node.js:2: .*no-console/m);
	expect(problems).toMatch(/^dist\/nodes\/node.js:2: .*no-restricted-globals/m);
});

test('a folder with nothing to scan is no package without problems', () => {
	expect(() => findScanProblems(folder, 'source')).toThrow(/No files matching/);
});
