import { writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive } from './temporaryFolders.ts';

/** The locks that this process holds: a database that nothing refers to is closed, and its lock with it. */
const held = new Set<DatabaseSync>();

/** SQLite's code for a database that another connection has locked. */
const busy = 5;

/**
 * Takes a lock, waiting for another process to let it go, whose id stands in the file; gives what lets it go again.
 * `onHeld` is told once whom it waits for, and throws if nobody is to wait. The lock itself is the operating system's,
 * on an empty database beside the file: it ends with its process, however that ends.
 */
export async function lock(file: string, onHeld: (holder: number) => void): Promise<() => void> {
	await mkdir(dirname(file), { recursive: true });
	let told = false;
	for (;;) {
		const database = locked(`${file}.sqlite`);
		if (database) {
			held.add(database);
			writeFileSync(file, String(process.pid));
			return () => {
				held.delete(database);
				database.close();
			};
		}
		const holder = Number(await readFile(file, 'utf8').catch(() => ''));
		if (holder && isAlive(holder) && !told) {
			told = true;
			onHeld(holder);
		}
		await sleep(100);
	}
}

/** The database, locked for this process alone; nothing while another has it. */
function locked(file: string): DatabaseSync | undefined {
	const database = new DatabaseSync(file);
	try {
		database.exec('BEGIN EXCLUSIVE');
		return database;
	} catch (error) {
		database.close();
		if ((error as { errcode?: number }).errcode === busy) return undefined;
		throw error;
	}
}
