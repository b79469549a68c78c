import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export const repositoryRoot = dirname(import.meta.dirname);

/** Where everything is kept that is made once for a user: the installed n8n, its data, its log. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	// The XDG rule: a relative path in the variable is to be ignored.
	const base = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(homedir(), '.cache');
	return join(base, 'n8n-nodes-messaging-service-sms');
}
