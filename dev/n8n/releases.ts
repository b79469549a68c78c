import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The n8n that `npm start` and the end-to-end tests run. */
export const n8nVersion = '2.41.1';

const locksFolder = join(import.meta.dirname, 'locks');

/**
 * The releases of n8n that the package is tried with, the oldest first. Each is a folder of pnpm's: n8n and
 * the Node.js that it runs with, versions in place of those that no registry has, and every package it takes.
 */
export const releases = readdirSync(locksFolder).sort((one, other) =>
	one.localeCompare(other, 'en', { numeric: true }),
);

/** The folder with the lock file of a release. */
export const lockFolder = (version: string): string => join(locksFolder, version);

/** The Node.js that a release brings along, if it cannot run with this process's. */
export function pinnedNode(version: string): string | undefined {
	const manifest = readFileSync(join(lockFolder(version), 'package.json'), 'utf8');
	return JSON.parse(manifest).dependencies.node;
}

/** Settings of n8n's that a release needs here, by the name of their environment variable. */
export function releaseSettings(version: string): Record<string, string> {
	// Its other engine is built on isolated-vm 6, which Node.js 20 cannot run.
	return version.startsWith('1.') ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
}

/** The Node.js that the n8n in a folder runs with: its own, or that of this process. */
export function nodeFor(installation: string): string {
	const own = join(installation, 'node_modules/node/bin/node');
	return existsSync(own) ? own : process.execPath;
}
