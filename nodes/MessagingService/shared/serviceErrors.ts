import type {
	Failure,
	IDataObject,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

import { adviceForStatus } from './advice';
import { Problem } from './problems';
import { serviceWords } from './serviceWords';

/**
 * postReceive hook of every operation: an answer that is no success becomes an error.
 *
 * @throws Problem with the service's own words as its message
 */
export async function throwApiError(
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	throwIfRefused(response);
	return items;
}

/** @throws Problem unless the status is 2xx */
export function throwIfRefused({
	statusCode,
	statusMessage,
	headers,
	body,
}: IN8nHttpFullResponse): void {
	if (statusCode >= 200 && statusCode < 300) return;

	const status = [statusCode, statusMessage].filter(Boolean).join(' ');
	throw new Problem(
		redirection(headers) ||
			serviceWords(body) ||
			`The service answered ${status} without an explanation`,
		adviceForStatus(statusCode),
		{
			origin: 'service',
			httpCode: String(statusCode),
			failure: failureOf(statusCode, headers),
			retryAfterMs: retryAfter(headers['retry-after']),
			...consequence(statusCode, headers),
		},
	);
}

const PASSING = [429, 502, 503, 504];

/**
 * Whether a status means that the request was certainly not carried out, and which requests may be
 * repeated. A 503 says when to come back only if it turned the request away.
 */
function consequence(
	statusCode: number,
	headers: IDataObject,
): { outcome: 'refused' | 'unknown'; repeat: 'any' | 'reads' | 'none' } {
	const turnedAway =
		statusCode === 429 || (statusCode === 503 && retryAfter(headers['retry-after']) !== undefined);
	if (turnedAway) return { outcome: 'refused', repeat: 'any' };
	return {
		outcome: statusCode >= 500 || statusCode === 408 ? 'unknown' : 'refused',
		repeat: PASSING.includes(statusCode) ? 'reads' : 'none',
	};
}

/** Where a redirect leads, without the query, which may hold the key. */
function redirection(headers: IDataObject): string {
	const location = headers.location;
	return typeof location === 'string' ? `The address redirects to ${location.split('?')[0]}` : '';
}

/** The cause in n8n's terms (n8n 2.36 and newer), by which a polling trigger is held back. */
function failureOf(statusCode: number, headers: IDataObject): Failure | undefined {
	if (statusCode === 401 || statusCode === 403) return { cause: 'credential-invalid' };
	if (statusCode !== 429 && statusCode !== 503) return undefined;
	const retryAfterMs = retryAfter(headers['retry-after']);
	return {
		cause: statusCode === 429 ? 'rate-limited' : 'temporarily-unavailable',
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
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
