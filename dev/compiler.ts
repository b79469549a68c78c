import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freshEnvironment } from './environment.ts';
import { Failure } from './failure.ts';
import { startProcess } from './processes.ts';

const neededTools = ['python3', 'make', 'g++'];

/** The first executable of a name on a PATH. */
export function findOnPath(name: string, path = process.env.PATH ?? ''): string | undefined {
	return path
		.split(delimiter)
		.map((folder) => join(folder, name))
		.find((file) => {
			try {
				accessSync(file, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

/** Which tools for compiling C++ are not there. */
export function missingCompilerTools(path = process.env.PATH ?? ''): string[] {
	return neededTools.filter((tool) => !findOnPath(tool, path));
}

/**
 * Sees to a C++ compiler: installs what is missing where apt-get may be used, else says what to install.
 * Gives false if nothing was missing, so that a failed build had another reason.
 */
export async function provideCompiler({
	logFile,
	log,
}: {
	logFile: string;
	log: (line: string) => void;
}): Promise<boolean> {
	const missing = missingCompilerTools();
	if (missing.length === 0) return false;
	const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
	const hasAptGet = findOnPath('apt-get') !== undefined;
	if (!hasAptGet || process.getuid?.() !== 0) {
		throw new Failure(
			`n8n's database driver has to be compiled on this machine, and ${missing.join(', ')} is missing.`,
			hasAptGet
				? `Install it (sudo ${command}) and run the command again.`
				: `Install ${missing.join(', ')} (a C++ compiler, make and Python 3) and run the command again.`,
		);
	}
	log(`  Installing ${missing.join(', ')} with apt-get, to compile n8n's database driver.`);
	const env = { ...freshEnvironment(), DEBIAN_FRONTEND: 'noninteractive' };
	const run = (args: string[]) =>
		startProcess({ command: 'apt-get', args, cwd: '/', env, logFile }).exited;
	await run(['update']);
	const { code } = await run(['install', '-y', '--no-install-recommends', ...missing]);
	if (code === 0) return true;
	throw new Failure(
		`${missing.join(', ')} could not be installed with apt-get; its own words are in ${logFile}.`,
		`Run apt-get update && ${command} and then this command again.`,
	);
}
