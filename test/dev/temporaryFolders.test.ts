import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { folderForTests } from '../support/folder';

const around = folderForTests();
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(around, 'tmp-'))));

/** Runs a script whose system's temporary folder is the test's. */
const run = (...args: string[]) =>
	spawnSync(process.execPath, args, {
		env: { ...process.env, TMPDIR: folder, TEST_RUN_FOLDER: '' },
		encoding: 'utf8',
	});

/** Runs a process that makes thirty temporary folders, prints what they are, and ends in some way. */
function makeFolders(ending: string) {
	const program = `
		import { existsSync } from 'node:fs';
		import { temporaryFolder } from ${JSON.stringify(join(repositoryRoot, 'dev/temporaryFolders.ts'))};
		const folders = Array.from({ length: 30 }, () => temporaryFolder('test'));
		console.log(JSON.stringify(folders.filter(existsSync)));
		setImmediate(() => { ${ending} });`;
	const { stdout, stderr } = run('--input-type=module', '--eval', program);
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

const runFolder = join(__dirname, '../jest/runFolder.cjs');

/** What is in the temporary folder, as a process of a process sees it. */
const listing = `const { execFileSync } = require('node:child_process');
	const { mkdtempSync, readdirSync } = require('node:fs');
	const { dirname, join } = require('node:path');
	mkdtempSync(join(require('node:os').tmpdir(), 'n8n-test-'));
	const child = ['--require', ${JSON.stringify(runFolder)}, '--print', 'os.tmpdir()'];
	const theirs = execFileSync(process.execPath, child, { encoding: 'utf8' }).trim();
	console.log(JSON.stringify([theirs === os.tmpdir(), readdirSync(dirname(theirs)).length]));`;
const runTests = (script: string) => run('--require', runFolder, '--eval', script);

test('a run of tests has one temporary folder, also for what it starts, and leaves nothing', () => {
	expect(JSON.parse(runTests(listing).stdout)).toEqual([true, 1]);
	expect(readdirSync(folder)).toEqual([]);
});

test('what a killed process has left is removed by the next one, whatever that is, and nothing else', () => {
	runTests("process.kill(process.pid, 'SIGKILL')");
	const [left] = readdirSync(folder);
	expect(left).toMatch(/^sms-tests-\d+-/);
	const ofThatProcess = left.replace('tests', 'ci');
	const others = [`sms-tests-${process.pid}-lives`, left.replace('sms-', '')];
	for (const name of [ofThatProcess, ...others]) mkdirSync(join(folder, name));
	writeFileSync(join(folder, 'a-file'), '');
	makeFolders('');
	expect(readdirSync(folder).sort()).toEqual(['a-file', ...others]);
});
