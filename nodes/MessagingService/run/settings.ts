import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { concurrency, maxWait } from '../fields/requestFields';
import { readNumber } from '../parameters/optionReaders';
import { parseUrl } from '../service/address';

/** The options that decide how requests go out, read once per run. @throws Problem if one of them is wrong */
export function readRunOptions(options: IDataObject) {
	return {
		concurrency: readNumber(concurrency, 'requests', options),
		maxWaitMs: 1000 * readNumber(maxWait, 'requests', options),
	};
}

/** n8n's own limit for the requests of a declarative node. */
const TIMEOUT_MS = 300_000;

/** The user's Request Options, which n8n doesn't apply to `customOperations`. @throws Problem if one is wrong or unsafe */
export function readRequestOptions(
	given: IDataObject,
	{ environment }: ICredentialDataDecryptedObject,
) {
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
export function proxyOf(address: string) {
	const url = parseUrl(address);
	if (!url) {
		const advice = 'Enter it like http://proxy.example.com:3128.';
		throw new Problem("'Proxy' isn't a web address", advice);
	}
	const { hostname: host, username, password } = url;
	return {
		host,
		port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
		protocol: url.protocol.slice(0, -1),
		...(username && { auth: { username: decoded(username), password: decoded(password) } }),
	};
}

/** A part of an address, or the same text if it has a bare %. n8n decodes it once more, so a % stays encoded. */
function decoded(text: string): string {
	const plain = /%(?![\da-f]{2})/i.test(text) ? text : decodeURIComponent(text);
	return plain.replaceAll('%', '%25');
}
