import { targets } from '../../dev/attack/posts.ts';
import type { Execution } from '../n8n/types.ts';
import { forEach, publishForm, publishList } from './support/form.ts';
import { FormExecutions } from './support/formExecutions.ts';
import { openCluster, type QueueHost, sentTexts, until, untilMet } from './support/index.ts';

/** ATTACK=whole is what docs/reliability.md has figures of. */
const isWhole = process.env.ATTACK === 'whole';
const MESSAGES = isWhole ? 2_000 : 160;
const AT_ONCE = 20;
/** A worker runs 10 executions at a time: more than those are held by both of them. */
const HELD = 11;

/** What n8n says of an execution whose worker died, and what Send says of an answer that never came. */
const WORKER_DIED = /failed to be processed too many times|did not finish/;
const NOT_KNOWN = /It isn't known whether the service carried it out/;

const submissions = Array.from({ length: MESSAGES }, (_, n) => ({
	to: `3706${String(n).padStart(5, '0')}11`,
	text: `Hello number ${n}`,
}));

const ORDERS = isWhole ? 300 : 40;
/** Each order twice, one right after the other, as when somebody clicks twice. */
const clicks = Array.from({ length: 2 * ORDERS }, (_, n) => ({
	to: `3706${String(Math.floor(n / 2)).padStart(5, '0')}22`,
	text: `Order ${Math.floor(n / 2)}`,
}));

let host: QueueHost;
beforeAll(async () => {
	host = await openCluster('forms');
});
beforeEach(async () => await host.sandbox.reset());

const errorText = ({ data }: Execution) =>
	`${data.resultData.error?.message} ${data.resultData.error?.description}`;

test('many forms, a worker killed in the middle: each message is sent once or its execution failed', async () => {
	const form = await publishForm(host, 'orders');
	const executions = new FormExecutions(host, form);
	// The service takes these messages and never answers: they are underway for certain.
	const unanswering = { kind: 'timeout', accepted: true, path: '/v1/sms/single' };
	await host.sandbox.fail({ ...unanswering, after: MESSAGES / 4, count: HELD });
	const submitting = forEach(submissions, AT_ONCE, form.submit);
	await untilMet(host);
	await host.crash('worker1');
	const killed = Date.now();
	const underway = await executions.recipientsUnderway();
	await host.start('worker1');
	await submitting;
	await executions.untilEnded(MESSAGES);

	const sent = await sentTexts(host);
	const failed = await executions.failed();
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
	expect(await executions.count()).toMatchObject({ success: MESSAGES - failed.length });
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
	// A workflow that asks for it hears of every failure.
	await until('all failures are reported', async () => {
		const reported = await executions.reportedFailures();
		return failed.every(({ id }) => reported.includes(id));
	});

	const seconds = await executions.seconds();
	const noticed = Math.max(...died.map(({ stoppedAt }) => Date.parse(String(stoppedAt))));
	process.stdout.write(
		`${MESSAGES} executions in ${seconds.toFixed(0)} s, ${(MESSAGES / seconds).toFixed(0)} per second; ` +
			`${died.length} on the killed worker, ${diedSent.length} of them sent, ` +
			`shown as failed after ${((noticed - killed) / 1_000).toFixed(0)} s at most; ` +
			`${notKnown.length} without an answer from the service\n`,
	);
});

/** Submits all of them to two workers; gives the texts that each number was sent. */
async function submitClicks(path: string, keySettings: object): Promise<Map<string, string[]>> {
	const form = await publishForm(host, path, {
		onceKey: { values: { key: '={{ $json.body.to }}', ...keySettings } },
	});
	const executions = new FormExecutions(host, form);
	await forEach(clicks, AT_ONCE, form.submit);
	await executions.untilEnded(clicks.length);
	expect((await executions.failed()).map(errorText)).toEqual([]);
	expect(await executions.count()).toEqual({ success: clicks.length });

	const sent = await sentTexts(host);
	const twice = [...sent.values()].filter(({ length }) => length > 1).length;
	process.stdout.write(
		`${path}: ${clicks.length} executions in ${(await executions.seconds()).toFixed(0)} s, ${twice} of ${ORDERS} sent twice\n`,
	);
	return sent;
}

test('orders, each submitted twice to two workers: each message is sent once', async () => {
	const sent = await submitClicks('across-workers', { acrossWorkers: true });
	const expected = clicks.map(({ to, text }) => [to, [text]] as const);
	expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(expected));
});

test('without Once Key Across Workers none of them is lost; how many are sent twice is told', async () => {
	const sent = await submitClicks('one-process', {});
	expect(new Set(sent.keys())).toEqual(new Set(clicks.map(({ to }) => to)));
	// Whether both workers take the two clicks of an order at a time, the machine decides.
	for (const texts of sent.values()) expect(texts.length).toBeLessThanOrEqual(2);
});

const posts = isWhole ? targets(2_000, 300) : targets(60, 12);
const MOST = isWhole ? 50 : 20;
const MOST_EACH = 3;

/** Bots post a form at two workers; gives the most that a number was sent, and all. */
async function underAttack(
	path: string,
	others: object,
	/** The next begin when all of one have ended. */
	waves = [posts],
): Promise<{ each: number; all: number }> {
	const limits = { maxMessagesPerDay: MOST, maxMessagesPerRecipientPerDay: MOST_EACH, ...others };
	const form = await publishForm(host, path, { limits: { values: limits } });
	const executions = new FormExecutions(host, form);
	let posted = 0;
	for (const wave of waves) {
		posted += wave.length;
		await forEach(wave, AT_ONCE, async (to) => await form.submit({ to, text: 'Hello' }));
		await executions.untilEnded(posted);
	}
	const counts = [...(await sentTexts(host)).values()].map(({ length }) => length);
	const sent = { each: Math.max(...counts), all: counts.reduce((sum, count) => sum + count) };
	const { success } = await executions.count();
	process.stdout.write(
		`${path}: ${posts.length} posts, ${JSON.stringify(sent)} sent, ${success} executions without an error\n`,
	);
	return sent;
}

test('bots post a form at two workers: Across Workers keeps to the limits of the day', async () => {
	// Else those to other numbers may take all places of the day before a third one to the same.
	const isSame = (to: string) => posts.filter((other) => other === to).length > 1;
	const waves = [posts.filter(isSame), posts.filter((to) => !isSame(to))];
	const sent = await underAttack('limits-across-workers', { acrossWorkers: true }, waves);
	expect(sent).toEqual({ each: MOST_EACH, all: MOST });
});

test('without Across Workers, the limits hold at least in each worker', async () => {
	const sent = await underAttack('limits-one-process', {});
	expect(sent.each).toBeLessThanOrEqual(2 * MOST_EACH);
	expect(sent.all).toBeGreaterThanOrEqual(MOST);
	expect(sent.all).toBeLessThanOrEqual(2 * MOST);
});

/** Send Bulk sends a hundred at a time. */
const [LIST, BATCHES] = isWhole ? [10_000, 40] : [2_000, 8];

test('a long list, the workers killed in the middle: submitted again, exactly the rest is sent', async () => {
	const list = Array.from({ length: LIST }, (_, n) => ({
		to: `3706${String(n).padStart(5, '0')}33`,
	}));
	const form = await publishList(host, 'list');
	const executions = new FormExecutions(host, form);
	// The service takes one batch in the middle and never answers: it is underway for certain.
	const unanswering = { kind: 'timeout', accepted: true, path: '/v1/sms/bulk' };
	await host.sandbox.fail({ ...unanswering, after: BATCHES, count: 1 });
	await form.submit({ list });
	await untilMet(host);
	await Promise.all([host.crash('worker1'), host.crash('worker2')]);
	const before = await sentTexts(host);
	await Promise.all([host.start('worker1'), host.start('worker2')]);
	await executions.untilEnded(1);
	await form.submit({ list });
	await executions.untilEnded(2);

	expect(before.size).toBe(100 * (BATCHES + 1));
	// n8n calls it *error* or *crashed*: whichever of main and the returned worker finds it first.
	expect((await executions.failed()).map(errorText)).toEqual([expect.stringMatching(WORKER_DIED)]);
	expect(await executions.count()).toMatchObject({ success: 1 });
	const sent = await sentTexts(host);
	const counts = list.map(({ to }) => sent.get(to)?.length ?? 0);
	expect(counts.filter((count) => count !== 1)).toEqual([]);
});
