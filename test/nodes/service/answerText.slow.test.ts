import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { readText } from '../../../nodes/MessagingService/service/answerText';
import { withServer } from '../../support/answeringServer';
import { runCredentialTest } from '../../support/credentialTest';
import { runNode } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { tries } from '../../support/properties';
import { recipients, retry, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

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
