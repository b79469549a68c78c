import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock as takeLock } from 'proper-lockfile';
import { isAlive } from './temporaryFolders.ts';

/** After how long the lock of a process that died counts for nothing, in ms; a live one renews it in half that time. */
const staleMs = 5_000;

/**
 * Takes a lock, waiting for another process to let it go, whose id stands in the file; gives what lets it go again.
 * `onHeld` is told once whom it waits for, and throws if nobody is to wait. The lock of a process that is gone is
 * waited for until it counts for nothing, so there is nothing to clear away by hand.
 */
export async function lock(
	file: string,
	onHeld: (holder: number) => void,
): Promise<() => Promise<void>> {
	await mkdir(dirname(file), { recursive: true });
	let told = false;
	for (;;) {
		try {
			// After a machine has slept, a lock may seem to be lost: everybody else has slept too.
			const options = { realpath: false, stale: staleMs, onCompromised: () => undefined };
			const release = await takeLock(file, options);
			await writeFile(file, String(process.pid));
			return release;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
		}
		const holder = Number(await readFile(file, 'utf8').catch(() => ''));
		if (holder && isAlive(holder) && !told) {
			told = true;
			onHeld(holder);
		}
		await sleep(100);
	}
}
