import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repositoryRoot } from '../places.ts';
import { freshEnvironment } from '../processes/environment.ts';
import { temporaryFolder } from '../temporaryFolders.ts';

/** n8n scans the sources at the commit that a package was published from, and the published files: these. */
const scanned = {
	source: ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'],
	published: ['**/*.js', 'package.json'],
};

const eslint = [
	join(repositoryRoot, 'node_modules/eslint/bin/eslint.js'),
	...['--config', join(import.meta.dirname, 'scanRules.mjs'), '--format', 'json'],
	// As the scanner has it: no comment in a file switches a rule off.
	'--no-inline-config',
];

interface LintedFile {
	filePath: string;
	messages: Array<{ line?: number; message: string; ruleId: string | null }>;
}

/**
 * What n8n's scanner of community packages, which decides on their verification, finds in a folder:
 * errors and warnings, as `file:line: message (rule)`.
 *
 * @throws Error if there is nothing to scan in the folder
 */
export function findScanProblems(folder: string, part: keyof typeof scanned): string[] {
	const cwd = realpathSync(folder);
	// The scanner makes a temporary folder when it is loaded and leaves it behind.
	const scratch = temporaryFolder('scan');
	const { status, stdout, stderr } = spawnSync(process.execPath, [...eslint, ...scanned[part]], {
		cwd,
		env: { ...freshEnvironment(), TMPDIR: scratch },
		encoding: 'utf8',
		maxBuffer: Infinity,
	});
	// 1: it found something.
	if (status !== 0 && status !== 1) throw new Error(stderr);
	return (JSON.parse(stdout) as LintedFile[]).flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, message, ruleId }) => `${relative(cwd, filePath)}:${line}: ${message} (${ruleId})`,
		),
	);
}
