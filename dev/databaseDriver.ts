import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provideCompiler } from './compiler.ts';
import { Failure } from './failure.ts';
import { nodeFor } from './n8nReleases.ts';
import { runNpm } from './npm.ts';
import { explainNpmFailure } from './npmFailure.ts';

/** Makes n8n's database driver work: a ready-made binary if there is one, else it is compiled. */
export async function buildDatabaseDriver(
	folder: string,
	logFile: string,
	log: (line: string) => void,
): Promise<void> {
	const say = () => log('building the database driver (one to two minutes)');
	const build = (settings: string[]) =>
		// Its own script looks for a ready-made binary first and compiles only without one.
		runNpm(['rebuild', 'sqlite3', '--foreground-scripts', ...settings], {
			folder,
			logFile,
			node: nodeFor(folder),
			everyTenSeconds: say,
		});
	say();
	let { exit, lines } = await build([]);
	if (exit.code !== 0 && (await provideCompiler({ logFile, log: (line) => log(line.trim()) }))) {
		({ exit, lines } = await build([]));
	}
	const headers = nodeHeaders();
	if (exit.code !== 0 && headers) {
		// Without a way to nodejs.org the headers that came with the installed Node do as well.
		({ exit, lines } = await build([`--nodedir=${headers}`]));
	}
	if (exit.code === 0) return;
	throw lines.some((line) => /gyp ERR!|not ok/.test(line))
		? new Failure(
				`n8n's database driver (sqlite3) could not be compiled; the compiler's words are in ${logFile}.`,
				'Make sure that python3, make and g++ work (on Debian: apt-get install -y python3 make g++) and run the command again.',
			)
		: explainNpmFailure(lines, exit, logFile);
}

/** The folder of an installed Node that brought its C headers along. */
function nodeHeaders(): string | undefined {
	return ['/usr', '/usr/local', '/opt/homebrew'].find((prefix) =>
		existsSync(join(prefix, 'include/node/node_api.h')),
	);
}
