/** What is timed, and how. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { freshSandbox, headers, type Host, nodeTime, post } from './host.ts';
import { bareLoop, httpRequest, jobs, type MakeNode, ours } from './nodes.ts';
import { idle } from './processes.ts';
import { idsCode, messagesCode, smsTo, triggerWorkflow, workflowOf } from './workflows.ts';

/** Something to be timed with a number of items, at the sandbox as it is; gives ms. */
type Case = (host: Host, count: number) => Promise<number>;

const sending =
	(node: MakeNode): Case =>
	async (host, count) =>
		await nodeTime(host, workflowOf(host, messagesCode(count), node(host)), count);

const reporting =
	(node: MakeNode): Case =>
	async (host, count) => {
		const code = idsCode(await sentIds(host, count));
		return await nodeTime(host, workflowOf(host, code, node(host)), count);
	};

export const cases = {
	send: sending(ours(jobs.send)),
	sendHttp: sending(httpRequest(jobs.send)),
	sendLoop: sending(bareLoop(jobs.send)),
	bulk: sending(ours(jobs.bulk)),
	bulkDirect: postBatches,
	report: reporting(ours(jobs.report)),
	reportHttp: reporting(httpRequest(jobs.report)),
	reportLoop: reporting(bareLoop(jobs.report)),
	poll: async (host, count) =>
		await nodeTime(host, triggerWorkflow(host, await sentIds(host, count)), count),
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;

/** Sends messages that are delivered by now; gives their ids. */
async function sentIds(host: Host, count: number): Promise<string[]> {
	const ids: string[] = [];
	while (ids.length < count) {
		const batch = Array.from({ length: Math.min(1000, count - ids.length) }, (_, i) =>
			smsTo(ids.length + i),
		);
		const sent = await post<Array<{ messageId: string }>>(host, '/v1/sms/bulk', batch);
		ids.push(...sent.map(({ messageId }) => messageId));
	}
	await post(host, '/_sandbox/clock', { advanceMs: 3_600_000 });
	await sleep(100);
	return ids;
}

/** Posts batches of 100, one after the other, by undici alone: what the machine and the sandbox allow. */
async function postBatches(host: Host, count: number): Promise<number> {
	const messages = Array.from({ length: count }, (_, i) => smsTo(i));
	const pool = new Pool(host.sandboxAddress, { connections: 1 });
	const to = {
		method: 'POST',
		path: '/v1/sms/bulk',
		headers: { ...headers, 'content-type': 'application/json' },
	} as const;
	const start = performance.now();
	for (let first = 0; first < count; first += 100) {
		const body = JSON.stringify(messages.slice(first, first + 100));
		const response = await pool.request({ ...to, body });
		await response.body.json();
		if (response.statusCode !== 200) throw new Error(`${to.path}: ${response.statusCode}`);
	}
	const ms = performance.now() - start;
	await pool.close();
	return ms;
}

export interface Timing {
	/** The median. */
	ms: number;
	runs: number;
}

/** Who takes longer than this in all is not run a further time. */
const patienceMs = 60_000;

/**
 * Up to so many runs of each case, each at an empty sandbox and in an n8n that has nothing else to do. They take turns,
 * so that a slow moment meets all of them.
 */
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
			await freshSandbox(host);
			await idle(host.pid);
			if (latencyMs) await post(host, '/_sandbox/latency', { ms: latencyMs });
			times.push(await cases[name](host, count));
		}
	}
	return new Map(
		[...taken].map(([name, times]) => [name, { ms: median(times), runs: times.length }]),
	);
}

/** The middle one; of an even number the lower of the two in the middle. */
export function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
