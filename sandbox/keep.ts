import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { latestChange } from './changes.ts';
import type { App } from './contract/typed.ts';
import { plain } from './stranger.ts';

/** How often the state is compared with what the file has, in milliseconds. */
const lookEvery = 1_000;

/** The file that a sandbox begins with, the one that it keeps its state in, and the token of its controls. */
export interface Files {
	seed?: string;
	keep?: string;
	token?: string;
}

/** Asks a control, with what is imported if there is something. */
async function ask(app: App, url: string, { token = '' }: Files, payload?: string) {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	return await app.inject({ method: payload ? 'POST' : 'GET', url, headers, payload });
}

/** @throws Error that says what is wrong with the file */
export async function readState(app: App, files: Files): Promise<void> {
	const { seed, keep } = files;
	const file = keep !== undefined && existsSync(keep) ? keep : seed;
	if (file === undefined) return;
	const payload = readFileSync(file, 'utf8') || '""';
	const { statusCode, body } = await ask(app, '/_sandbox/import', files, payload);
	if (statusCode === 200) return;
	throw new Error(`${file} holds no state of the sandbox. ${JSON.parse(body).error.message}`);
}

/** Writes the state into a file whenever it has changed, until what it gives is called. */
export async function keepState(app: App, files: Files): Promise<() => Promise<void>> {
	const { keep } = files;
	if (keep === undefined) return async () => undefined;
	let kept = -1;
	let said = '';
	async function look(file: string) {
		const change = latestChange();
		if (change === kept) return;
		const { statusCode, body } = await ask(app, '/_sandbox/export', files);
		if (statusCode !== 200) throw new Error(body);
		rmSync(`${file}.new`, { force: true });
		writeFileSync(`${file}.new`, body, { mode: 0o600, flag: 'wx' });
		renameSync(`${file}.new`, file);
		kept = change;
	}
	const lookAgain = async () =>
		await look(keep).catch(({ message }: Error) => {
			if (message !== said) console.error(plain(`The state cannot be kept in ${keep}: ${message}`));
			said = message;
		});
	await look(keep);
	const timer = setInterval(() => void lookAgain(), lookEvery);
	return async () => {
		clearInterval(timer);
		await lookAgain();
	};
}
