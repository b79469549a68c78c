import type { Failure, IDataObject, IN8nHttpFullResponse, TimedCause } from 'n8n-workflow';

import { adviceForStatus, againAfter, BY_FIELD } from '../errors/advice';
import { Problem } from '../errors/problem';
import { contract } from './contract';
import { isPage, wordsOf } from './serviceWords';

/** The problem of an answer whose status isn't 2xx, and of its text without the API key. */
export function refusalOf(
	{ statusCode, statusMessage, headers }: Omit<IN8nHttpFullResponse, 'body'>,
	text: string,
): Problem {
	const status = [statusCode, statusMessage].filter(Boolean).join(' ');
	const retryAfterMs = retryAfter(headers['retry-after']);
	const isNoVerdict = isWrongKey(statusCode) && isPage(text);
	return new Problem(
		(statusCode < 400 && redirection(headers)) ||
			(statusCode === 407 && 'The proxy asks for a user name and a password') ||
			wordsOf(text) ||
			`The service answered ${status} without an explanation`,
		statusCode < 400 && !headers.location
			? 'Check the address in the credential.'
			: isNoVerdict
				? PAGE_ADVICE
				: adviceForStatus(statusCode),
		{
			origin: 'service',
			httpCode: String(statusCode),
			failure: isNoVerdict ? undefined : failureOf(statusCode, retryAfterMs),
			retryAfterMs,
			byField: BY_FIELD[statusCode],
			again: againAfter(statusCode),
			...consequence(statusCode, retryAfterMs),
		},
	);
}

/** The advice on a page in place of the service's answer, which says nothing of the key. */
export const PAGE_ADVICE =
	'A page answered, perhaps of a firewall or a proxy, and not the service. Check the address in the credential, and that the service or your network lets in the machine that n8n runs on.';

const { turnedAway, elsewhere, notKnown, passing } = contract['http-status'];

const has = (statuses: readonly number[], status: number) => statuses.includes(status);

/** Whether the request was carried out, and may be repeated. A 503 turned it away if it says when to come back. */
function consequence(
	statusCode: number,
	retryAfterMs?: number,
): { outcome: 'refused' | 'unknown'; repeat: 'any' | 'reads' | 'none' } {
	const isTurnedAway =
		has(turnedAway, statusCode) && (statusCode < 500 || retryAfterMs !== undefined);
	if (isTurnedAway) return { outcome: 'refused', repeat: 'any' };
	const isRefused =
		has(elsewhere, statusCode) ||
		(statusCode >= 400 && statusCode < 500 && !has(notKnown, statusCode));
	return {
		outcome: isRefused ? 'refused' : 'unknown',
		repeat: has(passing, statusCode) ? 'reads' : 'none',
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

export function isWrongKey(statusCode: number): boolean {
	return has(contract['wrong-key'].statuses, statusCode);
}

/** The cause in n8n's terms (n8n 2.36 and newer), by which a polling trigger is held back. */
function failureOf(statusCode: number, retryAfterMs?: number): Failure | undefined {
	if (isWrongKey(statusCode)) return { cause: 'credential-invalid' };
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
