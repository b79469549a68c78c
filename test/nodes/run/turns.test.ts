import { Gate } from '../../../nodes/MessagingService/run/gate';
import { readRunOptions } from '../../../nodes/MessagingService/run/settings';
import { group } from '../../support/sending';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

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

	it('turns away who waits when it is shut, and who comes after', async () => {
		const gate = new Gate(1);
		const queue = new Queue(gate);
		await queue.ask(1, 2, 3);
		await queue.leave();
		gate.shut();
		await jest.advanceTimersByTimeAsync(0);
		await queue.ask(4);
		expect(queue.decided).toEqual([
			[1, true],
			[2, true],
			[3, false],
			[4, false],
		]);
		// Whoever is out still comes back, and lets nobody in.
		await queue.leave();
		gate.shut();
		expect(queue.decided).toHaveLength(4);
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

	it('is shut when the execution is stopped', () => {
		const stop = new AbortController();
		const gate = new Gate(1, stop.signal);
		expect(gate.isShut).toBe(false);
		stop.abort();
		expect(gate.isShut).toBe(true);
	});
});

describe('The options of a run', () => {
	it('have defaults, and are read', () => {
		expect(readRunOptions({})).toEqual({
			concurrency: 20,
			maxWaitMs: 60_000,
			resendUnknown: undefined,
		});
		const values = { concurrency: '1', maxWait: 0, onUnknownOutcome: 'resend' };
		expect(readRunOptions(group('requests', values), true)).toEqual({
			concurrency: 1,
			maxWaitMs: 0,
			resendUnknown: true,
		});
		const usual = group('requests', { onUnknownOutcome: 'doNotResend' });
		for (const given of [{}, usual]) expect(readRunOptions(given, true).resendUnknown).toBe(false);
	});

	it.each([
		[group('requests', { concurrency: 0 }), "'Concurrency' isn't a whole number from 1 to 100: 0"],
		[
			group('requests', { concurrency: 101 }),
			"'Concurrency' isn't a whole number from 1 to 100: 101",
		],
		[group('requests', { maxWait: -1 }), "'Max Wait' isn't a whole number from 0 to 900: -1"],
		[group('requests', { maxWait: 901 }), "'Max Wait' isn't a whole number from 0 to 900: 901"],
		[
			group('requests', { onUnknownOutcome: 'maybe' }),
			"'On Unknown Outcome' is neither doNotResend nor resend: maybe",
		],
	])('are refused: %j', (options, message) => {
		expect(() => readRunOptions(options)).toThrow(
			expect.objectContaining({ message, description: expect.stringMatching(/[\w']\.$/) }),
		);
	});
});
