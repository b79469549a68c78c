import { PassThrough } from 'node:stream';

import fc from 'fast-check';

import { readText, textOf } from '../../../nodes/MessagingService/service/answerText';
import type { Timed } from '../../../nodes/MessagingService/service/deadline';
import { serviceWords } from '../../../nodes/MessagingService/answers/serviceWords';
import { withServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at } from '../../support/failing';
import { growthOf, LINEAR } from '../../support/steps';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const parameters = { resource: 'campaign', operation: 'get', campaignId: '7' };

const ask = async (status: number, contentType: string, body: Buffer | string) =>
	await withServer(
		(_, response) => response.writeHead(status, { 'content-type': contentType }).end(body),
		async ({ address }) => await runNode(at(service, address), parameters),
	);

const json = '{"name":"Ąžuolas – naïve"}';

describe('The text of an answer', () => {
	it.each<[string, string, Buffer | string, string]>([
		['UTF-8', 'application/json', json, 'Ąžuolas – naïve'],
		['UTF-8 with a byte order mark', 'application/json', `\ufeff${json}`, 'Ąžuolas – naïve'],
		[
			'UTF-8, whatever is said of it',
			'application/json; charset=ISO-8859-1',
			json,
			'Ąžuolas – naïve',
		],
	])('is decoded: %s', async (_, contentType, body, name) => {
		expect((await ask(200, contentType, body)).output[0].json).toEqual({ name });
		const refused = await ask(400, contentType, body);
		expect(refused.error?.message).toContain(name);
	});

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

	it('is read no further when the time of its request is over, or was over before', async () => {
		for (const isOver of [false, true]) {
			const body = new PassThrough();
			const signal = isOver ? AbortSignal.abort() : new AbortController().signal;
			const request: Timed = { signal };
			const text = readText({ body }, request);
			if (!isOver) request.onEnd?.();
			expect(body.destroyed).toBe(true);
			await expect(text).rejects.toThrow('The request is over');
		}
	});

	it('comes through whatever is in it', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
				const { output } = await ask(200, 'application/json', JSON.stringify({ text }));
				expect(output[0].json).toEqual({ text });
			}),
			tries(40),
		);
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
