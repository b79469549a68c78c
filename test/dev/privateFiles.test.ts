import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { newPassword, ownerPassword, passwordFile, privateFolder } from '../../dev/privateFiles.ts';
import { startProcess } from '../../dev/processes/processes.ts';
import { folderForTests } from '../support/folder.ts';

const folder = folderForTests();
const umask = process.umask();
afterEach(() => void process.umask(umask));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe.each([0o000, 0o022, 0o077])('With the umask %o', (mask) => {
	const of = (name: string) => join(folder, `${mask}-${name}`);
	beforeEach(() => void process.umask(mask));

	it('a folder is for its owner alone, whether it is new or was open to all', async () => {
		await privateFolder(join(of('new'), 'inside'));
		expect(modeOf(join(of('new'), 'inside'))).toBe('700');
		chmodSync(of('new'), 0o777);
		await privateFolder(of('new'));
		expect(modeOf(of('new'))).toBe('700');
	});

	it('the password stays, and only its owner can read it', async () => {
		await privateFolder(of('data'));
		const password = await ownerPassword(of('data'));
		const file = passwordFile(of('data'));
		expect(modeOf(file)).toBe('600');
		chmodSync(file, 0o644);
		expect(await ownerPassword(of('data'))).toBe(password);
		expect(modeOf(file)).toBe('600');
		writeFileSync(file, 'Changed-in-n8n-1\n');
		expect(await ownerPassword(of('data'))).toBe('Changed-in-n8n-1');
	});

	it('a log is for its owner alone, whether it is new or was open to all', async () => {
		const logFile = of('log');
		for (let start = 0; start < 2; start += 1) {
			const options = { command: process.execPath, args: ['-e', ''], cwd: folder, logFile };
			await startProcess({ ...options, env: process.env }).exited;
			expect(modeOf(logFile)).toBe('600');
			chmodSync(logFile, 0o666);
		}
	});
});

it('each password is another one, long, and of the kind that n8n takes', () => {
	const all = Array.from({ length: 100 }, newPassword);
	expect(new Set(all).size).toBe(100);
	for (const password of all) expect(password).toMatch(/^(?=.*[A-Z])(?=.*\d).{28}$/);
});
