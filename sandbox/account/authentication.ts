import type { FastifyRequest } from 'fastify';
import { rule } from './accounts.ts';
import { Refusal } from '../traffic/refusal.ts';

const unauthorized = (message: string) => new Refusal(401, 'unauthorized', message);

/** The key in the place that the specification names for a request's method, and that in the other one. */
export function keysOf({ method, headers, query }: FastifyRequest): unknown[] {
	const keys = [headers['x-apikey'], (query as Record<string, unknown>)['X-ApiKey']];
	return method === 'GET' ? keys.reverse() : keys;
}

/** Refuses a request without the key in its place. */
export function requireApiKey(request: FastifyRequest): void {
	const { apiKey } = request.sandbox;
	const [given, other] = keysOf(request);
	const isGet = request.method === 'GET';
	if (given === apiKey) return;
	const place = isGet ? 'query parameter X-ApiKey' : 'header X-ApiKey';
	const isOfAccount = String(given).startsWith(`${apiKey}-`);
	const why = isOfAccount ? `. ${rule}` : '';
	if (given !== undefined) throw unauthorized(`The key in the ${place} is not a valid key${why}`);
	const mistake =
		other === undefined ? 'which is missing' : `not in the ${isGet ? 'header' : 'query'}`;
	throw unauthorized(`A ${request.method} request carries the key in the ${place}, ${mistake}`);
}

/** Refuses a request whose Accept or Content-Type header is not what the specification asks for. */
export function requireMediaTypes(request: FastifyRequest): void {
	const accept = request.headers.accept ?? '';
	if (!/(application\/json|application\/\*|\*\/\*)\s*(;|,|$)/i.test(accept)) {
		const message = 'The header Accept must be application/json on all requests';
		throw new Refusal(406, 'not_acceptable', message);
	}
	const contentType = request.headers['content-type'] ?? '';
	if (request.method === 'POST' && !/^application\/json\s*(;|$)/i.test(contentType)) {
		const message = 'The header Content-Type must be application/json on a POST';
		throw new Refusal(415, 'unsupported_media_type', message);
	}
}
