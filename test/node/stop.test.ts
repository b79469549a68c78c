import type { INodeParameters } from 'n8n-workflow';

import { startNode } from '../support/engine';
import { kept, pause, recipients, retry, roads, sendBulk } from '../support/sending';
import { serviceForTests } from '../support/service';
import { SlowServer } from '../support/slowServer';

const service = serviceForTests();

const report = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.to }}' };

/** Waits until the service has received so many requests. */
async function received(count: number): Promise<void> {
	while ((await service.received()).length < count) await pause(10);
}

/** Stops a run when so many requests were made, and tells how many were made in the end. */
async function stoppedAfter(count: number, parameters: INodeParameters, settings = {}) {
	const { finished, stop } = startNode(service.credential, parameters, [recipients(60)], settings);
	await received(count);
	stop();
	const run = await finished;
	const made = (await service.received()).length;
	// Long enough for another try, or for the next items.
	await pause(300);
	expect(await service.received()).toHaveLength(made);
	return { run, made };
}

const onErrors = [
	['stopWorkflow', {}],
	['continueErrorOutput', { onError: 'continueErrorOutput' }],
	['Retry On Fail', retry],
	['Retry On Fail and continueRegularOutput', { ...retry, onError: 'continueRegularOutput' }],
] as const;

describe.each(roads)('$road', ({ send, single }) => {
	// Without an end of the waiting these tests would last for Retry-After: 50 seconds.
	describe('Stop', () => {
		it.each(onErrors)(
			'ends the waiting after a 429, and sends nothing more: %s',
			async (_, how) => {
				await service.fail({ ...single, kind: 'status', status: 429, retryAfter: 50 });
				const { made, run } = await stoppedAfter(20, send, how);
				expect(made).toBe(20);
				expect(run.run.status).not.toBe('success');
			},
		);

		it.each(onErrors)('sends nothing of those that wait for their turn: %s', async (_, how) => {
			await service.control('POST', 'latency', { ms: 200 });
			const { made } = await stoppedAfter(5, { ...send, options: { concurrency: 5 } }, how);
			expect(made).toBe(5);
		});

		it('keeps what was or may have been sent, for Retry in the list of executions', async () => {
			const server = await SlowServer.start(10, (request) => (request > 7 ? 0 : 200));
			const { finished, stop } = startNode(
				{ ...service.credential, sandboxUrl: server.address },
				{ ...send, options: { concurrency: 5 } },
				[recipients(60)],
				{ onError: 'continueErrorOutput' },
			);
			while (server.arrivals.length < 12) await pause(10);
			stop();
			const run = await finished;
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
			while (server.arrivals.length < 3) await pause(10);
			stop();
			const run = await finished;
			await pause(100);
			await server.stop();
			expect(server.arrivals).toHaveLength(3);
			const memory = Object.values(kept(run)['accepted:0'] as object);
			expect(memory.map((entry) => Object.keys(entry)[0])).toEqual([
				...Array(20).fill('items'),
				...Array(10).fill('unknown'),
			]);
		});

		it('ends the waiting of a batch', async () => {
			await service.fail({ path: '/v1/sms/bulk', kind: 'status', status: 429, retryAfter: 50 });
			const { made } = await stoppedAfter(1, sendBulk(10), retry);
			expect(made).toBe(1);
		});

		it('reaches the batches of n8n that have not begun', async () => {
			const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 60 } } };
			const { finished, stop } = startNode(service.credential, { ...send, requestOptions }, [
				recipients(10),
			]);
			await received(2);
			stop();
			await finished;
			expect(await service.received()).toHaveLength(2);
		});
	});
});
