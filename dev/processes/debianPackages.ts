import { spawnSync } from 'node:child_process';
import { Failure } from '../failure.ts';
import { run } from './run.ts';

/** The first executable of a name on a PATH. */
export function findOnPath(name: string, path = process.env.PATH ?? ''): string | undefined {
	const find = ['-c', 'command -v "$0"', name];
	return (
		spawnSync('/bin/sh', find, { env: { PATH: path }, encoding: 'utf8' }).stdout.trim() || undefined
	);
}

/** Which programs are not on a PATH. */
export function missingPrograms(names: string[], path?: string): string[] {
	return names.filter((name) => !findOnPath(name, path));
}

export interface PackagesToInstall {
	packages: string[];
	/** What needs them: begins a sentence. */
	whatFor: string;
	/** What to do where there is no apt-get. */
	otherwise: string;
	logFile: string;
	step: (text: string) => void;
}

/**
 * Installs packages of Debian or Ubuntu, if there are any to install.
 *
 * @throws Failure where apt-get is missing or may not be used, or does not succeed
 */
export async function installDebianPackages(options: PackagesToInstall): Promise<void> {
	const { packages, whatFor, otherwise, logFile, step } = options;
	if (packages.length === 0) return;
	const names = packages.join(', ');
	const args = ['install', '-y', '--no-install-recommends', ...packages];
	const aptGet = findOnPath('apt-get');
	if (!aptGet || process.getuid?.() !== 0) {
		throw new Failure(
			`${whatFor} needs ${names}, which this machine does not have.`,
			aptGet ? `Install it (sudo apt-get ${args.join(' ')}) and run the command again.` : otherwise,
		);
	}
	step(`${whatFor} needs ${names}: installing with apt-get.`);
	const command = {
		command: aptGet,
		cwd: '/',
		env: { DEBIAN_FRONTEND: 'noninteractive' },
		logFile,
	};
	// Without a list of packages the installation says so.
	await run({ ...command, args: ['update'], otherwise: '' }).catch(() => undefined);
	await run({
		...command,
		args,
		otherwise: `apt-get could not install ${names}`,
		whatToDo: `Run apt-get update && apt-get ${args.join(' ')}, and then this command again.`,
	});
}
