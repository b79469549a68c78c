import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages, missingPrograms } from '../processes/debianPackages.ts';

const compiler = ['python3', 'make', 'g++'];

/**
 * Runs what builds n8n's database driver (sqlite3): its own script takes a ready-made binary where it can be had, and
 * compiles it elsewhere. Where that does not succeed it is tried again with what may have been missing: a compiler, or
 * Node's headers, which are fetched from nodejs.org unless they came with an installed Node.
 */
export async function buildDatabaseDriver(
	build: (env: NodeJS.ProcessEnv) => Promise<unknown>,
	options: { logFile: string; step: (text: string) => void },
): Promise<void> {
	const env = { JOBS: String(availableParallelism()) };
	const headers = nodeHeaders();
	const missing = missingPrograms(compiler);
	try {
		await build(env);
	} catch (error) {
		if (missing.length === 0 && !headers) throw error;
		await installDebianPackages({
			packages: missing,
			whatFor: "Compiling n8n's database driver",
			otherwise: `Install ${missing.join(', ')} (a C++ compiler, make and Python 3) and run the command again.`,
			...options,
		});
		await build({ ...env, ...(headers && { npm_config_nodedir: headers }) });
	}
}

/** The folder of an installed Node that brought its C headers along. */
function nodeHeaders(): string | undefined {
	return ['/usr', '/usr/local', '/opt/homebrew'].find((prefix) =>
		existsSync(join(prefix, 'include/node/node_api.h')),
	);
}
