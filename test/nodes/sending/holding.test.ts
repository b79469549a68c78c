import { Gate } from '../../../nodes/MessagingService/sending/gate';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** After how many ms a gate lets the next request out. */
async function opensAfter(gate: Gate): Promise<number> {
	const begun = performance.now();
	const entered = gate.enter();
	await jest.runAllTimersAsync();
	await entered;
	return performance.now() - begun;
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
