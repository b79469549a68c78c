import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../../failure.ts';

/** Before anything is asked: what was sent and paid for has to leave a report. */
export function prepareFolder(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true });
		// A new folder with a name that nobody can guess: a file could be a link by then.
		rmdirSync(mkdtempSync(join(folder, 'doctor-')));
	} catch (error) {
		const why = `The files can't be written: ${(error as Error).message}`;
		throw new Failure(why, 'Choose a folder of your own: --out FOLDER.');
	}
}

/**
 * Writes the files of a run. Those of an earlier one get a number.
 *
 * @param cleaned what each text goes through
 * @param isWorthKeeping whether they say more than that nothing could be asked: if not, earlier ones stay
 * @returns what to say about it
 */
export function writeFiles(
	folder: string,
	files: Record<string, string>,
	cleaned: (text: string) => string,
	isWorthKeeping: boolean,
): { says: string; isWritten: boolean } {
	const names = ['doctor-report.md', 'recording.json'];
	const earlier = names.filter((name) => isThere(join(folder, name)));
	if (earlier.length && !isWorthKeeping) {
		return unwritten('It wrote nothing: the files of an earlier run stay as they are.');
	}
	try {
		const moved = moveAside(folder, names, earlier);
		for (const [name, text] of Object.entries(files)) {
			const whole = `${cleaned(text).trimEnd()}\n`;
			writeFileSync(join(folder, name), whole, { flag: 'wx', mode: 0o600 });
		}
		const kept = moved.length ? ` The files of an earlier run are now ${moved.join(' and ')}.` : '';
		const written = Object.keys(files).join(' and ');
		const says = `It wrote ${written}, with made-up numbers, texts, names, and IDs. Look through what it wrote before you send it to anybody.${kept}`;
		return { says, isWritten: true };
	} catch (error) {
		const why = (error as Error).message;
		return unwritten(`The files can't be written: ${why}\nWhat was found stands above.`);
	}
}

const unwritten = (says: string) => ({ says, isWritten: false });

/** Whether there is a file, or a link, wherever it leads. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Gives files the first number that none of their names has. */
function moveAside(folder: string, names: string[], earlier: string[]): string[] {
	const numbered = (name: string, number: number) => name.replace('.', `-${number}.`);
	let number = 1;
	while (names.some((name) => isThere(join(folder, numbered(name, number))))) number++;
	return earlier.map((name) => {
		renameSync(join(folder, name), join(folder, numbered(name, number)));
		return numbered(name, number);
	});
}
