import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../traffic/refusal.ts';
import { isThisMachine, ownNames } from './thisMachine.ts';

/** Who may ask the sandbox what. */
export interface Visitors {
	/** Names that the sandbox has besides those of this machine, such as `sandbox` in a network of containers. */
	names?: string[];
	/** What the page and the controls ask for; default nothing. */
	token?: string;
}

/** Nothing that the sandbox answers is a page with rights or can be put into another site's page. */
export const safeHeaders = {
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
	'cross-origin-resource-policy': 'same-origin',
	'referrer-policy': 'no-referrer',
	// Browsers look up the names in links ahead of time.
	'x-dns-prefetch-control': 'off',
	'x-content-type-options': 'nosniff',
};

const inAddress = (name: string) => (isIPv6(name) ? `[${name}]` : name);
const forbidden = (message: string) => new Refusal(403, 'forbidden', message);

/** Fastify's onRequest hook that turns away what a website in a browser on this machine may try. */
export function turnAwayWebsites({ names = [] }: Visitors) {
	const known = new Set([...ownNames, ...names.map((name) => inAddress(name.toLowerCase()))]);
	return async (request: FastifyRequest, reply: FastifyReply) => {
		reply.headers(safeHeaders);
		const host = (request.headers.host ?? '').toLowerCase();
		const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
		// A website can have its own name lead to this machine, and would then read everything.
		const name = host.replace(/:\d*$/, '');
		if (!known.has(name) && !isThisMachine(name)) {
			const rule = `The sandbox is called ${[...known].join(', ')}`;
			throw forbidden(`${rule}. If it has another name, start it with SANDBOX_NAMES=NAME`);
		}
		const isOwn = origin === undefined || origin.toLowerCase() === `http://${host}`;
		const isForeign = !isOwn || (site !== 'same-origin' && site !== 'none');
		if (isForeign && !isLinkToPage(request)) {
			throw forbidden('Another website asks for this. The sandbox answers its own page only');
		}
	};
}

/** A link elsewhere may lead to the sandbox's page, which opens on its own. */
const isLinkToPage = ({ method, routeOptions, headers }: FastifyRequest) =>
	method === 'GET' && routeOptions.url === '/' && headers['sec-fetch-dest'] === 'document';

/** Fastify's onRequest hook that asks for the token: in the page's address, which leaves a cookie, or in a header. */
export function askForToken(token: string) {
	const isToken = (text: unknown) => typeof text === 'string' && same(text, token);
	const ownCookie = `sandbox-token=${encodeURIComponent(token)}`;
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const { token: given, ...others } = request.query as Record<string, string>;
		if (request.routeOptions.url === '/' && isToken(given)) {
			reply.header('set-cookie', `${ownCookie}; Path=/; HttpOnly; SameSite=Strict`);
			const query = new URLSearchParams(others);
			return await reply.redirect(query.size > 0 ? `/?${query}` : '/');
		}
		const { authorization = '', cookie = '' } = request.headers;
		const inCookie = cookie.split(/;\s*/).some((one) => same(one, ownCookie));
		if (inCookie || isToken(authorization.replace(/^Bearer /i, ''))) return undefined;
		throw new Refusal(
			401,
			'unauthorized',
			'The page and the controls of this sandbox ask for a token. ' +
				'Open the address that it printed when it started, or send the header Authorization: Bearer TOKEN',
		);
	};
}

function same(one: string, other: string): boolean {
	const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
	return timingSafeEqual(first, second);
}
