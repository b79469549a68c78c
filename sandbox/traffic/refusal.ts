import type { FastifyError } from 'fastify';

/** A request the service does not carry out: the HTTP status and words a person can act on. */
export class Refusal extends Error {
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

export const invalid = (message: string) => new Refusal(400, 'invalid_request', message);
export const notFound = (message: string) => new Refusal(404, 'not_found', message);

/** The body of every error answer. */
export const errorBody = (code: string, message: string) => ({ error: { code, message } });

/** What to answer for whatever a handler or Fastify itself threw. */
export function refusalFor(error: FastifyError | Refusal, bodyLimit = 0): Refusal {
	if (error instanceof Refusal) return error;
	const { statusCode = 500, message: said } = error;
	if (statusCode === 413) {
		const message = `The body is larger than ${bodyLimit / 1024 / 1024} MB; send less at once`;
		return new Refusal(413, 'too_large', message);
	}
	if (statusCode === 415) {
		const message = 'A body needs the header Content-Type: application/json';
		return new Refusal(415, 'unsupported_media_type', message);
	}
	if (statusCode < 500) return new Refusal(statusCode, 'invalid_request', said);
	return new Refusal(500, 'internal_error', `The sandbox itself failed: ${said}`);
}
