import type { FastifyRequest } from 'fastify';
import { isSecret, masked } from '../page/curl.js';
import { noteChange } from '../changes.ts';
import { iso } from '../clock.ts';

/** A request as it was received, without the key, and the status it was answered with. */
export interface LoggedRequest {
	/** Counts from 1 since the log was cleared. */
	number: number;
	time: string;
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, unknown>;
	/** As text if it is no JSON, or only a text in it. */
	body: unknown;
	/** Null while there is no answer, and for ever when the connection was dropped. */
	status: number | null;
	/** The people to whom the service then sends something, whatever it was answered with. */
	accepted?: string[];
	/** Whether the service refused it, whatever status it was answered with. */
	isRefused?: boolean;
	/** Whether the answer was another than the service's. */
	isFaulty?: boolean;
	/** What it was answered with, also without the key, if it is text. */
	answer?: string;
}

const kept = 10_000;
/** Of bodies and answers together. */
const keptCharacters = 50_000_000;

/** The key's parameter in any spelling: a request that was refused for its spelling holds the key too. */
const redacted = (values: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, isSecret(name) ? masked : value]),
	);

/** The path of a request, without its query. */
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0];

/** The last requests that the service received, and how many there were in all. */
export function createRequestLog() {
	const entries = new Map<number, LoggedRequest>();
	const sizes = new WeakMap<LoggedRequest, number>();
	let total = 0;
	let characters = 0;

	/** Forgets the oldest requests when there are too many, or too much is in them. */
	function grow(entry: LoggedRequest, by: number): void {
		noteChange(entry);
		if (entries.get(entry.number) !== entry) return;
		sizes.set(entry, (sizes.get(entry) ?? 0) + by);
		characters += by;
		for (const [number, oldest] of entries) {
			const fit = entries.size <= kept && characters <= keptCharacters;
			if (fit || number >= entry.number) return;
			characters -= sizes.get(oldest) ?? 0;
			entries.delete(number);
		}
	}

	return {
		record(request: FastifyRequest, now: number): LoggedRequest {
			total += 1;
			const entry: LoggedRequest = {
				number: total,
				time: iso(now),
				method: request.method,
				path: pathOf(request),
				query: redacted(request.query as Record<string, unknown>),
				headers: redacted(request.headers),
				body: undefined,
				status: null,
			};
			entries.set(total, entry);
			grow(entry, 0);
			return entry;
		},
		received(entry: LoggedRequest, body: unknown, size: number) {
			entry.body = body;
			grow(entry, size);
		},
		answered(entry: LoggedRequest, status: number, answer: unknown, apiKey: string) {
			entry.status = status;
			if (typeof answer === 'string') entry.answer = answer.replaceAll(apiKey, masked);
			grow(entry, entry.answer?.length ?? 0);
		},
		get: (number: number) => entries.get(number),
		total: () => total,
		all: () => [...entries.values()],
	};
}
