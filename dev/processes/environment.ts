import { delimiter, dirname } from 'node:path';

/**
 * Settings of the user's network and of npm's own files. All others that an outer `npm start` hands
 * down are about this project (loglevel, local-prefix, …) and would bend another npm run.
 */
const keptOfNpm = [
	/^npm_config_(registry|offline|prefer_offline|fetch_retries|fetch_timeout|maxsockets|nodedir|\/\/.*)$/i,
	/^npm_config_((https_|no)?proxy|ca|cafile|cert|key|strict_ssl)$/i,
	/^npm_config_(cache|globalconfig|userconfig)$/i,
];

/** The environment for another npm or n8n: nothing of this project's npm in it, this Node first on PATH. */
export function freshEnvironment(
	env: NodeJS.ProcessEnv = process.env,
	nodePath = process.execPath,
): NodeJS.ProcessEnv {
	const kept = Object.entries(env).filter(([name]) => {
		if (/^(INIT_CWD|JEST_WORKER_ID|NODE|NODE_ENV|NODE_OPTIONS|n8n_.*)$/i.test(name)) return false;
		return !/^npm_/i.test(name) || keptOfNpm.some((kept) => kept.test(name));
	});
	// npm puts every node_modules/.bin above the project in front; a tool found there by chance is not ours.
	const path = (env.PATH ?? '').split(delimiter).filter((part) => !/node_modules/.test(part));
	return { ...Object.fromEntries(kept), PATH: [dirname(nodePath), ...path].join(delimiter) };
}

/** What a program needs that only runs here. A shell may have tokens and keys for others. */
const NEEDED =
	/^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TMP|TEMP|XDG_\w+|(HTTPS?|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|DOCKER_(HOST|CONFIG|CONTEXT)|GENERIC_TIMEZONE|WEBHOOK_URL|SystemRoot|ComSpec|PATHEXT|USERPROFILE|(LOCAL)?APPDATA)$/i;

/** The environment for n8n and the sandbox: nothing of the shell but what they need. */
export function neededEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const entries = Object.entries(freshEnvironment(env)).filter(([name]) => NEEDED.test(name));
	return Object.fromEntries(entries);
}
