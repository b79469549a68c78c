import { forEach, publishForm } from './support/form.ts';
import { FormExecutions } from './support/formExecutions.ts';
import { openCluster, type QueueHost, sentTexts, until } from './support/index.ts';

const ORDERS = 100;
const AT_ONCE = 20;

/** Each order twice, one right after the other, as when somebody clicks twice. */
const submissions = Array.from({ length: 2 * ORDERS }, (_, n) => ({
	to: `3706${String(Math.floor(n / 2)).padStart(5, '0')}22`,
	text: `Order ${Math.floor(n / 2)}`,
}));
const once = new Map(submissions.map(({ to, text }) => [to, [text]]));

let host: QueueHost;
beforeAll(async () => {
	host = await openCluster();
});

/** Submits all of them to two workers; gives the texts that each number was sent. */
async function submitAll(path: string, options: object): Promise<Map<string, string[]>> {
	await host.sandbox.reset();
	const form = await publishForm(host, path, { onceKey: '={{ $json.body.to }}', ...options });
	const executions = new FormExecutions(host, form);
	await forEach(submissions, AT_ONCE, form.submit);
	await until('all executions have ended', async () => {
		const { success = 0, error = 0 } = await executions.count();
		return success + error === submissions.length;
	});
	expect(await executions.count()).toEqual({ success: submissions.length });

	const sent = await sentTexts(host);
	const twice = [...sent.values()].filter(({ length }) => length > 1).length;
	process.stdout.write(
		`${path}: ${submissions.length} executions in ${(await executions.seconds()).toFixed(0)} s, ${twice} of ${ORDERS} sent twice\n`,
	);
	return sent;
}

test('100 orders, each submitted twice to two workers: each message is sent once', async () => {
	expect(await submitAll('across-workers', { onceKeyAcrossWorkers: true })).toEqual(once);
});

test('without Once Key Across Workers none is lost, but some are sent twice', async () => {
	const sent = await submitAll('one-process', {});
	expect([...sent.keys()].sort()).toEqual([...once.keys()].sort());
	expect(Math.max(...[...sent.values()].map(({ length }) => length))).toBe(2);
});
