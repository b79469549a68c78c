import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { App } from './contract/typed.ts';

/** How often the state is compared with what the file has, in milliseconds. */
const lookEvery = 1_000;

/** The file that a sandbox begins with, the one that it keeps its state in, and the token of its controls. */
export interface Files {
	seed?: string;
	keep?: string;
	token?: string;
}

function asControl(app: App, token = '') {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	return async (method: 'GET' | 'POST', control: string, payload?: string) =>
		await app.inject({ method, url: `/_sandbox/${control}`, headers, payload });
}

/** @throws Error that says what is wrong with the file */
export async function readState(app: App, { seed, keep, token }: Files): Promise<void> {
	const file = keep !== undefined && existsSync(keep) ? keep : seed;
	if (file === undefined) return;
	const answer = await asControl(app, token)('POST', 'import', readFileSync(file, 'utf8') || '""');
	if (answer.statusCode === 200) return;
	throw new Error(`${file} holds no state of the sandbox. ${answer.json().error.message}`);
}

/** Writes the state into a file whenever it has changed, until what it gives is called. */
export async function keepState(app: App, { keep, token }: Files) {
	if (keep === undefined) return async () => undefined;
	const ask = asControl(app, token);
	const beside = `${keep}.new`;
	let kept = '';
	async function look(file: string) {
		const { statusCode, body } = await ask('GET', 'export');
		if (statusCode !== 200) throw new Error(body);
		if (body === kept) return;
		rmSync(beside, { force: true });
		writeFileSync(beside, body, { mode: 0o600, flag: 'wx' });
		renameSync(beside, file);
		kept = body;
	}
	let said = '';
	const lookAgain = async () =>
		await look(keep).catch(({ message }: Error) => {
			if (message !== said) console.error(`The state cannot be kept in ${keep}: ${message}`);
			said = message;
		});
	await look(keep);
	const timer = setInterval(() => void lookAgain(), lookEvery);
	return async () => {
		clearInterval(timer);
		await lookAgain();
	};
}
