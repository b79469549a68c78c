import type { IHttpRequestOptions } from 'n8n-workflow';

import { timedOut } from '../errors/asProblem';
import { steadyNow } from '../values/clock';

/** The user's Request Options: proxy, certificate check, and how long to wait. */
export type RequestSettings = Partial<IHttpRequestOptions> & {
	/** Until the answer begins, in ms. */
	timeout: number;
	/** Until it has ended; as long again if it is not given. */
	wholeMs?: number;
};

/** The longest time that Node.js can wait, in ms. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What a task gives, if it is there in time. n8n's own time-out is over when an answer begins: one that does not
 * end, or changes to another protocol (101), would be waited for forever.
 *
 * @param ms how long the task may take in all
 * @param task gets a signal that aborts it when its time is over, or `stopped` is aborted
 * @throws Problem if it takes longer
 */
export async function inTime<T>(
	ms: number,
	task: (signal: AbortSignal) => Promise<T>,
	stopped?: AbortSignal,
): Promise<T> {
	const limit = AbortSignal.timeout(Math.min(LONGEST_MS, Math.max(1, Math.ceil(ms))));
	// In place of AbortSignal.any, whose signals some versions of Node.js keep as long as `stopped` lives.
	const aborting = new AbortController();
	const abort = () => aborting.abort();
	stopped?.addEventListener('abort', abort);
	if (stopped?.aborted) abort();
	let end = () => {};
	return await new Promise<T>((resolve, reject) => {
		end = () => {
			reject(timedOut());
			abort();
		};
		limit.addEventListener('abort', end);
		task(aborting.signal).then(resolve, reject);
	}).finally(() => {
		limit.removeEventListener('abort', end);
		stopped?.removeEventListener('abort', abort);
	});
}

/** The user's Request Options, with a time-out that does not go beyond `until`, but is a second at least. */
export function limitedTo(until: number | undefined, settings: RequestSettings): RequestSettings {
	if (until === undefined) return settings;
	const leftMs = Math.max(1000, until - steadyNow());
	return { ...settings, timeout: Math.min(settings.timeout, leftMs), wholeMs: leftMs };
}
