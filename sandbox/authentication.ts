import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const unauthorized = (message: string) => new Refusal(401, 'unauthorized', message);

/** Refuses a request without the key in the place the specification names for its method. */
export function requireApiKey(request: FastifyRequest, apiKey: string): void {
	const inHeader = request.headers['x-apikey'];
	const inQuery = (request.query as Record<string, unknown>)['X-ApiKey'];
	const isGet = request.method === 'GET';
	const given = isGet ? inQuery : inHeader;
	if (given === apiKey) return;
	const place = isGet ? 'query parameter X-ApiKey' : 'header X-ApiKey';
	if (given !== undefined) throw unauthorized(`The key in the ${place} is not a valid key`);
	const elsewhere = (isGet ? inHeader : inQuery) !== undefined;
	const mistake = elsewhere ? `not in the ${isGet ? 'header' : 'query'}` : 'which is missing';
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
