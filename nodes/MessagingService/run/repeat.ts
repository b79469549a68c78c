import type { Problem } from '../errors/problem';
import { steadyNow } from '../service/deadline';
import type { Gate } from './gate';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

type RepeatSettings = {
	/** Whether the request does no harm the second time: it only reads, or sets the same again. */
	isRepeatable: boolean;
	/** How long one request may wait in all before it is given up, in ms. */
	maxWaitMs: number;
	/** When the last repeat has to begin, in ms of `steadyNow`. */
	until?: number;
	gate: Gate;
};

/**
 * Makes a request again where that can help and cannot send anything twice: a repeatable one after a passing failure,
 * any other only if the service certainly turned it away. A limit for all requests, such as a rate, holds the gate.
 * @throws Problem that the last attempt met: an attempt throws nothing else
 */
export async function repeatWhereSafe<T>(
	attempt: () => Promise<T>,
	{ isRepeatable, maxWaitMs, until = Infinity, gate }: RepeatSettings,
): Promise<T> {
	let waitedMs = 0;
	for (let attempts = 1; ; attempts++) {
		let problem: Problem;
		try {
			return await attempt();
		} catch (error) {
			problem = error as Problem;
		}
		const { repeat, retryAfterMs, httpCode } = problem.details;
		const waitMs = waitBefore(retryAfterMs, attempts);
		const isTooLong = waitedMs + waitMs > maxWaitMs || steadyNow() + waitMs > until;
		const mayRepeat = repeat === 'any' || (repeat === 'reads' && isRepeatable);
		// A repeatable request can be made again, whether or not the service has carried it out unheard.
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

/** The time to wait, in ms: as the service asked (less than a second only once), else about 1, 2, 4, … 15 s. */
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
