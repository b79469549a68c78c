/**
 * Folders of a run only, in the system's temporary folder: each carries the number of its process, and is gone when
 * that ends. What a process has left that somebody killed, the next one removes, whatever it runs.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As .ci/run names its folders too. */
const ours = /^sms-[a-z\d]+-(\d+)-/;

const made: string[] = [];

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** Whether a process still runs. */
export function isAlive(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	} catch (error) {
		// EPERM: it lives, but belongs to somebody else.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function removeLeftovers(around: string): void {
	for (const name of readdirSync(around)) {
		const [, owner] = ours.exec(name) ?? [];
		if (!owner || isAlive(Number(owner))) continue;
		try {
			remove(join(around, name));
		} catch {
			// It is somebody else's: they remove it themselves.
		}
	}
}

/** Makes a folder of this run only. @param name what it is for, in small letters and digits */
export function temporaryFolder(name: string): string {
	const around = tmpdir();
	if (made.length === 0) {
		removeLeftovers(around);
		process.once('exit', () => made.forEach(remove));
	}
	const folder = mkdtempSync(join(around, `sms-${name}-${process.pid}-`));
	made.push(folder);
	return folder;
}
