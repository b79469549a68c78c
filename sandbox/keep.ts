import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { latestChange } from './changes.ts';
import type { App } from './contract/typed.ts';
import { restoreText, savedAccounts } from './savedState.ts';
import { withoutControls } from './stranger.ts';

/** How often it looks whether the state has changed, in milliseconds. */
const lookEvery = 1_000;

/** The file that a sandbox begins with, and the one that it keeps its state in. */
export interface Files {
	seed?: string;
	keep?: string;
}

/** @throws Error that says what is wrong with the file */
export function readState({ accounts }: App, { seed, keep }: Files): void {
	const file = keep !== undefined && existsSync(keep) ? keep : seed;
	if (file === undefined) return;
	const text = readFileSync(file, 'utf8');
	try {
		restoreText(accounts, text);
	} catch (error) {
		throw new Error(`${file} holds no state of the sandbox. ${(error as Error).message}`);
	}
}

/** Writes the state into a file whenever it has changed, until what it gives is called. */
export async function keepState({ accounts }: App, { keep }: Files): Promise<() => Promise<void>> {
	if (keep === undefined) return async () => undefined;
	let seen = -1;
	let kept = '';
	let said = '';
	function look(file: string) {
		const change = latestChange();
		if (change === seen) return;
		const text = JSON.stringify(savedAccounts(accounts));
		// Requests that only read are changes of the log alone.
		if (text !== kept) {
			rmSync(`${file}.new`, { force: true });
			writeFileSync(`${file}.new`, text, { mode: 0o600, flag: 'wx' });
			renameSync(`${file}.new`, file);
		}
		kept = text;
		seen = change;
	}
	const lookAgain = (file: string) => {
		try {
			look(file);
		} catch (error) {
			const words = withoutControls(
				`The state cannot be kept in ${file}: ${(error as Error).message}`,
			);
			if (words !== said) console.error(words);
			said = words;
		}
	};
	look(keep);
	const timer = setInterval(lookAgain, lookEvery, keep);
	return async () => {
		clearInterval(timer);
		lookAgain(keep);
	};
}
