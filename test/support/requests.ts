import type { IDataObject } from 'n8n-workflow';

import type { Service } from './service';

const COMPARED_HEADERS = ['accept', 'content-type', 'x-apikey'];

/** A request as a test compares it: of its headers only those that the specification speaks of. */
export type Request = {
	method: string;
	path: string;
	query: IDataObject;
	headers: IDataObject;
	body?: unknown;
};

/** What the service received, in the order it came. */
export async function requests(service: Service): Promise<Request[]> {
	return (await service.received()).map(({ method, path, query, headers, body }) => ({
		method,
		path,
		query,
		headers: Object.fromEntries(
			COMPARED_HEADERS.filter((name) => name in headers).map((name) => [name, headers[name]]),
		),
		...(body === undefined ? {} : { body }),
	}));
}

/** A GET as the specification wants it: the key in the query, and nothing but Accept in the headers. */
export const get = (path: string, query: IDataObject = {}): Request => ({
	method: 'GET',
	path,
	query: { 'X-ApiKey': '***', ...query },
	headers: { accept: 'application/json' },
});

/** A POST as the specification wants it: the key in a header, nothing in the query. */
export const post = (path: string, body: unknown): Request => ({
	method: 'POST',
	path,
	query: {},
	headers: { accept: 'application/json', 'content-type': 'application/json', 'x-apikey': '***' },
	body,
});

/** A parameter that holds name and value pairs, as n8n's form gives it. */
export const pairs = (entry: string, values: Record<string, string>) => ({
	[entry]: Object.entries(values).map(([name, value]) => ({ name, value })),
});
