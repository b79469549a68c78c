/**
 * Runs one command in a process group of its own and takes the whole group along when it ends, when
 * it is told to stop, or when the process that started it is gone, however that one ended. Told to
 * crash, it kills the command itself, which then has no chance to finish anything.
 */
import { spawn } from 'node:child_process';

const patienceMs = 15_000;
const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('guard.ts needs a command');

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

function killGroup(): void {
	process.kill(-process.pid, 'SIGKILL');
}

function stop(): void {
	child.kill('SIGTERM');
	setTimeout(killGroup, patienceMs).unref();
}

function report(exit: { code: number | null; problem?: string }): void {
	if (!process.connected) return killGroup();
	process.send?.(exit, killGroup);
}

child.once('exit', (code) => report({ code }));
child.once('error', (error) => report({ code: null, problem: error.message }));
process.on('message', (message) => {
	if (message === 'crash') child.kill('SIGKILL');
});
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', () => {});
