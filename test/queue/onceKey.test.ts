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

let host: QueueHost;
beforeAll(async () => {
	host = await openCluster();
	await host.sandbox.reset();
});

test('100 orders, each submitted twice to two workers: each message is sent once', async () => {
	const form = await publishForm(host, 'once', {
		onceKey: '={{ $json.body.to }}',
		onceKeyAcrossWorkers: true,
	});
	const executions = new FormExecutions(host, form);
	await forEach(submissions, AT_ONCE, form.submit);
	await until('all executions have ended', async () => {
		const { success = 0, error = 0 } = await executions.count();
		return success + error === submissions.length;
	});
	expect(await executions.count()).toEqual({ success: submissions.length });

	const sent = await sentTexts(host);
	const expected = submissions.map(({ to, text }) => [to, [text]] as const);
	expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(expected));
	process.stdout.write(
		`${submissions.length} executions in ${(await executions.seconds()).toFixed(0)} s\n`,
	);
});
