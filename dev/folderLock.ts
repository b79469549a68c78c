import { rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

function isAlive(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		// EPERM: it lives, but belongs to somebody else.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/**
 * Takes a lock file, or gives the id of the process that holds it. The file of a process that is
 * gone counts for nothing, so a killed run leaves nothing to clear away by hand.
 */
export async function tryLock(
	file: string,
): Promise<{ holder: number } | { release(): Promise<void> }> {
	await mkdir(dirname(file), { recursive: true });
	for (;;) {
		try {
			await writeFile(file, String(process.pid), { flag: 'wx' });
			const removeAtExit = () => rmSync(file, { force: true });
			process.once('exit', removeAtExit);
			return {
				async release() {
					process.off('exit', removeAtExit);
					await rm(file, { force: true });
				},
			};
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
		const holder = Number(await readFile(file, 'utf8').catch(() => ''));
		if (holder && isAlive(holder)) return { holder };
		await rm(file, { force: true });
	}
}

/** Takes a lock file, waiting for another process to let it go; `onWait` is told once whom it waits for. */
export async function lock(
	file: string,
	onWait: (holder: number) => void,
): Promise<{ release(): Promise<void> }> {
	let told = false;
	for (;;) {
		const attempt = await tryLock(file);
		if ('release' in attempt) return attempt;
		if (!told) onWait(attempt.holder);
		told = true;
		await sleep(500);
	}
}
