import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { parseUrl } from '../values/parsing';
import { customPath } from '../values/path';

const CREDENTIAL = 'the Messaging Service credential';

/**
 * The address of the environment that the credential is for, without a trailing slash.
 *
 * @throws Problem if it is missing, is no http(s) address, or would carry the key in clear to Production
 */
function serviceAddress(credentials: ICredentialDataDecryptedObject): string {
	const production = credentials.environment === 'production';
	const field = production ? 'Production URL' : 'Sandbox URL';
	const address = String(
		(production ? credentials.productionUrl : credentials.sandboxUrl) ?? '',
	).trim();
	if (!address) {
		throw new Problem(`'${field}' is empty`, `Fill in '${field}' in ${CREDENTIAL}.`);
	}

	const url = parseUrl(address);
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new Problem(
			`'${field}' isn't a web address: ${address}`,
			`It must begin with https:// (or http:// for the local sandbox), for example https://api.example.com. Correct it in ${CREDENTIAL}.`,
		);
	}
	if (production && url.protocol !== 'https:') {
		throw new Problem(
			"'Production URL' must begin with https://",
			`Any other address would send the API key unencrypted. Correct it in ${CREDENTIAL}.`,
		);
	}
	const [path] = /^(?:\/+[^/]+)*/.exec(url.pathname) ?? [''];
	return url.origin + path;
}

/** The paths that the specification shows whole. */
const SPECIFIED = ['/v1/Common/', '/v1/sms/'];

/**
 * The whole address of one operation. Paths that the specification does not show whole get the
 * credential's path prefix.
 */
export function requestAddress(credentials: ICredentialDataDecryptedObject, path: string): string {
	const isWhole = SPECIFIED.some((start) => path.startsWith(start));
	const prefix = isWhole ? '' : asPath(customPath(credentials, 'pathPrefix'));
	return serviceAddress(credentials) + prefix + asPath(path);
}

function asPath(value: string): string {
	const [path] = /[^/]+(?:\/+[^/]+)*/.exec(value.trim()) ?? [];
	return path ? `/${path}` : '';
}
