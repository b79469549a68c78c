import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { temporaryFolder } from '../temporaryFolders.ts';
import { freshEnvironment } from './environment.ts';
import { startProcess } from './processes.ts';

const shownLines = 20;

export interface CommandToRun {
	command: string;
	args: string[];
	cwd: string;
	/** Variables beside those of `freshEnvironment`. */
	env?: NodeJS.ProcessEnv;
	/** File that everything it prints is appended to, for a command of minutes. */
	logFile?: string;
	/** Called for each line it prints. */
	onLine?: (line: string) => void;
	/** What has happened if it does not succeed: begins a sentence. */
	otherwise: string;
	/** What a person can do about that. */
	whatToDo?: string;
}

/**
 * Runs a command to its end; gives the lines that it printed.
 *
 * @throws Failure with its last lines, if it does not succeed
 */
export async function run(options: CommandToRun): Promise<string[]> {
	const lines: string[] = [];
	const { code, problem } = await startProcess({
		...options,
		env: { ...freshEnvironment(), ...options.env },
		logFile: options.logFile ?? join(temporaryFolder('run'), 'log'),
		onLine(line) {
			lines.push(line);
			options.onLine?.(line);
		},
	}).exited;
	if (code === 0) return lines;
	const words = problem ?? lines.slice(-shownLines).join('\n');
	const log = options.logFile ? `\nAll that it printed is in ${options.logFile}` : '';
	throw new Failure(
		`${options.otherwise}:\n${words}${log}`,
		options.whatToDo ?? 'Put that right and run the command again.',
	);
}
