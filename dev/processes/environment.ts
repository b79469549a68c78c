import { delimiter, dirname } from 'node:path';

/**
 * Settings of the user's network and of npm's own files. All others that an outer `npm start` hands
 * down are about this project (loglevel, local-prefix, …) and would bend another npm run.
 */
const keptNpmSettings = new Set([
	'ca',
	'cache',
	'cafile',
	'cert',
	'fetch_retries',
	'fetch_timeout',
	'globalconfig',
	'https_proxy',
	'key',
	'maxsockets',
	'nodedir',
	'noproxy',
	'offline',
	'prefer_offline',
	'proxy',
	'registry',
	'strict_ssl',
	'userconfig',
]);

/** The environment for another npm or n8n: nothing of this project's npm in it, this Node first on PATH. */
export function freshEnvironment(
	env: NodeJS.ProcessEnv = process.env,
	nodePath = process.execPath,
): NodeJS.ProcessEnv {
	const kept = Object.entries(env).filter(([name]) => {
		if (name === 'INIT_CWD' || name === 'NODE_OPTIONS' || name === 'NODE') return false;
		if (/^(JEST_WORKER_ID|NODE_ENV)$/.test(name)) return false;
		if (/^n8n_/i.test(name)) return false;
		if (!/^npm_/i.test(name)) return true;
		const setting = name.toLowerCase().replace(/^npm_config_/, '');
		return keptNpmSettings.has(setting) || setting.startsWith('//');
	});
	// npm puts every node_modules/.bin above the project in front; a tool found there by chance is not ours.
	const path = (env.PATH ?? '').split(delimiter).filter((part) => !/node_modules/.test(part));
	return { ...Object.fromEntries(kept), PATH: [dirname(nodePath), ...path].join(delimiter) };
}
