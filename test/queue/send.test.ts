import { parse } from 'flatted';
import type { Execution } from '../../dev/n8nClient.ts';
import { type Form, forEach, publishForm } from './support/form.ts';
import { openCluster, type QueueHost, until } from './support/index.ts';

const MESSAGES = 2_000;
const AT_ONCE = 20;
/** A worker runs 10 executions at a time: more than those are held by both of them. */
const HELD = 11;

/** What n8n says of an execution whose worker died, and what Send says of an answer that never came. */
const WORKER_DIED = /failed to be processed too many times|did not finish/;
const NOT_KNOWN = /It is not known whether the service carried it out/;

const submissions = Array.from({ length: MESSAGES }, (_, n) => ({
	to: `3706${String(n).padStart(5, '0')}11`,
	text: `Hello number ${n}`,
}));

let host: QueueHost;
beforeAll(async () => {
	host = await openCluster();
	await host.sandbox.reset();
});

/** How many executions of the form are in each state. */
async function countExecutions({ workflow }: Form): Promise<Record<string, number>> {
	const rows = await host.query<{ status: string; count: number }>(
		`SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${workflow.id}' GROUP BY status`,
	);
	return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Whom each execution that has not ended is about; n8n forgets it when a worker dies. */
async function recipientsUnderway({ workflow }: Form): Promise<Map<string, string>> {
	const rows = await host.query<{ id: string; data: string }>(
		`SELECT id::text, data FROM execution_entity JOIN execution_data ON "executionId" = id
		 WHERE "workflowId" = '${workflow.id}' AND status IN ('new', 'running')`,
	);
	return new Map(
		rows.map(({ id, data }) => {
			const [first] = parse(data).executionData.nodeExecutionStack;
			return [id, first.data.main[0][0].json.body.to];
		}),
	);
}

async function failedExecutions({ workflow }: Form): Promise<Execution[]> {
	const rows = await host.query<{ id: string }>(
		`SELECT id::text FROM execution_entity WHERE "workflowId" = '${workflow.id}' AND status <> 'success'`,
	);
	return await Promise.all(rows.map(async ({ id }) => await host.client.execution(id)));
}

/** What the service sent, by recipient. */
async function sentTexts(): Promise<Map<string, string[]>> {
	const { messages } = await host.sandbox.call<{ messages: Array<{ to: string; text: string }> }>(
		'GET',
		'state',
	);
	const texts = new Map<string, string[]>();
	for (const { to, text } of messages) texts.set(to, [...(texts.get(to) ?? []), text]);
	return texts;
}

const errorText = ({ data }: Execution) =>
	`${data.resultData.error?.message} ${data.resultData.error?.description}`;

test('2,000 forms, a worker killed in the middle: each message is sent once or its execution failed', async () => {
	const form = await publishForm(host, 'orders');
	// The service takes these messages and never answers: they are underway for certain.
	await host.sandbox.call('POST', 'faults', {
		kind: 'timeout',
		accepted: true,
		path: '/v1/sms/single',
		after: MESSAGES / 4,
		count: HELD,
	});
	const submitting = forEach(submissions, AT_ONCE, form.submit);
	await until('messages are underway', async () => {
		const { faults } = await host.sandbox.call<{ faults: unknown[] }>('GET', 'faults');
		return faults.length === 0;
	});
	await host.crash('worker1');
	const killed = Date.now();
	const underway = await recipientsUnderway(form);
	await host.start('worker1');
	await submitting;
	await until('all executions have ended', async () => {
		const { new: waiting = 0, running = 0, ...ended } = await countExecutions(form);
		return waiting + running === 0 && Object.values(ended).reduce((a, b) => a + b, 0) === MESSAGES;
	});

	const sent = await sentTexts();
	const failed = await failedExecutions(form);
	const recipientOf = ({ id }: Execution) => underway.get(id) ?? `unknown (execution ${id})`;
	const excused = failed.map(recipientOf);
	const died = failed.filter((execution) => WORKER_DIED.test(errorText(execution)));
	const diedSent = died.filter((execution) => sent.has(recipientOf(execution)));
	const notKnown = failed.filter((execution) => NOT_KNOWN.test(errorText(execution)));

	// Each was sent once, with its own text, or has an execution that failed; none was sent twice.
	const wrong = submissions.filter(({ to, text }) => {
		const texts = sent.get(to);
		return texts ? texts.join() !== text : !excused.includes(to);
	});
	expect(wrong).toEqual([]);
	expect(await countExecutions(form)).toMatchObject({ success: MESSAGES - failed.length });
	// What failed was underway when the worker was killed, and says why.
	expect(excused.filter((to) => to.startsWith('unknown'))).toEqual([]);
	expect(died.length + notKnown.length).toBe(failed.length);
	expect(died.length).toBeLessThanOrEqual(10);
	// Messages were sent without n8n's knowing, by the killed worker and by the other one.
	const unanswered = (await host.sandbox.requests())
		.filter(({ status }) => status === null)
		.map(({ body }) => (body as { to: string }).to);
	expect(unanswered.length).toBeGreaterThanOrEqual(HELD);
	expect(excused).toEqual(expect.arrayContaining(unanswered));
	expect(diedSent).not.toEqual([]);
	expect(notKnown).not.toEqual([]);

	const [{ seconds }] = await host.query<{ seconds: number }>(
		`SELECT extract(epoch FROM max("stoppedAt") - min("createdAt")) AS seconds FROM execution_entity
		 WHERE "workflowId" = '${form.workflow.id}' AND status = 'success'`,
	);
	const noticed = Math.max(...died.map(({ stoppedAt }) => Date.parse(String(stoppedAt))));
	process.stdout.write(
		`${MESSAGES} executions in ${seconds.toFixed(0)} s, ${(MESSAGES / seconds).toFixed(0)} per second; ` +
			`${died.length} on the killed worker, ${diedSent.length} of them sent, ` +
			`shown as failed after ${((noticed - killed) / 1_000).toFixed(0)} s at most; ` +
			`${notKnown.length} without an answer from the service\n`,
	);
});
