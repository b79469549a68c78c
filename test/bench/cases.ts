import { setTimeout as sleep } from 'node:timers/promises';
import { postBatches, readReports } from './direct.ts';
import { median } from './figures.ts';
import { call, freshSandbox, type Host, nodeTime } from './host.ts';
import { idle } from './processes.ts';
import {
	httpRequest,
	idsCode,
	message,
	messagesCode,
	type NodeToMeasure,
	plain,
	reportFields,
	sms,
	triggerWorkflow,
	withText,
	workflowOf,
} from './workflows.ts';

/** Something to be timed with a number of items, at the sandbox as it is; gives ms. */
export type Case = (host: Host, count: number) => Promise<number>;

const sending =
	(node: (host: Host) => NodeToMeasure): Case =>
	async (host, count) =>
		await nodeTime(host, workflowOf(host, messagesCode(count), node(host)), count);

const reading =
	(node: (host: Host) => NodeToMeasure): Case =>
	async (host, count) =>
		await nodeTime(host, workflowOf(host, idsCode(await sentIds(host, count)), node(host)), count);

const single = '/v1/sms/single';

export const cases = {
	send: sending(() => sms('send', withText)),
	sendPlain: sending(() => sms('send', plain)),
	sendHttp: sending((host) => httpRequest(host, single, withText)),
	sendHttpPlain: sending((host) => httpRequest(host, single, plain)),
	bulk: sending(() => sms('sendBulk', withText)),
	bulkPlain: sending(() => sms('sendBulk', plain)),
	bulkDirect: postBatches,
	report: reading(() => sms('getReport', reportFields)),
	reportHttp: reading((host) => httpRequest(host, '/v1/sms/report', reportFields)),
	poll: async (host, count) =>
		await nodeTime(host, triggerWorkflow(host, await sentIds(host, count)), count),
	pollDirect: async (host, count) => await readReports(host, await sentIds(host, count)),
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;

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
			await freshSandbox(host);
			await idle(host.pid);
			if (latencyMs) await call(host, 'POST', '/_sandbox/latency', { ms: latencyMs });
			times.push(await cases[name](host, count));
		}
	}
	return new Map(
		[...taken].map(([name, times]) => [name, { ms: median(times), runs: times.length }]),
	);
}

/** Sends messages that are delivered by now; gives their ids. */
export async function sentIds(host: Host, count: number): Promise<string[]> {
	const ids: string[] = [];
	while (ids.length < count) {
		const from = ids.length;
		const batch = Array.from({ length: Math.min(1000, count - from) }, (_, i) => message(from + i));
		const body = batch.map(({ phone, sender, message: text }) => ({
			to: phone,
			from: sender,
			text,
		}));
		const sent = await call<Array<{ messageId: string }>>(host, 'POST', '/v1/sms/bulk', body);
		ids.push(...sent.map(({ messageId }) => messageId));
	}
	await call(host, 'POST', '/_sandbox/clock', { advanceMs: 3_600_000 });
	await sleep(100);
	return ids;
}
