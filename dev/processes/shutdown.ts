import { readFileSync } from 'node:fs';
import { explain } from '../failure.ts';
import { killProcesses, stopProcesses } from './processes.ts';

const parentCheckMs = 1_000;

/** The process that started this one and, as npm puts a shell between, the one that started that. */
function startedBy(): string {
	if (!process.env.npm_lifecycle_event) return String(process.ppid);
	try {
		// Linux: "<pid> (<name>) <state> <parent> …"; elsewhere the shell alone has to do.
		const afterName = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1);
		return `${process.ppid} ${afterName?.split(' ')[1]}`;
	} catch {
		return String(process.ppid);
	}
}

/**
 * Runs a command's main function and ends this process with the code it gives. Whatever ends it - its
 * return, an error, Ctrl-C, a signal, the end of the process that started it - no process of it stays.
 */
export async function runToEnd(main: () => Promise<number>): Promise<never> {
	let stopping = false;

	async function stop(code: number): Promise<never> {
		stopping = true;
		await stopProcesses();
		process.exit(code);
	}

	function onSignal(code: number): void {
		if (stopping) {
			// The second Ctrl-C: somebody does not want to wait.
			killProcesses();
			process.exit(code);
		}
		process.stdout.write('\nStopping. Press Ctrl-C again to stop at once.\n');
		void stop(code);
	}

	process.on('SIGINT', () => onSignal(130));
	process.on('SIGTERM', () => onSignal(143));
	process.on('SIGHUP', () => onSignal(129));
	process.on('exit', killProcesses);

	const starters = startedBy();
	setInterval(() => {
		if (startedBy() !== starters && !stopping) onSignal(143);
	}, parentCheckMs).unref();

	try {
		const code = await main();
		if (!stopping) return await stop(code);
	} catch (error) {
		if (!stopping) {
			process.stderr.write(`\n${explain(error)}\n`);
			return await stop(1);
		}
	}
	// A signal came first: what failed since then did so because everything was being stopped.
	return await new Promise<never>(() => {});
}
