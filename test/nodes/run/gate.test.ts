import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { Gate } from '../../../nodes/MessagingService/run/gate';
import { repeatWhereSafe } from '../../../nodes/MessagingService/run/repeat';

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
