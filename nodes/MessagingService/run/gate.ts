import { sleep } from 'n8n-workflow';

import type { Problem } from '../errors/problem';
import { steadyNow } from '../values/clock';

/**
 * Lets a number of requests out at a time, in the order in which they came. It can be held for all
 * of them, and shut: nothing more goes out then.
 */
export class Gate {
	isShut = false;

	private running = 0;

	private heldUntil = 0;

	private readonly queue: Array<() => void> = [];

	private served = 0;

	private readonly pauses = new Set<AbortController>();

	/**
	 * @param width how many requests may run at once
	 * @param signal shuts the gate when the execution is stopped
	 */
	constructor(
		private readonly width: number,
		private readonly signal?: AbortSignal,
	) {
		if (signal?.aborted) this.shut();
		signal?.addEventListener('abort', this.onAbort, { once: true });
	}

	private readonly onAbort = () => this.shut();

	/** To be called when nothing more will go out: a loop makes many gates during one execution. */
	close(): void {
		this.signal?.removeEventListener('abort', this.onAbort);
	}

	/** Whether the request may go out; it has to `leave` afterwards. False once the gate is shut. */
	async enter(): Promise<boolean> {
		if (this.isShut) return false;
		if (this.running < this.width) this.running++;
		else await new Promise<void>((resolve) => this.queue.push(resolve));
		await this.untilReleased();
		return !this.isShut;
	}

	leave(): void {
		const next = this.isShut ? undefined : this.queue[this.served];
		if (next) {
			this.served++;
			next();
			return;
		}
		this.running--;
	}

	/** No request goes out for so long, in ms. */
	hold(ms: number): void {
		this.heldUntil = Math.max(this.heldUntil, steadyNow() + ms);
	}

	/** Waits until the gate is held no more, or is shut. */
	async untilReleased(): Promise<void> {
		while (!this.isShut && steadyNow() < this.heldUntil) {
			await this.pause(this.heldUntil - steadyNow());
		}
	}

	/** Waits so long, in ms, or until the gate is shut. */
	async pause(ms: number): Promise<void> {
		if (this.isShut) return;
		const own = new AbortController();
		this.pauses.add(own);
		const cutShort = new Promise<void>((resolve) => {
			own.signal.addEventListener('abort', () => resolve(), { once: true });
		});
		// sleep throws when it is cut short; in n8n 2.0 and before it cannot be.
		await Promise.race([sleep(ms, own.signal).catch(() => undefined), cutShort]);
		this.pauses.delete(own);
	}

	shut(): void {
		this.isShut = true;
		for (const pause of this.pauses) pause.abort();
		for (const wake of this.queue) wake();
	}
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

type RepeatSettings = {
	/** Whether the request only reads, or sets what is set already the second time: it does no harm to make it twice. */
	isRepeatable: boolean;
	/** How long one request may wait in all before it is given up, in ms. */
	maxWaitMs: number;
	/** When the last repeat has to begin, in ms of `steadyNow`. */
	until?: number;
	gate: Gate;
};

/**
 * Makes a request again where that can help and cannot send anything twice: one that is repeatable after
 * a passing failure, any other only if the service certainly turned it away. It waits as long as the
 * service asks (Retry-After), else about 1, 2, 4, … 15 s. What concerns all requests, such as a rate
 * limit, holds the gate for all of them.
 *
 * @param attempt throws nothing but a Problem
 * @throws Problem that the last attempt met
 */
export async function repeatWhereSafe<T>(
	attempt: () => Promise<T>,
	{ isRepeatable, maxWaitMs, until = Infinity, gate }: RepeatSettings,
): Promise<T> {
	let waitedMs = 0;
	for (let attempts = 1; ; attempts++) {
		const result = await attempt().then(
			(value) => ({ value }),
			(problem: Problem) => ({ problem }),
		);
		if ('value' in result) return result.value;

		const { problem } = result;
		const { repeat, retryAfterMs, httpCode } = problem.details;
		const waitMs = waitBefore(retryAfterMs, attempts);
		const isTooLong = waitedMs + waitMs > maxWaitMs || steadyNow() + waitMs > until;
		const mayRepeat = repeat === 'any' || (repeat === 'reads' && isRepeatable);
		// What does no harm twice can be asked for again, whether or not the service has carried it out unheard.
		const told = isRepeatable ? problem.with({ outcome: 'refused' }) : problem;
		if (isTooLong || !mayRepeat) throw told;
		const begun = steadyNow();
		if (repeat === 'any' && httpCode) gate.hold(waitMs);
		else await gate.pause(waitMs);
		await gate.untilReleased();
		// Others may have held the gate for longer.
		waitedMs += Math.max(waitMs, steadyNow() - begun);
		if (gate.isShut) throw told;
	}
}

/**
 * How long to wait, in ms: what the service asked for, or twice as long each time, give or take a quarter.
 * A service that goes on asking for less than a second is not believed.
 *
 * @param attempts how many have failed so far
 * @param chance from 0 to 1
 */
export function waitBefore(
	retryAfterMs: number | undefined,
	attempts: number,
	chance = Math.random(),
): number {
	const isAsked = retryAfterMs !== undefined;
	if (isAsked && (attempts === 1 || retryAfterMs >= FIRST_WAIT_MS)) return retryAfterMs;
	const doublings = attempts - (isAsked ? 2 : 1);
	const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** doublings);
	return waitMs * (0.75 + chance / 2);
}
