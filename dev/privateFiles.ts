import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes a folder that only its owner can look into, also of one that is there already. */
export async function privateFolder(path: string): Promise<void> {
	await mkdir(path, { recursive: true });
	await chmod(path, 0o700);
}

/** Where the password of n8n's owner is kept. */
export const passwordFile = (dataFolder: string) => join(dataFolder, 'owner-password');

/** The password of n8n's owner: what the data folder keeps, or a new one. */
export async function ownerPassword(dataFolder: string): Promise<string> {
	const file = passwordFile(dataFolder);
	const kept = await readFile(file, 'utf8').catch(() => '');
	const password = kept.trim() || newPassword();
	if (!kept.trim()) await writeFile(file, `${password}\n`, { mode: 0o600 });
	await chmod(file, 0o600);
	return password;
}

/** A random one that n8n takes: with a capital letter and a number. */
export const newPassword = () => `N8n-${randomBytes(12).toString('hex')}`;
