import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { parseUrl } from './parsing';
import { Problem } from './problems';

/** n8n's own limit for the requests of a declarative node. */
const TIMEOUT_MS = 300_000;

/**
 * The user's Request Options (n8n applies them itself to a declarative request, but
 * not for an operation that sends several items in one request).
 *
 * @throws Problem if the proxy is no address
 */
export function requestOptionsOf(context: IExecuteFunctions): Partial<IHttpRequestOptions> {
	const { timeout, proxy, allowUnauthorizedCerts } = context.getNodeParameter(
		'requestOptions',
		0,
		{},
	) as IDataObject;
	return {
		timeout: Number(timeout) || TIMEOUT_MS,
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy ? { proxy: proxyOf(String(proxy)) } : {}),
	};
}

/** n8n's Batching: how many requests go out before a pause, and how long that is in ms; 0 for none. */
export function batchingOf({ batching }: IDataObject): { size: number; intervalMs: number } {
	const { batch = {} } = (batching ?? {}) as { batch?: IDataObject };
	const { batchSize = 1, batchInterval = 0 } = batch;
	const size = Number(batchSize);
	return { size: size > 0 ? size : 1, intervalMs: Number(batchInterval) || 0 };
}

function proxyOf(address: string): IHttpRequestOptions['proxy'] {
	const url = parseUrl(address);
	if (!url) {
		throw new Problem(
			'The proxy is not valid',
			'It has to look like http://proxy.example.com:3128.',
		);
	}
	return {
		host: url.hostname,
		port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
		protocol: url.protocol.replace(/:$/, ''),
		...(url.username
			? {
					auth: {
						username: decodeURIComponent(url.username),
						password: decodeURIComponent(url.password),
					},
				}
			: {}),
	};
}
