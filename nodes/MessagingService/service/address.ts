import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { GetParameter } from '../parameters/body';
import { isOn } from '../parameters/optionReaders';
import { requiredText } from '../values/readers';
import { shortened, shownName } from '../values/words';

export function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

const CREDENTIAL = 'the Messaging Service credential';

/** The credential's address, without a trailing slash. @throws Problem if it isn't one that may carry the key */
function serviceAddress(credentials: ICredentialDataDecryptedObject): string {
	const production = credentials.environment === 'production';
	if (!production && credentials.environment !== 'sandbox') {
		throw new Problem(
			"'Environment' isn't chosen",
			`Choose Sandbox or Production in ${CREDENTIAL}.`,
		);
	}
	const field = production ? 'Production URL' : 'Sandbox URL';
	const given = production ? credentials.productionUrl : credentials.sandboxUrl;
	const address = String(given ?? '').trim();
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

/** The whole address of a path, with the credential's prefix unless the specification shows the path whole. */
export function requestAddress(credentials: ICredentialDataDecryptedObject, path: string): string {
	const isWhole = SPECIFIED.some((start) => path.startsWith(start));
	const prefix = isWhole ? '' : asPath(customPath(credentials, 'pathPrefix'));
	return serviceAddress(credentials) + prefix + asPath(path);
}

function asPath(value: string): string {
	const [path] = /[^/]+(?:\/+[^/]+)*/.exec(value.trim()) ?? [];
	return path ? `/${path}` : '';
}

/** A route in which `{campaignId}` is replaced by the parameter, and `{emailPath}` by the credential's field. */
export function fillPath(
	url: string,
	getParameter: GetParameter,
	credentials: ICredentialDataDecryptedObject,
): string {
	const name = /\{(\w+)\}/.exec(url)?.[1];
	if (!name) return url;
	if (url !== `{${name}}`) return pathWith(url, name, getParameter(name, ''));
	const path = customPath(credentials, name as keyof typeof ASSUMED);
	if (path) return path;
	const shown = shownName(name);
	throw new Problem(`${shown} is empty`, `Fill in ${shown} in ${CREDENTIAL}.`);
}

/** @throws Problem if the ID is blank, or would lead to another path */
export function pathWith(path: string, parameter: string, given: unknown): string {
	const name = shownName(parameter);
	const id = requiredText(given, name).trim();
	// Half of a character, as a text that was cut may end with, cannot stand in an address. Two IDs are nobody's.
	if (/^\.{1,2}$|[,;\n]/.test(id) || /\p{Cs}/u.test(id)) {
		const advice = 'Use the ID from the output of an earlier node.';
		throw new Problem(`${name} isn't an ID: ${shortened(id)}`, advice);
	}
	return path.replace(`{${parameter}}`, encodeURIComponent(id));
}

/** The paths that the service does not publish. */
const ASSUMED = { pathPrefix: '', emailPath: '/email', viberPath: '/viber' };

/** A path of the credential: its field if Custom Paths is on, else the assumed one. */
function customPath(
	{ customPaths, ...credentials }: ICredentialDataDecryptedObject,
	field: keyof typeof ASSUMED,
): string {
	const isCustom = isOn({ customPaths: customPaths as boolean }, 'customPaths');
	return String((isCustom ? credentials[field] : undefined) ?? ASSUMED[field]).trim();
}

type Proxy = ReturnType<typeof proxyOf>;

/** @throws Problem if it is no address of http or https: n8n passes by any other proxy, and asks the service directly */
export function proxyOf(address: string) {
	const url = parseUrl(address);
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new Problem(
			"'Proxy' isn't a web address",
			'Nothing was sent. Enter it like http://proxy.example.com:3128. n8n has no other kind of proxy, such as SOCKS.',
		);
	}
	const { hostname: host, username, password } = url;
	return {
		host,
		port: portOf(url),
		protocol: url.protocol.slice(0, -1),
		...(username && { auth: { username: decoded(username), password: decoded(password) } }),
	};
}

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** A part of an address, or the same text if it has a bare %. n8n decodes it once more, so a % stays encoded. */
function decoded(text: string): string {
	const plain = /%(?![\da-f]{2})/i.test(text) ? text : decodeURIComponent(text);
	return plain.replaceAll('%', '%25');
}

/** The problem of a request to an address, if a proxy had a part in it: the node's, or one of n8n's environment. */
export function withProxy(problem: Problem, address = '', proxy?: Proxy): Problem {
	const { peer, httpCode } = problem.details;
	const name = proxy ? `${proxy.host}:${proxy.port}` : otherThan(parseUrl(address), peer);
	if (!name || httpCode) return problem;
	if (!peer) return problem.with({}, `It went through the proxy ${name}.`);
	return new Problem(
		`The proxy ${name} couldn't be reached`,
		"Check that it's running, and its address: 'Proxy' (Settings → Request Options), or HTTP_PROXY and HTTPS_PROXY in n8n's environment.",
		{ ...problem.details, byField: {} },
	);
}

/** Whom a connection was to reach, if that isn't the service. */
function otherThan(url: URL | undefined, peer: Problem['details']['peer']): string | undefined {
	const { hostname, address, port } = peer ?? {};
	if (!url) return undefined;
	const isOther = hostname ? hostname !== url.hostname : port !== undefined && port !== portOf(url);
	return isOther ? [hostname ?? address, port].filter(Boolean).join(':') : undefined;
}
