import type { FastifyRequest } from 'fastify';

/** A request as it was received, without the key, and the status it was answered with. */
export interface LoggedRequest {
	/** Counts from 1 since the log was cleared. */
	number: number;
	time: string;
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, unknown>;
	body: unknown;
	/** Null while there is no answer, and for ever when the connection was dropped. */
	status: number | null;
	/** The people to whom the service then sends something, whatever it was answered with. */
	accepted?: string[];
	/** Whether the service refused it, whatever status it was answered with. */
	isRefused?: boolean;
	/** Whether the answer was another than the service's. */
	isFaulty?: boolean;
	/** What it was answered with, also without the key; only of the latest ones, and if it is text. */
	answer?: string;
}

const kept = 10_000;
const keptAnswers = 12;

/** The key's parameter in any spelling: a request that was refused for its spelling holds the key too. */
const redacted = (values: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, isKey(name) ? '***' : value]),
	);

const isKey = (name: string) =>
	name
		.toLowerCase()
		.replace(/[^a-z]/g, '')
		.includes('apikey');

/** The path of a request, without its query. */
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0];

/** The last requests that the service received, and how many there were in all. */
export function createRequestLog() {
	let entries: LoggedRequest[] = [];
	let total = 0;
	let clearings = 0;
	return {
		clear() {
			entries = [];
			total = 0;
			clearings += 1;
		},
		record(request: FastifyRequest, now: number): LoggedRequest {
			total += 1;
			const entry: LoggedRequest = {
				number: total,
				time: new Date(now).toISOString(),
				method: request.method,
				path: pathOf(request),
				query: redacted(request.query as Record<string, unknown>),
				headers: redacted(request.headers),
				body: undefined,
				status: null,
			};
			entries.push(entry);
			delete entries.at(-1 - keptAnswers)?.answer;
			// Cut now and then only: shift() on every request would move the whole array.
			if (entries.length >= 2 * kept) entries = entries.slice(-kept);
			return entry;
		},
		answered(entry: LoggedRequest, status: number, answer: unknown, apiKey: string) {
			entry.status = status;
			if (typeof answer !== 'string' || !entries.slice(-keptAnswers).includes(entry)) return;
			entry.answer = answer.replaceAll(apiKey, '***');
		},
		total: () => total,
		/** How often it was cleared. */
		clearings: () => clearings,
		all: () => entries.slice(-kept),
		latest: (count = kept) => entries.slice(-count),
	};
}
