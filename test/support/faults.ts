import type { INodeParameters } from 'n8n-workflow';

/** Parameters with other options, and a Timeout that a test can wait for. */
export const withOptions = (
	parameters: INodeParameters,
	options: INodeParameters,
): INodeParameters => ({
	...parameters,
	requestOptions: { timeout: 1_000 },
	options: { ...(parameters.options as INodeParameters), ...options },
});

/** A fault of the sandbox: an answer with a status. */
export const status = (code: number, retryAfter?: number | string) => ({
	kind: 'status',
	status: code,
	...(retryAfter === undefined ? {} : { retryAfter }),
});

/** Faults that pass by themselves, after which a request may have been carried out. */
export const passing: Array<[string, object]> = [
	['502', status(502)],
	['503', status(503)],
	['503 with a Retry-After that is neither seconds nor a date', status(503, 'soon')],
	['504', status(504)],
	['a time-out', { kind: 'timeout' }],
	['a dropped connection', { kind: 'drop' }],
];
