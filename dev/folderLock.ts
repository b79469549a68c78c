import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock as takeLock } from 'proper-lockfile';

/** After how long the lock of a process that died counts for nothing, in ms; a live one renews it in half that time. */
const staleMs = 5_000;

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
 * Takes a lock, or gives the id of the process that holds it, which stands in the file. The lock of a process
 * that is gone is waited for until it counts for nothing, so there is nothing to clear away by hand.
 */
export async function tryLock(
	file: string,
): Promise<{ holder: number } | { release(): Promise<void> }> {
	await mkdir(dirname(file), { recursive: true });
	for (;;) {
		try {
			const release = await takeLock(file, {
				realpath: false,
				stale: staleMs,
				// After a machine has slept: everybody else has slept too.
				onCompromised: () => undefined,
			});
			await writeFile(file, String(process.pid));
			return { release };
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
		}
		const holder = Number(await readFile(file, 'utf8').catch(() => ''));
		if (holder && isAlive(holder)) return { holder };
		await sleep(100);
	}
}

/** Takes a lock, waiting for another process to let it go; `onWait` is told once whom it waits for. */
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
