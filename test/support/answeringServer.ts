import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { certificate, privateKey } from './selfSigned';

/**
 * A server that is not the service, for answers that the sandbox never gives: a redirect that leads
 * somewhere, a certificate nobody trusts, an error that repeats the request.
 */
export class AnsweringServer {
	/** The addresses that were asked for, with their queries, and the key where it stood in a header. */
	readonly received: string[] = [];

	address = '';

	private readonly server;

	private constructor(answer: RequestListener, secure: boolean) {
		const listener = (request: IncomingMessage, response: ServerResponse) => {
			this.received.push(`${request.url} ${request.headers['x-apikey'] ?? ''}`);
			answer(request, response);
		};
		this.server = secure
			? createSecureServer({ cert: certificate, key: privateKey }, listener)
			: createServer(listener);
	}

	static async start(
		answer: RequestListener,
		{ secure = false, port = 0 } = {},
	): Promise<AnsweringServer> {
		const started = new AnsweringServer(answer, secure);
		await new Promise<void>((listening) => started.server.listen(port, '127.0.0.1', listening));
		const { port: taken } = started.server.address() as AddressInfo;
		started.address = `${secure ? 'https' : 'http'}://127.0.0.1:${taken}`;
		return started;
	}

	/** How many connections are open. */
	async connections(): Promise<number> {
		return await new Promise((resolve, reject) => {
			this.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
		});
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}
}

/** Does something with a server that answers so, and stops it. */
export async function withServer<T>(
	answer: RequestListener,
	use: (server: AnsweringServer) => Promise<T>,
	secure = false,
): Promise<T> {
	const server = await AnsweringServer.start(answer, { secure });
	try {
		return await use(server);
	} finally {
		await server.stop();
	}
}

/** An address at which nobody listens: a port that was free a moment ago may be another process's by now. */
export const deadAddress = 'http://127.0.0.1:1';
