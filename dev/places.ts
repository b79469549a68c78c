import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const repositoryRoot = dirname(import.meta.dirname);

/** Where everything is kept that is made once for a user: the installed n8n, its data, its log. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	// The XDG rule: a relative path in the variable is to be ignored.
	const base = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(homedir(), '.cache');
	return join(base, 'n8n-nodes-messaging-service-sms');
}

const temporaryFolders: string[] = [];

function removeTemporaryFolders(): void {
	for (const folder of temporaryFolders) {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** A folder of this run only: it is gone when the process ends, however that comes about. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `messaging-service-${name}-`));
	if (temporaryFolders.length === 0) process.once('exit', removeTemporaryFolders);
	temporaryFolders.push(folder);
	return folder;
}
