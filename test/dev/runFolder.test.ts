import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { folderForTests } from '../support/folder';

const around = folderForTests();
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(around, 'tmp-'))));

const program = join(__dirname, '../jest/runFolder.cjs');

/** Runs a script in a run of tests, whose temporary folder is the test's. */
const run = (script: string) =>
	spawnSync(process.execPath, ['--require', program, '--eval', script], {
		env: { ...process.env, TMPDIR: folder, TEST_RUN_FOLDER: '' },
		encoding: 'utf8',
	});

/** What is in the temporary folder, as a process of a process sees it. */
const listing = `const { execFileSync } = require('node:child_process');
	const { mkdtempSync, readdirSync } = require('node:fs');
	const { dirname, join } = require('node:path');
	mkdtempSync(join(require('node:os').tmpdir(), 'n8n-test-'));
	const child = ['--require', ${JSON.stringify(program)}, '--print', 'os.tmpdir()'];
	const theirs = execFileSync(process.execPath, child, { encoding: 'utf8' }).trim();
	console.log(JSON.stringify([theirs === os.tmpdir(), readdirSync(dirname(theirs)).length]));`;

test('a run of tests has one temporary folder, also for what it starts, and leaves nothing', () => {
	expect(JSON.parse(run(listing).stdout)).toEqual([true, 1]);
	expect(readdirSync(folder)).toEqual([]);
});

test('what a killed run has left is removed by the next one, and nothing else', () => {
	run("process.kill(process.pid, 'SIGKILL')");
	expect(readdirSync(folder)).toEqual([expect.stringMatching(/^sms-tests-\d+-/)]);
	const others = [`sms-tests-${process.pid}-lives`, 'tests-1-'];
	for (const name of others) mkdirSync(join(folder, name));
	writeFileSync(join(folder, 'a-file'), '');
	expect(JSON.parse(run(listing).stdout)).toEqual([true, 4]);
	expect(readdirSync(folder).sort()).toEqual(['a-file', ...others]);
});
