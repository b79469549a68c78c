/** Memory that n8n takes for one run of a node. */
import { median } from './cases.ts';
import { freshSandbox, openHost, run } from './host.ts';
import type { MakeNode } from './nodes.ts';
import { forgetPeak, idle, memoryOf } from './processes.ts';
import { messagesCode, workflowOf } from './workflows.ts';

/**
 * Starts an n8n that has done nothing yet but ten items of the same kind, and gives by how many MB
 * its memory rises at most during one run of so many items.
 */
export async function peakMemory(count: number, node?: MakeNode): Promise<number> {
	const host = await openHost();
	await freshSandbox(host);
	await run(host, workflowOf(host, messagesCode(10), node?.(host)));
	await idle(host.pid);
	forgetPeak(host.pid);
	const before = memoryOf(host.pid).now;
	await run(host, workflowOf(host, messagesCode(count), node?.(host)));
	const risen = memoryOf(host.pid).peak - before;
	await host.stop();
	return risen;
}

/** The median of several runs of each, taken in turns: when Node.js collects its garbage is chance. */
export async function peaksInTurns(count: number, nodes: MakeNode[], turns = 3): Promise<number[]> {
	const peaks: number[][] = nodes.map(() => []);
	for (let turn = 1; turn <= turns; turn++) {
		for (const [i, node] of nodes.entries()) peaks[i].push(await peakMemory(count, node));
	}
	return peaks.map(median);
}
