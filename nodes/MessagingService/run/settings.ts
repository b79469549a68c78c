import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { batchSize } from '../fields/options';
import type { RequestSettings } from '../service/deadline';
import { groupOf, oneOf, wholeNumber } from '../values/optionReaders';
import { parseUrl } from '../values/parsing';

/**
 * What a request does: it sends messages, only reads, as every GET does, sets something, so that the same once more
 * changes nothing, or checks something, perhaps at a cost. Any other changes something each time.
 */
export type Effect = 'send' | 'read' | 'set' | 'check';

/**
 * The options that decide how requests go out; read once per run.
 *
 * @throws Problem if one of them is wrong
 */
export function readRunOptions(options: IDataObject, effect?: Effect) {
	const requests = groupOf(options, 'requests') ?? {};
	const onUnknown = oneOf(requests.onUnknownOutcome ?? 'doNotResend', "'On Unknown Outcome'", [
		'doNotResend',
		'resend',
	]);
	return {
		concurrency: wholeNumber(requests.concurrency ?? 20, "'Concurrency'", 100),
		/** How long one request may wait in all; the user gives seconds. */
		maxWaitMs: 1000 * wholeNumber(requests.maxWait ?? 60, "'Max Wait'", 900, 0),
		/** Whether Retry On Fail repeats what may have been carried out; undefined if the user cannot choose. */
		resendUnknown: effect === 'send' ? onUnknown === 'resend' : undefined,
	};
}

/** How many items go into one request. @throws Problem if Batch Size is wrong */
export function readBatchSize(options: IDataObject): number {
	const { displayName, typeOptions } = batchSize;
	const given = groupOf(options, 'requests')?.batchSize;
	return wholeNumber(given ?? batchSize.default, `'${displayName}'`, typeOptions.maxValue);
}

/** n8n's own limit for the requests of a declarative node. */
const TIMEOUT_MS = 300_000;

/**
 * The user's Request Options, of which n8n applies none by itself to `customOperations`: those that each
 * request has, and Batching: how many requests go out before a pause, and how long that is in ms; 0 for none.
 *
 * @throws Problem if the proxy is no address, or anybody could read what goes to Production
 */
export function readRequestOptions(
	given: IDataObject,
	{ environment }: ICredentialDataDecryptedObject,
): {
	each: RequestSettings;
	batching: { size: number; intervalMs: number };
} {
	const { timeout, proxy, allowUnauthorizedCerts } = given;
	if (allowUnauthorizedCerts && environment === 'production') {
		throw new Problem(
			"'Ignore SSL Issues (Insecure)' isn't allowed with a Production credential",
			'Nothing was sent. With it, somebody between n8n and the service could read the API key and the messages. Turn it off under Settings → Request Options.',
		);
	}
	const { batch = {} } = (given.batching ?? {}) as { batch?: IDataObject };
	const size = Number(batch.batchSize ?? 1);
	return {
		each: {
			timeout: Number(timeout) || TIMEOUT_MS,
			...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
			...(proxy ? { proxy: proxyOf(String(proxy)) } : {}),
		},
		batching: { size: size > 0 ? size : 1, intervalMs: Number(batch.batchInterval) || 0 },
	};
}

/** @throws Problem if it is no address */
export function proxyOf(address: string): IHttpRequestOptions['proxy'] {
	const url = parseUrl(address);
	if (!url) {
		throw new Problem(
			"'Proxy' isn't a web address",
			'Enter it like http://proxy.example.com:3128.',
		);
	}
	const { hostname: host, username, password } = url;
	const auth = username && { username: decoded(username), password: decoded(password) };
	return {
		host,
		port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
		protocol: url.protocol.slice(0, -1),
		...(auth ? { auth } : {}),
	};
}

/** A part of an address, one with a bare % as it is. n8n decodes it once more, so that a % is written as in addresses. */
function decoded(text: string): string {
	const plain = /%(?![\da-f]{2})/i.test(text) ? text : decodeURIComponent(text);
	return plain.replaceAll('%', '%25');
}
