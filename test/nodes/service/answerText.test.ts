// First: it counts what is loaded after it.
import { growthOf, LINEAR } from '../../support/steps';

import { PassThrough } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { readText, textOf } from '../../../nodes/MessagingService/service/answerText';
import type { Timed } from '../../../nodes/MessagingService/service/deadline';
import { serviceWords } from '../../../nodes/MessagingService/answers/serviceWords';
import { withServer } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { runNode } from '../../support/engine';
import { type Exit, exits } from '../../support/exits';
import { at } from '../../support/failing';
import { PolledTrigger } from '../../support/poll';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const parameters = { resource: 'campaign', operation: 'get', campaignId: '7' };

describe('The text of an answer', () => {
	it.each([200, 400])(
		'is UTF-8, whatever is said of it, without a byte order mark: %i',
		async (status) => {
			const headers = { 'content-type': 'application/json; charset=ISO-8859-1' };
			const { output, error } = await withServer(
				(_, response) =>
					response.writeHead(status, headers).end('\ufeff{"name":"Ąžuolas – naïve"}'),
				async ({ address }) => await runNode(at(service, address), parameters),
			);
			expect(error?.message ?? output[0].json.name).toContain('Ąžuolas – naïve');
		},
	);

	it.each([
		['{"a":1}', '{"a":1}'],
		['\ufeff{"a":"\ufeff"}', '{"a":"\ufeff"}'],
		['{"a":"\ufeff"}', '{"a":"\ufeff"}'],
		[undefined, ''],
		[{ a: 1 }, ''],
	])('may have been decoded already, or be none: %j', (body, expected) => {
		expect(textOf(body as string)).toBe(expected);
	});

	it('has a sign in the place of bytes that are no UTF-8, and the rest is read', () => {
		expect(textOf(Buffer.from('{"name":"naïve"}', 'latin1'))).toBe('{"name":"na\ufffdve"}');
	});

	it.each([false, true])(
		'is read no further when the time of its request is over: before, %j',
		async (isOver) => {
			const body = new PassThrough();
			const signal = isOver ? AbortSignal.abort() : new AbortController().signal;
			const request: Timed = { signal };
			const text = readText({ body }, request);
			if (!isOver) request.onEnd?.();
			expect(body.destroyed).toBe(true);
			await expect(text).rejects.toThrow('The request is over');
		},
	);

	it('comes through whatever is in it', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				expect(textOf(Buffer.from(`"${text}`))).toBe(`"${text}`);
			}),
			tries(200),
		);
	});
});

describe('A packed answer', () => {
	const clock = clockForTests();
	const accepted = JSON.stringify({ messageId: 'm', sent: 'now', partIds: ['p'] });
	const packings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
	const askPacked = async (
		{ path, parameters, isTrigger }: Exit,
		packing: keyof typeof packings,
		pack: (text: string) => Buffer,
		status = 200,
	) =>
		await withServer(
			(request, response) => {
				const isMeant = request.url?.split('?')[0] === path;
				const body = isMeant ? pack(accepted) : packings[packing](accepted);
				const headers = { 'content-encoding': packing, 'content-length': body.length };
				response.writeHead(isMeant ? status : 200, headers).end(body);
			},
			async ({ address }) => {
				const credential = at(service, address);
				if (!isTrigger) {
					return await clock.until(runNode(credential, parameters, [{ to: '37060012345' }]));
				}
				const polled = new PolledTrigger(credential, parameters).poll();
				const error = await polled.catch((one: Error & { description?: string }) => one);
				return { output: [], error: error instanceof Error ? error : undefined };
			},
		);

	const mail = exits.find(({ name }) => name === 'email send')!;

	it.each<[Exit, keyof typeof packings, number]>([
		...exits.map((exit): [Exit, 'gzip', number] => [exit, 'gzip', 10]),
		[mail, 'gzip', 1],
		[mail, 'deflate', 1],
		[mail, 'deflate', 2],
		[mail, 'br', 1],
	])('that the service cut off is no empty one: $name, %s, %i', async (exit, packing, bytes) => {
		const cut = (text: string) => packings[packing](text).subarray(0, bytes);
		const { error, output } = await askPacked(exit, packing, cut);
		const told = [error?.message, output[0]?.json.reportError].join(' ');
		expect(told).toContain("The service's answer is packed, and ends too early");
		const isChange = ['sms', 'send', 'change', 'check'].includes(exit.kind);
		const unknown = "It isn't known whether the service carried it";
		if (isChange) expect(error?.description).toContain(unknown);
	});

	it('may be empty', async () => {
		const { output } = await askPacked(mail, 'gzip', () => gzipSync(''));
		expect(output[0].json).toEqual({ to: 'ada@example.com', success: true });
	});

	it('is a refusal by its status, wherever it ends', async () => {
		const { error } = await askPacked(mail, 'gzip', (text) => gzipSync(text).subarray(0, 5), 400);
		expect(error?.message).toBe('The service answered 400 Bad Request without an explanation');
	});
});

describe('The words of an error', () => {
	it('are found in steps that grow with the text', () => {
		const parts = [
			...['<', '<a', '<title', '<title>', '<head', '<head>', '<script><', '</a'],
			...['&', '&#', '\\', '{', '["', ' '],
		];
		for (const read of [
			(text: string) => serviceWords(text),
			(text: string) => serviceWords(JSON.stringify({ errors: [text, { message: text }] })),
			(text: string) => serviceWords(`<html>${text}`),
		]) {
			expect(growthOf(read, ...parts)).toBeLessThan(LINEAR);
		}
	});

	it('are found for any text and any JSON', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.json(),
					fc.string().map((text) => `<p>${text}</p>`),
				),
				(text) => {
					expect(typeof serviceWords(text)).toBe('string');
				},
			),
			tries(500),
		);
	});
});
