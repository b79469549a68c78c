import { Problem } from '../errors/problem';
import { steadyNow } from '../values/clock';
import type { Gate } from './gate';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

type RepeatSettings = {
	/** Whether the request only reads, so that it does no harm to make it twice. */
	isRead: boolean;
	/** How long one request may wait in all before it is given up, in ms. */
	maxWaitMs: number;
	/** When the last repeat has to begin, in ms of `steadyNow`. */
	until?: number;
	gate: Gate;
};

/**
 * Makes a request again where that can help and cannot send anything twice: one that reads after a
 * passing failure, any other only if the service certainly turned it away. It waits as long as the
 * service asks (Retry-After), else about 1, 2, 4, … 15 s. What concerns all requests, such as a rate
 * limit, holds the gate for all of them.
 *
 * @param attempt throws nothing but a Problem
 * @throws Problem that the last attempt met
 */
export async function repeatWhereSafe<T>(
	attempt: () => Promise<T>,
	{ isRead, maxWaitMs, until = Infinity, gate }: RepeatSettings,
): Promise<T> {
	let waitedMs = 0;
	for (let attempts = 1; ; attempts++) {
		const result = await attempt().then(
			(value) => ({ value }),
			(problem: Problem) => ({ problem }),
		);
		if ('value' in result) return result.value;

		const { problem } = result;
		const waitMs = waitBefore(problem.details.retryAfterMs, attempts);
		const isTooLong = waitedMs + waitMs > maxWaitMs || steadyNow() + waitMs > until;
		const isLast = isTooLong || !mayRepeat(problem, isRead);
		if (isLast) throw isRead ? harmless(problem) : problem;
		const begun = steadyNow();
		if (problem.details.repeat === 'any' && problem.details.httpCode) gate.hold(waitMs);
		else await gate.pause(waitMs);
		await gate.untilReleased();
		// Others may have held the gate for longer.
		waitedMs += Math.max(waitMs, steadyNow() - begun);
		if (gate.isShut) throw isRead ? harmless(problem) : problem;
	}
}

/** What only reads can be asked for again, whether or not the service has answered it unheard. */
function harmless({ message, description, details }: Problem): Problem {
	return new Problem(message, description, { ...details, outcome: 'refused' });
}

function mayRepeat({ details }: Problem, isRead: boolean): boolean {
	return details.repeat === 'any' || (details.repeat === 'reads' && isRead);
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
