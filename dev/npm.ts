import { freshEnvironment } from './environment.ts';
import { type Exit, startProcess } from './processes.ts';

const progressEveryMs = 10_000;

export interface NpmOptions {
	folder: string;
	/** File that everything npm prints is appended to. */
	logFile: string;
	/** The Node.js that npm and the scripts it runs use. */
	node?: string;
	onLine?: (line: string) => void;
	everyTenSeconds: () => void;
}

/** Runs npm in a folder; gives how it ended, and those of its lines that tell of errors. */
export async function runNpm(
	args: string[],
	{ folder, logFile, node, onLine, everyTenSeconds }: NpmOptions,
): Promise<{ exit: Exit; lines: string[] }> {
	const lines: string[] = [];
	const timer = setInterval(everyTenSeconds, progressEveryMs);
	const npm = startProcess({
		command: 'npm',
		args,
		cwd: folder,
		env: freshEnvironment(process.env, node),
		logFile,
		onLine(line) {
			if (/^npm (error|ERR!)|ERR!/.test(line)) lines.push(line);
			onLine?.(line);
		},
	});
	try {
		return { exit: await npm.exited, lines };
	} finally {
		clearInterval(timer);
	}
}
