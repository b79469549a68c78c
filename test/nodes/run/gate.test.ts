import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { Gate, repeatWhereSafe } from '../../../nodes/MessagingService/run/gate';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** After how many ms a gate lets the next request out. */
async function opensAfter(gate: Gate): Promise<number> {
	const begun = performance.now();
	const entered = gate.enter().then(() => performance.now() - begun);
	await jest.runAllTimersAsync();
	return await entered;
}

/** Who asked to go out, and what was decided so far, in the order in which it was. */
class Queue {
	readonly decided: Array<[who: number, mayGo: boolean]> = [];

	constructor(private readonly gate: Gate) {}

	async ask(...who: number[]): Promise<void> {
		for (const one of who) {
			void this.gate.enter().then((mayGo) => this.decided.push([one, mayGo]));
		}
		await jest.advanceTimersByTimeAsync(0);
	}

	async leave(): Promise<void> {
		this.gate.leave();
		await jest.advanceTimersByTimeAsync(0);
	}
}

describe('A gate', () => {
	it('lets so many out at a time, in the order in which they came', async () => {
		const queue = new Queue(new Gate(2));
		await queue.ask(1, 2, 3, 4, 5);
		expect(queue.decided).toEqual([1, 2].map((one) => [one, true]));
		await queue.leave();
		expect(queue.decided).toEqual([1, 2, 3].map((one) => [one, true]));
		for (let left = 0; left < 4; left++) await queue.leave();
		// All have left: again two may go.
		await queue.ask(6, 7, 8);
		expect(queue.decided).toEqual([1, 2, 3, 4, 5, 6, 7].map((one) => [one, true]));
	});

	it('holds all of them, and lets none out that it is shut for meanwhile', async () => {
		const gate = new Gate(2);
		const queue = new Queue(gate);
		gate.hold(1_000);
		await queue.ask(1);
		await jest.advanceTimersByTimeAsync(999);
		expect(queue.decided).toEqual([]);
		await jest.advanceTimersByTimeAsync(1);
		expect(queue.decided).toEqual([[1, true]]);
		gate.hold(1_000);
		await queue.ask(2);
		gate.shut();
		await jest.advanceTimersByTimeAsync(0);
		expect(queue.decided).toEqual([
			[1, true],
			[2, false],
		]);
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
		expect(await opensAfter(gate)).toBe(5_000);
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
