import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Release {
	/** For versions that n8n's own dependencies ask for, but that no registry has. */
	overrides: Record<string, string>;
	/** The Node.js that it runs with, installed beside it; without one it is this process's own. */
	node?: string;
	/** Settings of n8n's that it needs there, by the name of their environment variable. */
	settings?: Record<string, string>;
}

/** The releases of n8n that the package is tried with, the oldest first. */
export const releases: Record<string, Release> = {
	'1.123.81': {
		overrides: { linkedom: '0.18.12', xlsx: '0.18.5' },
		node: '20.20.2',
		// Its other engine is built on isolated-vm 6, which Node.js 20 cannot run.
		settings: { N8N_EXPRESSION_ENGINE: 'legacy' },
	},
	'2.0.3': { overrides: { linkedom: '0.18.12', xlsx: '0.18.5' }, node: '22.23.3' },
	'2.41.1': { overrides: { linkedom: '0.18.12', '@langchain/langgraph': '1.4.0' } },
};

/** The Node.js that the n8n in a folder runs with. */
export function nodeFor(installation: string): string {
	const own = join(installation, 'node_modules/node/bin/node');
	return existsSync(own) ? own : process.execPath;
}
