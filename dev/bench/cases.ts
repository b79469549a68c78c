/** What is timed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { postBatches } from './direct.ts';
import { type Host, nodeTime, post } from './host.ts';
import { bareLoop, httpRequest, jobs, type MakeNode, ours } from './nodes.ts';
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
