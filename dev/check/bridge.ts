import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FlightCheck } from '../../sandbox/flightCheck.ts';
import { Failure } from '../failure.ts';

/** Where the sandbox, a process of its own, finds the check, and what it has to say there. */
export interface Bridge {
	address: string;
	token: string;
	/** What plays; before it is there, n8n is still starting. */
	check?: FlightCheck;
}

/** Serves a check to the sandbox's page: on this machine, to who knows the token. */
export async function serveCheck(): Promise<Bridge> {
	const token = randomBytes(32).toString('hex');

	async function answer(check: FlightCheck, request: IncomingMessage): Promise<unknown> {
		if (request.url === '/workflows') return await check.workflows();
		if (request.method === 'DELETE') await check.cancel();
		if (request.method === 'POST') {
			const { id } = JSON.parse(await text(request));
			await check.start(id);
		}
		return check.state();
	}

	const server = createServer(async (request, response) => {
		const say = (status: number, body: unknown) =>
			response
				.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
				.end(JSON.stringify(body));
		const refuse = (status: number, message: string) => say(status, { error: { message } });
		if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 'No token');
		const { check } = bridge;
		if (!check) return refuse(503, 'n8n is still starting. Try again in a moment.');
		try {
			return say(200, await answer(check, request));
		} catch (error) {
			const isExpected = error instanceof Failure;
			return refuse(isExpected ? 409 : 500, `${error instanceof Error ? error.message : error}`);
		}
	});
	server.listen(0, '127.0.0.1').unref();
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const bridge: Bridge = { address: `http://127.0.0.1:${port}`, token };
	return bridge;
}
