import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freshEnvironment } from './environment.ts';
import { Failure } from './failure.ts';
import { startProcess } from './processes.ts';

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

export interface PackagesToInstall {
	packages: string[];
	/** What needs them: begins a sentence. */
	whatFor: string;
	/** What to do where there is no apt-get. */
	otherwise: string;
	logFile: string;
	log: (line: string) => void;
}

/**
 * Installs packages of Debian or Ubuntu.
 *
 * @throws Failure where apt-get is missing or may not be used, or does not succeed
 */
export async function installDebianPackages(options: PackagesToInstall): Promise<void> {
	const { packages, whatFor, otherwise, logFile, log } = options;
	const names = packages.join(', ');
	const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
	const hasAptGet = findOnPath('apt-get') !== undefined;
	if (!hasAptGet || process.getuid?.() !== 0) {
		throw new Failure(
			`${whatFor} needs ${names}, which this machine does not have.`,
			hasAptGet ? `Install it (sudo ${command}) and run the command again.` : otherwise,
		);
	}
	log(`  ${whatFor} needs ${names}: installing with apt-get.`);
	const env = { ...freshEnvironment(), DEBIAN_FRONTEND: 'noninteractive' };
	const run = (args: string[]) =>
		startProcess({ command: 'apt-get', args, cwd: '/', env, logFile }).exited;
	await run(['update']);
	const { code } = await run(['install', '-y', '--no-install-recommends', ...packages]);
	if (code === 0) return;
	throw new Failure(
		`${names} could not be installed with apt-get; its own words are in ${logFile}.`,
		`Run apt-get update && ${command} and then this command again.`,
	);
}
