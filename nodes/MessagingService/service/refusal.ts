import type { Failure, IDataObject, IN8nHttpFullResponse, TimedCause } from 'n8n-workflow';

import { adviceForStatus } from '../errors/advice';
import { Problem } from '../errors/problem';
import { serviceWords } from './serviceWords';

/** Whether the service says that it did what it was asked for. */
export function isAccepted({ statusCode }: Pick<IN8nHttpFullResponse, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/**
 * What an answer means whose status is not 2xx.
 *
 * @param text the answer's, without the API key
 */
export function refusalOf(
	{ statusCode, statusMessage, headers }: Omit<IN8nHttpFullResponse, 'body'>,
	text: string,
): Problem {
	const status = [statusCode, statusMessage].filter(Boolean).join(' ');
	const retryAfterMs = retryAfter(headers['retry-after']);
	return new Problem(
		(statusCode < 400 && redirection(headers)) ||
			serviceWords(text) ||
			`The service answered ${status} without an explanation`,
		statusCode < 400 && !headers.location ? CHECK_ADDRESS : adviceForStatus(statusCode),
		{
			origin: 'service',
			httpCode: String(statusCode),
			failure: failureOf(statusCode, retryAfterMs),
			retryAfterMs,
			...consequence(statusCode, retryAfterMs),
		},
	);
}

const CHECK_ADDRESS = 'Check the address in the credential.';

const PASSING = [429, 502, 503, 504];

/** Redirects that say that the same request is to be made elsewhere, so that nothing was done here. */
const TEMPORARY_AND_PERMANENT = [307, 308];

/**
 * Whether a status means that the request was certainly not carried out, and which requests may be
 * repeated (docs/assumptions.md: the specification shows no statuses). A 503 says when to come back only if it
 * turned the request away; 408 may come after it was read, and a 303 shows what came of it.
 */
function consequence(
	statusCode: number,
	retryAfterMs?: number,
): { outcome: 'refused' | 'unknown'; repeat: 'any' | 'reads' | 'none' } {
	const turnedAway = statusCode === 429 || (statusCode === 503 && retryAfterMs !== undefined);
	if (turnedAway) return { outcome: 'refused', repeat: 'any' };
	const isRefused =
		TEMPORARY_AND_PERMANENT.includes(statusCode) ||
		(statusCode >= 400 && statusCode < 500 && statusCode !== 408);
	return {
		outcome: isRefused ? 'refused' : 'unknown',
		repeat: PASSING.includes(statusCode) ? 'reads' : 'none',
	};
}

/** Where a redirect leads, without the query, which may hold the key. */
function redirection(headers: IDataObject): string {
	const location = headers.location;
	return typeof location === 'string' ? `The address redirects to ${location.split('?')[0]}` : '';
}

const TIMED_CAUSES: Partial<Record<number, TimedCause>> = {
	402: 'quota-exhausted',
	429: 'rate-limited',
	503: 'temporarily-unavailable',
};

/** The cause in n8n's terms (n8n 2.36 and newer), by which a polling trigger is held back. */
function failureOf(statusCode: number, retryAfterMs?: number): Failure | undefined {
	if (statusCode === 401 || statusCode === 403) return { cause: 'credential-invalid' };
	const cause = TIMED_CAUSES[statusCode];
	return cause && { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** A Retry-After header in milliseconds from now: it holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfter(header: unknown): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const text = String(header).trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// JavaScript takes almost any text with a number in it for a date.
	const isDate = /^(mon|tue|wed|thu|fri|sat|sun)|^\d{4}-\d\d-\d\dT/i.test(text);
	const date = isDate ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
