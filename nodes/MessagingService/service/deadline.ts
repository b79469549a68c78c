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
 * What a request gives, if it is there in time. n8n's own time-out is over when an answer begins: one that does not
 * end, or changes to another protocol (101), would be waited for forever.
 *
 * @param ms how long the request may take in all
 * @throws Problem if it takes longer
 */
export async function inTime<T>(ms: number, request: PromiseLike<T>): Promise<T> {
	const limit = AbortSignal.timeout(Math.min(LONGEST_MS, Math.max(1, Math.ceil(ms))));
	let end = () => {};
	const late = new Promise<never>((_, reject) => {
		end = () => reject(timedOut());
		limit.addEventListener('abort', end);
	});
	return await Promise.race([request, late]).finally(() => limit.removeEventListener('abort', end));
}

/** The user's Request Options, with a time-out that does not go beyond `until`, but is a second at least. */
export function limitedTo(until: number | undefined, settings: RequestSettings): RequestSettings {
	if (until === undefined) return settings;
	const leftMs = Math.max(1000, until - steadyNow());
	return { ...settings, timeout: Math.min(settings.timeout, leftMs), wholeMs: leftMs };
}
