import { type CaseName, cases } from './cases.ts';
import { median } from './figures.ts';
import { freshSandbox, type Host, post } from './host.ts';
import { idle } from './processes.ts';

export interface Timing {
	ms: number;
	runs: number;
}

/** Who takes longer than this in all is not run a further time. */
const patienceMs = 60_000;

/** The median of up to so many runs of each, taken in turns so that a slow moment meets all of them. */
export async function timeCases(
	host: Host,
	names: CaseName[],
	count: number,
	latencyMs: number,
	turns = 5,
): Promise<Map<CaseName, Timing>> {
	const taken = new Map<CaseName, number[]>(names.map((name) => [name, []]));
	for (let turn = 1; turn <= turns; turn++) {
		for (const [name, times] of taken) {
			if (times.reduce((sum, time) => sum + time, 0) > patienceMs) continue;
			times.push(await timeCase(host, name, count, latencyMs));
		}
	}
	return new Map(
		[...taken].map(([name, times]) => [name, { ms: median(times), runs: times.length }]),
	);
}

/** One run, at an empty sandbox and in an n8n that has nothing else to do. */
async function timeCase(
	host: Host,
	name: CaseName,
	count: number,
	latencyMs: number,
): Promise<number> {
	await freshSandbox(host);
	await idle(host.pid);
	if (latencyMs) await post(host, '/_sandbox/latency', { ms: latencyMs });
	return await cases[name](host, count);
}
