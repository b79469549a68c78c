import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { parseUrl } from './address';

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
	if (!peer) return problem.with({}, `${problem.description} It went through the proxy ${name}.`);
	return new Problem(
		`The proxy ${name} couldn't be reached`,
		"Check that it's running, and its address: 'Proxy' (Settings → Request Options), or HTTP_PROXY and HTTPS_PROXY in n8n's environment.",
		{ ...problem.details, byField: {} },
	);
}

/** Whom a connection was to reach, if that isn't the service. */
function otherThan(url?: URL, { hostname, address, port }: IDataObject = {}): string | undefined {
	if (!url) return undefined;
	const isOther = hostname ? hostname !== url.hostname : port !== undefined && port !== portOf(url);
	return isOther ? [hostname ?? address, port].filter(Boolean).join(':') : undefined;
}
