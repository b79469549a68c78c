import type { INodeParameters } from 'n8n-workflow';

import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { Gate } from '../../../nodes/MessagingService/run/gate';
import { repeatWhereSafe } from '../../../nodes/MessagingService/run/repeat';
import { clockForTests } from '../../support/clock';
import { startNode, type NodeRun, type StartedRun } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { group, kept, recipients, retry, send, sendBulk, single } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

describe('The gate', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	describe('A gate', () => {
		it('lets so many out at a time, in the order in which they came', async () => {
			const gate = new Gate(2);
			const out: number[] = [];
			const soon = async () => await jest.advanceTimersByTimeAsync(0);
			const ask = (who: number) => void gate.enter().then(() => out.push(who));
			[1, 2, 3, 4, 5].forEach(ask);
			await soon();
			expect(out).toEqual([1, 2]);
			gate.leave();
			await soon();
			expect(out).toEqual([1, 2, 3]);
			for (let left = 0; left < 4; left++) gate.leave();
			await soon();
			// All have left: again two may go.
			[6, 7, 8].forEach(ask);
			await soon();
			expect(out).toEqual([1, 2, 3, 4, 5, 6, 7]);
		});

		it('pauses for as long as it is asked to, and until it is shut', async () => {
			const gate = new Gate(1);
			const ended: string[] = [];
			void gate.pause(1_000).then(() => ended.push('short'));
			void gate.pause(5_000).then(() => ended.push('long'));
			await jest.advanceTimersByTimeAsync(999);
			expect(ended).toEqual([]);
			await jest.advanceTimersByTimeAsync(1);
			expect(ended).toEqual(['short']);
			gate.shut();
			await jest.advanceTimersByTimeAsync(0);
			expect(ended).toEqual(['short', 'long']);
			// Others may have timers as well, but not within this one turn.
			const timers = jest.getTimerCount();
			const pause = gate.pause(5_000);
			expect(jest.getTimerCount()).toBe(timers);
			await pause;
		});

		it('is not held for less long by a shorter hold', async () => {
			const gate = new Gate(1);
			gate.hold(5_000);
			gate.hold(1_000);
			const begun = performance.now();
			const entered = gate.enter().then(() => performance.now() - begun);
			await jest.runAllTimersAsync();
			expect(await entered).toBe(5_000);
		});

		it('is shut from the beginning if the execution was stopped before', async () => {
			const gate = new Gate(1, AbortSignal.abort());
			expect(gate.isShut).toBe(true);
			expect(await gate.enter()).toBe(false);
		});

		it('listens no more to the execution when it is closed', () => {
			const stop = new AbortController();
			const gate = new Gate(1, stop.signal);
			gate.close();
			stop.abort();
			expect(gate.isShut).toBe(false);
		});

		it.each([
			['a rate limit', { repeat: 'any', httpCode: '429' } as const, 5_000],
			['a connection that was refused', { repeat: 'any' } as const, 0],
			['a failure that passes', { repeat: 'reads', httpCode: '502' } as const, 0],
		])('is held by %s for as long as the service asks, or not at all', async (_, details, ms) => {
			const gate = new Gate(2);
			let attempts = 0;
			const attempt = async () => {
				if (attempts++) return 'read';
				throw new Problem('No', 'Wait', { ...details, retryAfterMs: 5_000 });
			};
			const settings = { isRepeatable: true, maxWaitMs: 60_000, gate };
			const repeated = repeatWhereSafe(attempt, settings);
			await jest.advanceTimersByTimeAsync(0);
			const begun = performance.now();
			const entered = gate.enter().then(() => performance.now() - begun);
			await jest.runAllTimersAsync();
			expect(await repeated).toBe('read');
			expect(await entered).toBe(ms);
		});

		it('opens after as long as it was held, also if the clock is set back meanwhile', async () => {
			jest.setSystemTime(Date.parse('2026-10-25T02:59:59Z'));
			const gate = new Gate(1);
			gate.hold(30_000);
			let isOpen = false;
			void gate.enter().then(() => (isOpen = true));
			await jest.advanceTimersByTimeAsync(10_000);
			jest.setSystemTime(Date.parse('2026-10-25T02:00:00Z'));
			await jest.advanceTimersByTimeAsync(19_000);
			expect(isOpen).toBe(false);
			await jest.advanceTimersByTimeAsync(1_001);
			expect(isOpen).toBe(true);
		});
	});
});

describe('Stop', () => {
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

	/** Stops a run when so many requests were made and answered, and tells how many were made in the end. */
	async function stoppedAfter(count: number, parameters: INodeParameters, settings = {}) {
		const { finished, stop } = startNode(
			service.credential,
			parameters,
			[recipients(60)],
			settings,
		);
		await received(count);
		await clock.quiet();
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
		['Retry On Fail and continueRegularOutput', { ...retry, onError: 'continueRegularOutput' }],
	] as const;

	// Without an end of the waiting these runs would last for Retry-After: 50 seconds.
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
			const server = await SlowServer.start(0);
			server.hold();
			const { finished, stop } = startNode(
				{ ...service.credential, sandboxUrl: server.address },
				{ ...send, options: group('requests', { concurrency: 5 }) },
				[recipients(60)],
				how,
			);
			await eventually('5 requests', () => server.arrivals.length >= 5);
			stop();
			server.release();
			await ended(finished);
			await clock.pass(600_000);
			await clock.quiet();
			await server.stop();
			expect(server.arrivals).toHaveLength(5);
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
	});
});
