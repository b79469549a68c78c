import { findOnPath, installDebianPackages } from './debianPackages.ts';

const neededTools = ['python3', 'make', 'g++'];

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
	await installDebianPackages({
		packages: missing,
		whatFor: "Compiling n8n's database driver",
		otherwise: `Install ${missing.join(', ')} (a C++ compiler, make and Python 3) and run the command again.`,
		logFile,
		log,
	});
	return true;
}
