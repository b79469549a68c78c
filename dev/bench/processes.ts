/** What Linux says of a process under /proc. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Memory in MB that a process holds now, and the most since `forgetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const megabytes = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
	return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

export function forgetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Waits until a process has been idle for a second: n8n still stores an execution after its end. */
export async function idle(pid: number): Promise<void> {
	for (let before = -1, now = cpuTicks(pid); now - before > 5; ) {
		await sleep(1_000);
		[before, now] = [now, cpuTicks(pid)];
	}
}

/** The latest process that runs a command with this text in it, among those that this one started. */
export function descendant(text: string): number {
	const found = readdirSync('/proc')
		.map(Number)
		.filter((pid) => pid && commandOf(pid).includes(text) && isDescendant(pid))
		.at(-1);
	if (!found) throw new Error(`There is no process that runs ${text}`);
	return found;
}

function isDescendant(pid: number): boolean {
	const parent = Number(statOf(pid)[1] ?? 0);
	return parent === process.pid || (parent > 1 && isDescendant(parent));
}

function cpuTicks(pid: number): number {
	const fields = statOf(pid);
	return Number(fields[11]) + Number(fields[12]);
}

/** The fields of a process's stat file that follow its name: state, parent, … */
function statOf(pid: number): string[] {
	return read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
}

function commandOf(pid: number): string {
	return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

function read(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		// The process has ended meanwhile.
		return '';
	}
}
