import { getEventListeners } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { constants, gzipSync } from 'node:zlib';

import { limitedTo, steadyNow, TimeLimit } from '../../../nodes/MessagingService/service/deadline';
import { runCredentialTest } from '../../support/credentialTest';
import { runNode, startNode } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { watching } from '../../support/poll';
import { recipients, retry, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const UPGRADE =
	'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

/** Writes the same again and again, until the connection is gone. */
const repeating = (begin: string | Buffer, again: string | Buffer) => (socket: Socket) => {
	socket.write(begin);
	const drops = setInterval(() => socket.write(again), 20);
	socket.once('close', () => clearInterval(drops));
};

/** What gzip makes of zeros without an end; each piece is a whole block. */
const GZIP = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n';
const zeros = gzipSync(Buffer.alloc(1000), { finishFlush: constants.Z_FULL_FLUSH });

/** Answers that never end, in the ways in which n8n's time-out does not end them. */
const endless: Array<[string, (socket: Socket) => void]> = [
	['headers in drops', repeating('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
	[
		'a packed text in drops',
		repeating(Buffer.concat([Buffer.from(GZIP), zeros]), zeros.subarray(10)),
	],
	[
		'a text that stops in its middle',
		(socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n[{'),
	],
	['another protocol (101)', (socket) => void socket.write(UPGRADE)],
];

/** How many requests have come. */
let requests = 0;

/** Does something at an address that answers so, and leaves no connection. */
async function withSocket<T>(
	answer: (socket: Socket) => void,
	use: (address: string) => Promise<T>,
): Promise<T> {
	requests = 0;
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
		const result = await use(`http://127.0.0.1:${port}`);
		// Nobody but the node ends them until here.
		await eventually('no connection is open', () =>
			[...sockets].every(({ destroyed }) => destroyed),
		);
		return result;
	} finally {
		for (const socket of sockets) socket.destroy();
		await new Promise((closed) => server.close(closed));
	}
}

describe.each(endless)('An answer that never ends: %s', (_, answer) => {
	it('ends with the time-out, is not known, and is not sent again', async () => {
		const parameters = { ...send, requestOptions: { timeout: 2_000 } };
		const result = await withSocket(
			answer,
			async (address) => await runNode(at(service, address), parameters, recipients(1), retry),
		);
		expect(result.error?.message).toBe("The service didn't answer in time");
		expect(result.error?.description).toContain(
			"It isn't known whether the service carried it out",
		);
		expect(requests).toBe(1);
	});

	it('does not outlast what n8n gives a poll', async () => {
		const limits = jest.spyOn(AbortSignal, 'timeout');
		const result = await withSocket(answer, async (address) => {
			const trigger = watching({ credential: at(service, address) }, ['m-1']);
			trigger.budgetMs = 300;
			return await trigger.poll().catch((error: Error) => error);
		});
		expect(result).toMatchObject({ message: "The service didn't answer in time" });
		// However slow the machine is: no request may take longer than the poll has left.
		expect(limits).toHaveBeenCalled();
		for (const [ms] of limits.mock.calls) expect(ms).toBeLessThanOrEqual(300);
		limits.mockRestore();
	});

	it('ends when the execution is stopped', async () => {
		await withSocket(answer, async (address) => {
			const started = startNode(at(service, address), send, [recipients(1)]);
			await eventually('the request comes', () => requests > 0);
			started.stop();
			await started.finished.then(({ error }) => error);
		});
	});
});

describe('The time of a request', () => {
	it('is over at once if the execution was stopped before it', async () => {
		const limit = new TimeLimit(AbortSignal.abort());
		const isOver = await limit.run(60_000, async ({ signal }) => signal.aborted);
		expect(isOver).toBe(true);
	});

	it('needs no timer and no listener of its own', async () => {
		const timers = jest.spyOn(AbortSignal, 'timeout');
		const stopped = new AbortController();
		const limit = new TimeLimit(stopped.signal);
		const listeners = () => getEventListeners(stopped.signal, 'abort').length;
		const counts = await Promise.all(
			Array.from({ length: 50 }, async () => await limit.run(60_000, async () => listeners())),
		);
		expect(Math.max(...counts)).toBe(1);
		// One ends them, and one says when no more may join.
		expect(timers).toHaveBeenCalledTimes(2);
		timers.mockRestore();
		limit.close();
		expect(listeners()).toBe(0);
	});

	it('is over for those that began about together, and for no other', async () => {
		const limit = new TimeLimit();
		const ended: string[] = [];
		const endless = async (name: string, ms: number) =>
			await limit.run(ms, async (own) => {
				own.onEnd = () => ended.push(`${name} ${own.signal.aborted}`);
				return await new Promise<never>(() => undefined);
			});
		const late = "The service didn't answer in time";
		// It ends when this file is long over.
		endless('long', 60_000).catch(() => undefined);
		await Promise.all([
			expect(endless('first', 50)).rejects.toThrow(late),
			expect(endless('second', 50)).rejects.toThrow(late),
		]);
		expect(ended).toEqual(['first true', 'second true']);
		// The group is over: the next one gets all of its time.
		expect(await limit.run(50, async ({ signal }) => signal.aborted)).toBe(false);
		limit.close();
	});

	it('is not cut short by those that began long before', async () => {
		const limit = new TimeLimit();
		const signalOf = async () => await limit.run(500, async ({ signal }) => signal);
		const first = await signalOf();
		expect(await signalOf()).toBe(first);
		await eventually('another group begins', async () => (await signalOf()) !== first);
		expect(first.aborted).toBe(false);
		limit.close();
	});

	it('is not over at once where Node.js cannot wait so long', async () => {
		const limit = new TimeLimit();
		const task = async () => await new Promise((resolve) => setTimeout(() => resolve('done'), 20));
		expect(await limit.run(2 ** 31, task)).toBe('done');
		limit.close();
	});

	it('is what the user gives it, or what is left of the whole, but a second at least', () => {
		const settings = { timeout: 5_000, skipSslCertificateValidation: true };
		expect(limitedTo(undefined, settings)).toBe(settings);
		const now = steadyNow();
		const { wholeMs = 0, ...others } = limitedTo(now + 60_000, settings);
		expect(others).toEqual(settings);
		expect(wholeMs).toBeGreaterThan(5_000);
		expect(wholeMs).toBeLessThanOrEqual(60_000);
		const least = { timeout: 1_000, wholeMs: 1_000 };
		expect(limitedTo(now - 1, settings)).toEqual({ ...settings, ...least });
	});
});

describe('An answer that breaks off', () => {
	const json = Buffer.from('{"messageId":"a"}');
	const zipped = gzipSync(json);
	const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
	const gzip = `${head}content-encoding: gzip\r\n`;

	it.each([
		['before its length', `${head}content-length: 99\r\n\r\n`, json],
		['in a chunk', `${head}transfer-encoding: chunked\r\n\r\nff\r\n`, json],
		['packed, before its end', `${gzip}\r\n`, zipped.subarray(0, 12)],
		['packed in another way', `${gzip}\r\n`, json],
		['packed in a way of its own', `${head}content-encoding: br\r\n\r\n`, json],
	])('may have been sent, and is not sent again: %s', async (_, headers, body) => {
		const result = await withSocket(
			(socket) => void socket.end(Buffer.concat([Buffer.from(headers), body])),
			async (address) => ({
				run: await runNode(at(service, address), send, recipients(1), retry),
				test: await runCredentialTest(at(service, address)),
			}),
		);
		const { error } = result.run;
		expect(error?.message).toMatch(
			/^(The connection was closed before the service answered|The service's answer (couldn't be read: |isn't JSON))/,
		);
		expect(error?.description).toContain("It isn't known whether the service carried it out");
		expect(result.test.message).not.toContain('No request was made');
		expect(requests).toBe(2);
	});
});

it('An answer with status 204 has come whole, whatever length its headers say', async () => {
	const viber = { ...send, resource: 'viber' };
	const result = await withSocket(
		(socket) =>
			void socket.end('HTTP/1.1 204 No\r\nconnection: close\r\ncontent-length: 17\r\n\r\n'),
		async (address) => await runNode(at(service, address), viber, recipients(1), retry),
	);
	expect(result.output[0].json).toMatchObject({ success: true });
});

it('An answer in another protocol ends the test of the credential too', async () => {
	const soon = AbortSignal.timeout.bind(AbortSignal, 200);
	const limit = jest.spyOn(AbortSignal, 'timeout').mockImplementation(soon);
	const result = await withSocket(
		(socket) => void socket.write(UPGRADE),
		async (address) => await runCredentialTest(at(service, address)),
	);
	expect(limit).toHaveBeenCalledWith(60_000);
	limit.mockRestore();
	expect(result).toMatchObject({
		status: 'Error',
		message: expect.stringContaining("The service didn't answer in time. Check the address"),
	});
});
