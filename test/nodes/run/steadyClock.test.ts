import { Gate } from '../../../nodes/MessagingService/run/gate';

afterEach(() => jest.useRealTimers());

test('a gate that is held opens after as long as it was held, also if the clock is set back meanwhile', async () => {
	jest.useFakeTimers({ now: Date.parse('2026-10-25T02:59:59Z') });
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
