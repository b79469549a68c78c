import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { lock, tryLock } from '../../dev/folderLock';

let folder: string;
let file: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lock-'));
	file = join(folder, 'a.lock');
});
afterEach(async () => {
	await rm(folder, { recursive: true });
});

test('a lock that is held names its holder', async () => {
	await tryLock(file);
	expect(await tryLock(file)).toEqual({ holder: process.pid });
});

test('a lock that was let go can be taken again', async () => {
	const first = await tryLock(file);
	if ('release' in first) await first.release();
	expect(await tryLock(file)).toHaveProperty('release');
});

test('a lock of a process that is gone counts for nothing', async () => {
	// Linux hands out no process ids above 2^22.
	await writeFile(file, String(2 ** 22 + 1));
	expect(await tryLock(file)).toHaveProperty('release');
});

test('waiting for a lock tells once whom it waits for, and ends when it is let go', async () => {
	const first = await tryLock(file);
	const told: number[] = [];
	const second = lock(file, (holder) => told.push(holder));
	setTimeout(() => 'release' in first && void first.release(), 700);
	expect(await second).toHaveProperty('release');
	expect(told).toEqual([process.pid]);
});
