/** Memory that n8n takes for one run of a node. */
import { openHost, freshSandbox, type Host, run } from './host.ts';
import { forgetPeak, idle, memoryOf } from './processes.ts';
import { messagesCode, type NodeToMeasure, workflowOf } from './workflows.ts';

/**
 * Starts an n8n that has done nothing yet but ten items of the same kind, and gives by how many MB
 * its memory rises at most during one run of so many items.
 */
export async function peakMemory(
	count: number,
	node?: (host: Host) => NodeToMeasure,
): Promise<number> {
	const host = await openHost();
	await freshSandbox(host);
	await run(host, workflowOf(host, messagesCode(10), node?.(host)));
	await idle(host.pid);
	forgetPeak(host.pid);
	const before = memoryOf(host.pid).now;
	await run(host, workflowOf(host, messagesCode(count), node?.(host)));
	return memoryOf(host.pid).peak - before;
}
