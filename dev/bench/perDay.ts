/** What the limits of a day cost: one message in an execution of its own, when a thousand went out today. */
import { median } from './cases.ts';
import { freshSandbox, type Host, runTime } from './host.ts';
import { jobs, ours } from './nodes.ts';
import { messagesCode, workflowOf } from './workflows.ts';

const before = 1_000;
const turns = 21;

/** What Send takes for a message, in ms: without limits, to a number that had none today, and to one that had one. */
export type PerDay = Record<'without' | 'first' | 'second', number>;

/** Medians in ms, taken in turns. */
export async function timePerDay(host: Host): Promise<PerDay> {
	await freshSandbox(host);
	const limits = { maxMessagesPerDay: 10_000, maxMessagesPerRecipientPerDay: 3 };
	const times = { without: [] as number[], first: [] as number[], second: [] as number[] };
	const without = await repeatable(host, {});
	const withLimits = await repeatable(host, { limits: { values: limits } });
	for (const run of [without, withLimits]) await run(before, 0);
	for (let number = before; number < before + turns; number++) {
		times.without.push(await without(1, number));
		times.first.push(await withLimits(1, number));
		times.second.push(await withLimits(1, number));
	}
	const { without: none, first, second } = times;
	return { without: median(none), first: median(first), second: median(second) };
}

/** A saved workflow that sends so many messages, to the numbers from one on, each time it is run; gives what the node took. */
async function repeatable(
	host: Host,
	options: object,
): Promise<(count: number, first: number) => Promise<number>> {
	const node = ours(jobs.send)(host);
	const withOptions = { ...node, parameters: { ...node.parameters, options } };
	const saved = await host.client.createWorkflow(workflowOf(host, messagesCode(1), withOptions));
	return async (count, first) => {
		const { nodes, connections, versionId } = (await host.client.workflow(saved.id))!;
		const jsCode = messagesCode(count, first);
		const changed = nodes.map((one) =>
			one.type.endsWith('.code') ? { ...one, parameters: { jsCode } } : one,
		);
		await host.client.updateWorkflow(saved.id, { nodes: changed, connections, versionId });
		return await runTime(host, saved, count);
	};
}
