import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, fchmodSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface ProcessToStart {
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** File that everything it prints is appended to. */
	logFile: string;
	/** Called for each line it prints, as well as the log file. */
	onLine?: (line: string) => void;
}

/** How a process ended; `code` is null if it was killed or could not be started. */
export interface Exit {
	code: number | null;
	problem?: string;
}

export interface RunningProcess {
	readonly exited: Promise<Exit>;
	/** Ends it and all it started; resolves when nothing of it is left. */
	stop(): Promise<void>;
	/** Kills it at once, as a machine that fails would; resolves when nothing of it is left. */
	crash(): Promise<void>;
}

const running = new Set<RunningProcess & { kill(): void }>();

/** Starts a command under guard.ts, so that it cannot outlive this process. */
export function startProcess(options: ProcessToStart): RunningProcess {
	const log = openSync(options.logFile, 'a', 0o600);
	// Also of a log that is there already: it may name what others need not know.
	fchmodSync(log, 0o600);
	const output = options.onLine ? 'pipe' : log;
	const guard = spawn(
		process.execPath,
		[join(import.meta.dirname, 'guard.ts'), options.command, ...options.args],
		{
			cwd: options.cwd,
			env: options.env,
			stdio: ['ignore', output, output, 'ipc'],
			// A group of its own: a Ctrl-C in the terminal reaches this process only, which then decides.
			detached: true,
		},
	);
	closeSync(log);
	for (const stream of [guard.stdout, guard.stderr]) {
		if (stream && options.onLine) forwardLines(stream, options.logFile, options.onLine);
	}

	const exited = new Promise<Exit>((resolve) => {
		let exit: Exit = { code: null };
		guard.on('message', (message) => (exit = message as Exit));
		guard.once('error', (error) => resolve({ code: null, problem: error.message }));
		guard.once('exit', () => {
			running.delete(started);
			resolve(exit);
		});
	});
	const started = {
		exited,
		kill() {
			try {
				if (guard.pid) process.kill(-guard.pid, 'SIGKILL');
			} catch {
				// Nothing of the group is left.
			}
		},
		async stop() {
			guard.kill('SIGTERM');
			await exited;
			this.kill();
		},
		async crash() {
			if (guard.connected) guard.send('crash');
			await exited;
			this.kill();
		},
	};
	running.add(started);
	return started;
}

function forwardLines(stream: Readable, logFile: string, onLine: (line: string) => void): void {
	createInterface({ input: stream }).on('line', (line) => {
		appendFileSync(logFile, `${line}\n`);
		onLine(line);
	});
}

/** Ends all processes that were started, the latest first. */
export async function stopProcesses(): Promise<void> {
	for (const one of [...running].reverse()) await one.stop();
}

/** Ends all processes at once, without giving them time to finish. */
export function killProcesses(): void {
	for (const one of running) one.kill();
}
