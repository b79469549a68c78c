import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { concurrency, maxWait } from '../fields/requestFields';
import { readNumber } from '../parameters/optionReaders';
import { isExpression } from '../parameters/pieces';
import { proxyOf } from '../service/address';
import { asText, isGiven } from '../values/given';

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
	{ parameters }: Pick<INode, 'parameters'> = { parameters: {} },
) {
	const { timeout, proxy, allowUnauthorizedCerts } = given;
	// An expression that found no proxy must not send straight to the service.
	const isProxied = isGiven(proxy) || isExpression(Object(parameters.requestOptions).proxy);
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
			...(isProxied ? { proxy: proxyOf(asText(proxy)) } : {}),
		},
		batching: { size: size > 0 ? size : 1, intervalMs: Number(batch.batchInterval) || 0 },
	};
}
