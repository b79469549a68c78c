import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { Gate } from '../../../nodes/MessagingService/run/gate';
import { repeatWhereSafe } from '../../../nodes/MessagingService/run/repeat';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** After how many ms a gate lets the next request out. */
async function opensAfter(gate: Gate): Promise<number> {
	const begun = performance.now();
	const entered = gate.enter().then(() => performance.now() - begun);
	await jest.runAllTimersAsync();
	return await entered;
}

test('a shorter hold does not shorten a longer one', async () => {
	const gate = new Gate(1);
	gate.hold(5_000);
	gate.hold(1_000);
	expect(await opensAfter(gate)).toBe(5_000);
});

test('a gate is shut from the beginning if the execution was stopped before', async () => {
	const gate = new Gate(1, AbortSignal.abort());
	expect(gate.isShut).toBe(true);
	expect(await gate.enter()).toBe(false);
});

test('a gate that is closed listens no more to the execution', () => {
	const stop = new AbortController();
	const gate = new Gate(1, stop.signal);
	gate.close();
	stop.abort();
	expect(gate.isShut).toBe(false);
});

test.each([
	['a rate limit', { repeat: 'any', httpCode: '429' } as const, 5_000],
	['a connection that was refused', { repeat: 'any' } as const, 0],
	['a failure that passes', { repeat: 'reads', httpCode: '502' } as const, 0],
])('%s holds the others for as long as the service asks, or not at all', async (_, details, ms) => {
	const gate = new Gate(2);
	let attempts = 0;
	const attempt = async () => {
		if (attempts++) return 'read';
		throw new Problem('No', 'Wait', { ...details, retryAfterMs: 5_000 });
	};
	const settings = { isRead: true, maxWaitMs: 60_000, gate };
	const repeated = repeatWhereSafe(attempt, settings);
	await jest.advanceTimersByTimeAsync(0);
	const begun = performance.now();
	const entered = gate.enter().then(() => performance.now() - begun);
	await jest.runAllTimersAsync();
	expect(await repeated).toBe('read');
	expect(await entered).toBe(ms);
});
