import type { INodeParameters } from 'n8n-workflow';

import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { Gate } from '../../../nodes/MessagingService/run/gate';
import { repeatWhereSafe } from '../../../nodes/MessagingService/run/repeat';
import { clockForTests } from '../../support/clock';
import { startNode } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { group, kept, recipients, retry, send, sendBulk } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

describe('The gate', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

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

describe('Stop', () => {
	const service = serviceForTests();
	const clock = clockForTests();

	/** Stops a run once so many requests have come, and tells of how many items it keeps that they were, or may have been, sent. */
	async function keptAfter(
		count: number,
		statusOf: (request: number) => number,
		parameters: INodeParameters,
		settings: object,
	) {
		const server = await SlowServer.start(10, statusOf, undefined, { 'retry-after': '50' });
		const credential = { ...service.credential, sandboxUrl: server.address };
		const { finished, stop } = startNode(credential, parameters, [recipients(60)], settings);
		await eventually(`${count} requests`, () => server.arrivals.length >= count);
		if (statusOf(count)) await clock.quiet();
		stop();
		const stoppedAt = Date.now();
		const run = await clock.until(finished);
		expect(`${run.error?.message} ${run.error?.httpCode}`).toMatch(/cancel|429|502/);
		expect(run.run.status).not.toBe('success');
		// Without an end of the waiting it would last for Retry-After: 50 seconds.
		expect(Date.now() - stoppedAt).toBeLessThan(30_000);
		// Long enough for another try, or for the next items.
		await clock.pass(600_000);
		await clock.quiet();
		await server.stop();
		expect(server.arrivals).toHaveLength(count);
		const memory = Object.values((kept(run)['accepted:0'] ?? {}) as object);
		return ['items', 'unknown'].map((what) => memory.filter((entry) => what in entry).length);
	}

	const report = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.to }}' };
	const fiveAtOnce = { ...send, options: group('requests', { concurrency: 5 }) };

	describe.each([
		['stopWorkflow', {}],
		['Retry On Fail and continueRegularOutput', { ...retry, onError: 'continueRegularOutput' }],
		['continueErrorOutput', { onError: 'continueErrorOutput' }],
	])('sends nothing more, and keeps what was or may have been sent: %s', (_, settings) => {
		it.each<[string, number, (request: number) => number, INodeParameters, number[]]>([
			['after a 429', 20, (request) => (request === 1 ? 429 : 200), send, [19, 0]],
			['before a repeat', 20, () => 502, report, [0, 0]],
			['without an answer', 12, (request) => (request > 7 ? 0 : 200), fiveAtOnce, [7, 5]],
			['between batches', 3, (request) => (request > 2 ? 0 : 200), sendBulk(10), [20, 10]],
		])('%s', async (_when, count, statusOf, parameters, expected) => {
			expect(await keptAfter(count, statusOf, parameters, settings)).toEqual(expected);
		});
	});
});
