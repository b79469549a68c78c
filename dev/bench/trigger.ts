/** The trigger in an active workflow: n8n polls it every minute. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Host } from './host.ts';
import { triggerWorkflow } from './workflows.ts';

export interface Polls {
	/** From the first request of a poll to its last, in ms: the poll that saw everything for the first time. */
	firstMs: number;
	/** The one after it, in which nothing had changed. */
	unchangedMs: number;
	/** What n8n stores of the trigger's memory for one SMS part, in bytes. */
	bytesPerPart: number;
}

const patienceMs = 240_000;

/** Publishes a workflow with the trigger on these messages of one part each, and waits for two polls. */
export async function watchPolls(host: Host, ids: string[]): Promise<Polls> {
	const workflow = await host.client.createWorkflow(triggerWorkflow(host, ids));
	await host.client.activateWorkflow(workflow);
	const deadline = Date.now() + patienceMs;
	let polls: number[][] = [];
	while (polls.length < 2 || polls[1].length < ids.length) {
		if (Date.now() > deadline) throw new Error('n8n did not poll twice');
		await sleep(2_000);
		polls = groups(await requestTimes(host), ids.length);
	}
	await host.client.deactivateWorkflow(workflow.id);
	const [firstMs, unchangedMs] = polls.map((times) => times[times.length - 1] - times[0]);
	return { firstMs, unchangedMs, bytesPerPart: storedBytes(host, workflow.id) / ids.length };
}

async function requestTimes(host: Host): Promise<number[]> {
	const log = await call<Array<{ path: string; time: string }>>(host, 'GET', '/_sandbox/requests');
	return log.filter(({ path }) => path === '/v1/sms/report').map(({ time }) => Date.parse(time));
}

function groups(times: number[], size: number): number[][] {
	return Array.from({ length: Math.ceil(times.length / size) }, (_, i) =>
		times.slice(i * size, (i + 1) * size),
	);
}

function storedBytes(host: Host, workflowId: string): number {
	const database = new DatabaseSync(join(host.dataFolder, '.n8n/database.sqlite'), {
		readOnly: true,
		timeout: 10_000,
	});
	try {
		const row = database
			.prepare('SELECT staticData FROM workflow_entity WHERE id = ?')
			.get(workflowId);
		return String(row?.staticData).length;
	} finally {
		database.close();
	}
}
