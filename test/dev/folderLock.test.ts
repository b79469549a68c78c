import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { lock } from '../../dev/folderLock';
import { repositoryRoot } from '../../dev/places';
import { folderForTests } from '../support/folder';

const run = promisify(execFile);

const tool = JSON.stringify(join(repositoryRoot, 'dev/folderLock.ts'));

const folder = folderForTests();
let count = 0;
let file: string;
beforeEach(() => (file = join(folder, `${++count}.lock`)));

/** Leaves the lock of a process that was ended in the middle. */
async function leaveLock(): Promise<void> {
	const program = `
		const { lock } = require(${tool});
		lock(${JSON.stringify(file)}, () => {}).then(() => process.kill(process.pid, 'SIGKILL'));`;
	await expect(run(process.execPath, ['--eval', program])).rejects.toMatchObject({
		signal: 'SIGKILL',
	});
	expect(Number(await readFile(file, 'utf8'))).toBeGreaterThan(0);
}

/** For who does not want to wait. */
const refuse = (holder: number): never => {
	throw new Error(`held by ${holder}`);
};

test('a lock that is held names its holder, and can be taken again when it was let go', async () => {
	const release = await lock(file, refuse);
	await expect(lock(file, refuse)).rejects.toThrow(`held by ${process.pid}`);
	release();
	await expect(lock(file, refuse)).resolves.toBeInstanceOf(Function);
});

test('a lock of a process that is gone counts for nothing', async () => {
	await leaveLock();
	await expect(lock(file, refuse)).resolves.toBeInstanceOf(Function);
});

test('a lock that nobody lets go is held until its process ends', async () => {
	const program = `
		const { lock } = require(${tool});
		(async () => {
			await lock(${JSON.stringify(file)}, () => {});
			await new Promise(setImmediate);
			gc();
			await lock(${JSON.stringify(file)}, (holder) => { throw new Error('held by ' + holder); });
		})();`;
	const child = run(process.execPath, ['--expose-gc', '--eval', program]);
	await expect(child).rejects.toThrow(`held by ${child.child.pid}`);
	await expect(lock(file, refuse)).resolves.toBeInstanceOf(Function);
});

test('of several processes that find the lock of one that is gone, one has it at a time', async () => {
	const log = join(folder, 'log');
	const program = `
		const { lock } = require(${tool});
		const { appendFileSync } = require('node:fs');
		(async () => {
			for (let round = 0; round < 5; round++) {
				const release = await lock(${JSON.stringify(file)}, () => {});
				appendFileSync(${JSON.stringify(log)}, 'in\\n');
				await new Promise((done) => setTimeout(done, 20));
				appendFileSync(${JSON.stringify(log)}, 'out\\n');
				release();
			}
		})();`;
	await leaveLock();
	await Promise.all(
		Array.from({ length: 4 }, async () => await run(process.execPath, ['--eval', program])),
	);
	const lines = (await readFile(log, 'utf8')).trim().split('\n');
	expect(lines).toEqual(Array.from({ length: 40 }, (_, n) => (n % 2 ? 'out' : 'in')));
});

test('waiting for a lock tells once whom it waits for, and ends when it is let go', async () => {
	const release = await lock(file, refuse);
	const told: number[] = [];
	const second = lock(file, (holder) => told.push(holder));
	setTimeout(release, 700);
	await expect(second).resolves.toBeInstanceOf(Function);
	expect(told).toEqual([process.pid]);
});
