import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { constants, gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { readText } from '../../../nodes/MessagingService/service/answerText';
import { limitedTo, steadyNow, TimeLimit } from '../../../nodes/MessagingService/service/deadline';
import { withServer } from '../../support/answeringServer';
import { runCredentialTest } from '../../support/credentialTest';
import { runNode, startNode } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { watching } from '../../support/poll';
import { tries } from '../../support/properties';
import { recipients, retry, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const UPGRADE = [
	'HTTP/1.1 101 Switching Protocols',
	'Connection: Upgrade',
	'Upgrade: websocket',
	'\r\n',
].join('\r\n');

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
	['nothing at all', () => undefined],
	['headers in drops', repeating('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
	[
		'a packed text in drops',
		repeating(Buffer.concat([Buffer.from(GZIP), zeros]), zeros.subarray(10)),
	],
	[
		'a text that stops in its middle',
		(socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n[{'),
	],
	['an error that stops in its middle', repeating('HTTP/1.1 500 No\r\n\r\n', 'No ')],
	['another protocol (101)', (socket) => void socket.write(UPGRADE)],
	[
		'a text that comes in drops',
		repeating('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', ' '),
	],
];

/** Whether the request has come. */
let asked = false;

/** Does something at an address that answers so, and leaves no connection; tells how many requests came. */
async function withSocket<T>(
	answer: (socket: Socket) => void,
	use: (address: string) => Promise<T>,
) {
	let requests = 0;
	asked = false;
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.once('data', () => {
			requests++;
			asked = true;
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
		return { result, requests: () => requests };
	} finally {
		for (const socket of sockets) socket.destroy();
		await new Promise((closed) => server.close(closed));
	}
}

describe.each(endless)('An answer that never ends: %s', (_, answer) => {
	it('ends with the time-out, is not known, and is not sent again', async () => {
		const { result, requests } = await withSocket(
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
		const limits = jest.spyOn(AbortSignal, 'timeout');
		const { result } = await withSocket(answer, async (address) => {
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
			await eventually('the request comes', () => asked);
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

	it('is what the user gives it, even if more is left of the whole', () => {
		const { timeout, wholeMs } = limitedTo(steadyNow() + 60_000, { timeout: 5 });
		expect([timeout, wholeMs! > 5]).toEqual([5, true]);
	});
});

describe('An answer that is too long', () => {
	const MB = 1024 * 1024;
	const CHUNK = Buffer.alloc(MB, ' ');
	const packed = gzipSync(Buffer.alloc(200 * MB));

	/** Writes as much as is taken, without an end. */
	const pouring: RequestListener = (_, response) => {
		const pour = () => {
			while (!response.destroyed && response.write(CHUNK));
		};
		response.on('drain', pour);
		pour();
	};
	const unpacking: RequestListener = (_, response) => {
		response.writeHead(200, { 'content-encoding': 'gzip' });
		response.write(packed);
	};
	const stopping: RequestListener = (_, response) =>
		void response.write(Buffer.alloc(50 * MB + 1, ' '));
	const refusing: RequestListener = (request, response) => {
		response.writeHead(400);
		pouring(request, response);
	};

	it.each([
		['without an end', pouring],
		['of 200 MB, packed in a few', unpacking],
		['that refuses', refusing],
		['that says no more after one byte too many', stopping],
	])('is not known, and its connection is gone: one %s', async (_, answer) => {
		await withServer(answer, async (server) => {
			const run = await runNode(at(service, server.address), send, recipients(1), retry);
			expect(run.error?.message).toBe("The service's answer is longer than 50 MB");
			expect(run.error?.description).toContain("It isn't known whether the service carried it out");
			expect(server.received).toHaveLength(1);
			const tested = await runCredentialTest(at(service, server.address));
			expect(tested.message).toMatch(/^The service's answer is longer than 50 MB\. /);
			await eventually('no connection is open', async () => !(await server.connections()));
		});
	});

	it('comes through up to 50 MB, in whatever pieces', async () => {
		const { signal } = new AbortController();
		const read = async (pieces: Buffer[]) =>
			await readText({ body: Readable.from(pieces) }, { signal });
		const whole = Array.from({ length: 50 }, () => CHUNK);
		expect(await read(whole)).toHaveLength(50 * MB);
		await expect(read([...whole, CHUNK.subarray(0, 1)])).rejects.toThrow('longer than 50 MB');
		await expect(read([Buffer.alloc(1), ...whole])).rejects.toThrow('longer than 50 MB');
		await fc.assert(
			fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), async (texts) => {
				const pieces = [...Buffer.from(texts.join(''))].map((byte) => Buffer.from([byte]));
				expect(await read(pieces)).toBe(texts.join('').replace(/^\ufeff/, ''));
				expect(await read(texts.map((text) => Buffer.from(text)))).toBe(await read(pieces));
			}),
			tries(50),
		);
	});
});

describe('An answer in pieces of a byte', () => {
	it('keeps none of them: a list would take a hundred times their length', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const pieces: Array<WeakRef<Buffer>> = [];
		let alive = NaN;
		async function* answer() {
			for (let count = 0; count < 5_000; count++) {
				const piece = Buffer.alloc(1, 'a');
				pieces.push(new WeakRef(piece));
				yield piece;
			}
			// What a WeakRef was asked for stays until the next turn.
			await nextTurn();
			collectGarbage();
			alive = pieces.filter((piece) => piece.deref()).length;
		}
		const { signal } = new AbortController();
		expect(await readText({ body: Readable.from(answer()) }, { signal })).toHaveLength(5_000);
		expect(alive).toBeLessThan(100);
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
		['packed, before its length', `${gzip}content-length: 99\r\n\r\n`, zipped.subarray(0, 12)],
		['packed, before its end', `${gzip}\r\n`, zipped.subarray(0, 12)],
		['packed in another way', `${gzip}\r\n`, json],
		['packed in a way of its own', `${head}content-encoding: br\r\n\r\n`, json],
	])('may have been sent, and is not sent again: %s', async (_, headers, body) => {
		const { result, requests } = await withSocket(
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
		expect(requests()).toBe(2);
	});
});

it('An answer in another protocol ends the test of the credential too', async () => {
	const soon = AbortSignal.timeout.bind(AbortSignal, 200);
	const limit = jest.spyOn(AbortSignal, 'timeout').mockImplementation(soon);
	const { result } = await withSocket(
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
