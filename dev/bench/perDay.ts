/** What the limits of a day cost: one message in an execution of its own, when a thousand went out today. */
import { median } from './cases.ts';
import { freshSandbox, type Host, runTime } from './host.ts';
import { jobs, ours } from './nodes.ts';
import { messagesCode, workflowOf } from './workflows.ts';

const before = 1_000;
const turns = 21;

export interface PerDay {
	without: number;
	with: number;
}

/** Medians in ms, taken in turns. */
export async function timePerDay(host: Host): Promise<PerDay> {
	await freshSandbox(host);
	const limits = { maxMessagesPerDay: 10_000, maxMessagesPerRecipientPerDay: 1_000 };
	const times = { without: [] as number[], with: [] as number[] };
	const run = {
		without: await repeatable(host, {}),
		with: await repeatable(host, { limits: { values: limits } }),
	};
	for (const one of Object.values(run)) await one(before);
	for (let turn = 1; turn <= turns; turn++) {
		for (const name of ['without', 'with'] as const) times[name].push(await run[name](1));
	}
	return { without: median(times.without), with: median(times.with) };
}

/** A saved workflow that sends so many messages, each time it is run; gives what the node took. */
async function repeatable(
	host: Host,
	options: object,
): Promise<(count: number) => Promise<number>> {
	const node = ours(jobs.send)(host);
	const withOptions = { ...node, parameters: { ...node.parameters, options } };
	const saved = await host.client.createWorkflow(workflowOf(host, messagesCode(1), withOptions));
	return async (count) => {
		const { nodes, connections, versionId } = (await host.client.workflow(saved.id))!;
		const changed = nodes.map((one) =>
			one.type.endsWith('.code') ? { ...one, parameters: { jsCode: messagesCode(count) } } : one,
		);
		await host.client.updateWorkflow(saved.id, { nodes: changed, connections, versionId });
		return await runTime(host, saved, count);
	};
}
