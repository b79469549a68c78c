import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { runCredentialTest } from '../../support/credentialTest';
import { runNode } from '../../support/engine';
import { at } from '../../support/failing';
import { watching } from '../../support/poll';
import { recipients, retry, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const UPGRADE = [
	'HTTP/1.1 101 Switching Protocols',
	'Connection: Upgrade',
	'Upgrade: websocket',
	'\r\n',
].join('\r\n');

/** Answers that never end, in the ways in which n8n's time-out does not end them. */
const endless: Array<[string, (socket: Socket) => void]> = [
	['another protocol (101)', (socket) => void socket.write(UPGRADE)],
	[
		'a text that comes in drops',
		(socket) => {
			socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
			const drops = setInterval(() => socket.write(' '), 20);
			socket.once('close', () => clearInterval(drops));
		},
	],
];

/** Does something at an address that answers so; tells how many requests came. */
async function withServer<T>(
	answer: (socket: Socket) => void,
	use: (address: string) => Promise<T>,
) {
	let requests = 0;
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.once('data', () => {
			requests++;
			answer(socket);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	try {
		const { port } = server.address() as AddressInfo;
		return { result: await use(`http://127.0.0.1:${port}`), requests: () => requests };
	} finally {
		for (const socket of sockets) socket.destroy();
		await new Promise((closed) => server.close(closed));
	}
}

describe.each(endless)('An answer that never ends: %s', (_, answer) => {
	it('ends with the time-out, is not known, and is not sent again', async () => {
		const { result, requests } = await withServer(
			answer,
			async (address) =>
				await runNode(
					at(service, address),
					{ ...send, requestOptions: { timeout: 200 } },
					recipients(1),
					retry,
				),
		);
		expect(result.error?.message).toBe("The service didn't answer in time");
		expect(result.error?.description).toContain(
			"It isn't known whether the service carried it out",
		);
		expect(requests()).toBe(1);
	});

	it('does not outlast what n8n gives a poll', async () => {
		const { result } = await withServer(answer, async (address) => {
			const trigger = watching({ credential: at(service, address) }, ['m-1']);
			trigger.budgetMs = 300;
			return await trigger.poll().catch((error: Error) => error);
		});
		expect(result).toMatchObject({ message: "The service didn't answer in time" });
	});
});

it('An answer in another protocol ends the test of the credential too', async () => {
	const soon = AbortSignal.timeout.bind(AbortSignal, 200);
	const limit = jest.spyOn(AbortSignal, 'timeout').mockImplementation(soon);
	const { result } = await withServer(
		(socket) => void socket.write(UPGRADE),
		async (address) => await runCredentialTest(at(service, address)),
	);
	expect(limit).toHaveBeenCalledWith(60_000);
	limit.mockRestore();
	expect(result).toMatchObject({
		status: 'Error',
		message: expect.stringContaining("The service didn't answer in time"),
	});
});
