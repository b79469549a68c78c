import type { INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import type { NodeRun, StartedRun } from '../../support/engine';
import { startNode } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { kept, recipients, retry, send, sendBulk, single, group } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

const service = serviceForTests();
const clock = clockForTests();

const report = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.to }}' };

/** Waits until the service has received so many requests. */
async function received(count: number): Promise<void> {
	await eventually(`${count} requests`, async () => (await service.received()).length >= count);
}

/** What became of a run that was stopped, which is not to wait for what it was waiting for. */
async function ended(finished: StartedRun['finished']): Promise<NodeRun> {
	const stoppedAt = Date.now();
	const run = await clock.until(finished);
	expect(run.error?.message).toMatch(/cancel|asked to answer (429|502)/);
	expect(Date.now() - stoppedAt).toBeLessThan(30_000);
	return run;
}

/**
 * Stops a run when so many requests were made, and tells how many were made in the end.
 *
 * @param areAnswered whether it is stopped while it waits for the next ones, or for answers
 */
async function stoppedAfter(
	count: number,
	parameters: INodeParameters,
	settings = {},
	areAnswered = true,
) {
	const { finished, stop } = startNode(service.credential, parameters, [recipients(60)], settings);
	await received(count);
	if (areAnswered) await clock.quiet();
	stop();
	const run = await ended(finished);
	const made = (await service.received()).length;
	// Long enough for another try, or for the next items.
	await clock.pass(600_000);
	await clock.quiet();
	expect(await service.received()).toHaveLength(made);
	return { run, made };
}

const onErrors = [
	['stopWorkflow', {}],
	['continueErrorOutput', { onError: 'continueErrorOutput' }],
	['Retry On Fail', retry],
	['Retry On Fail and continueRegularOutput', { ...retry, onError: 'continueRegularOutput' }],
] as const;

// Without an end of the waiting these runs would last for Retry-After: 50 seconds.
describe('Stop', () => {
	it.each(onErrors)('ends the waiting after a 429, and sends nothing more: %s', async (_, how) => {
		await service.fail({ ...single, kind: 'status', status: 429, retryAfter: 50 });
		const { made, run } = await stoppedAfter(20, send, how);
		expect(made).toBe(20);
		expect(run.run.status).not.toBe('success');
	});

	it.each(onErrors)('sends nothing of those that wait for their turn: %s', async (_, how) => {
		await service.control('POST', 'latency', { ms: 200 });
		const { made } = await stoppedAfter(
			5,
			{ ...send, options: group('requests', { concurrency: 5 }) },
			how,
			false,
		);
		expect(made).toBe(5);
	});

	it('keeps what was or may have been sent, for Retry in the list of executions', async () => {
		const server = await SlowServer.start(10, (request) => (request > 7 ? 0 : 200));
		const { finished, stop } = startNode(
			{ ...service.credential, sandboxUrl: server.address },
			{ ...send, options: group('requests', { concurrency: 5 }) },
			[recipients(60)],
			{ onError: 'continueErrorOutput' },
		);
		await eventually('12 requests', () => server.arrivals.length >= 12);
		stop();
		const run = await ended(finished);
		await server.stop();
		const memory = Object.values(kept(run)['accepted:0'] as object);
		expect(memory.filter((entry) => 'items' in entry)).toHaveLength(7);
		expect(memory.filter((entry) => 'unknown' in entry)).toHaveLength(5);
	});

	it('ends the waiting before a repeat', async () => {
		await service.fail({ path: '/v1/sms/report', kind: 'status', status: 502, count: 1000 });
		const { made } = await stoppedAfter(20, report);
		expect(made).toBe(20);
	});

	it.each([
		['stopWorkflow', {}],
		['continueErrorOutput', { onError: 'continueErrorOutput' }],
	] as const)('sends no further batch, and keeps what was sent: %s', async (_, how) => {
		const server = await SlowServer.start(10, (request) => (request > 2 ? 0 : 200));
		const { finished, stop } = startNode(
			{ ...service.credential, sandboxUrl: server.address },
			sendBulk(10),
			[recipients(60)],
			how,
		);
		await eventually('3 requests', () => server.arrivals.length >= 3);
		stop();
		const run = await ended(finished);
		await clock.pass(600_000);
		await clock.quiet();
		await server.stop();
		expect(server.arrivals).toHaveLength(3);
		const memory = Object.values(kept(run)['accepted:0'] as object);
		expect(memory.map((entry) => Object.keys(entry)[0])).toEqual([
			...Array(20).fill('items'),
			...Array(10).fill('unknown'),
		]);
	});

	it('reaches the batches of n8n that have not begun', async () => {
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 60 } } };
		const { finished, stop } = startNode(service.credential, { ...send, requestOptions }, [
			recipients(10),
		]);
		await received(2);
		stop();
		await ended(finished);
		expect(await service.received()).toHaveLength(2);
	});
});
