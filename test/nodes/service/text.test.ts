import fc from 'fast-check';

import { readable } from '../../../nodes/MessagingService/service/html';
import { textOf } from '../../../nodes/MessagingService/service/text';
import { serviceWords } from '../../../nodes/MessagingService/service/words';
import { cpuTimeOf } from '../../support/cpuTime';
import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const parameters = { resource: 'campaign', operation: 'get', campaignId: '7' };

async function ask(status: number, contentType: string, body: Buffer | string) {
	const server = await AnsweringServer.start((_, response) => {
		response.writeHead(status, { 'content-type': contentType }).end(body);
	});
	try {
		return await runNode({ ...service.credential, sandboxUrl: server.address }, parameters);
	} finally {
		await server.stop();
	}
}

const json = '{"name":"Ąžuolas – naïve"}';
const latin = '{"name":"naïve"}';
const utf16 = (text: string, isBig = false) => {
	const bytes = Buffer.from(text, 'utf16le');
	return isBig ? bytes.swap16() : bytes;
};

describe('The text of an answer', () => {
	it.each<[string, string, Buffer | string, string]>([
		['UTF-8', 'application/json', json, 'Ąžuolas – naïve'],
		['UTF-8 with a byte order mark', 'application/json', `\ufeff${json}`, 'Ąžuolas – naïve'],
		['ISO 8859-1', 'application/json; charset=ISO-8859-1', Buffer.from(latin, 'latin1'), 'naïve'],
		[
			'Windows-1257',
			'application/json; charset="windows-1257"',
			Buffer.from('{"name":"\xc0\xfeuolas"}', 'latin1'),
			'Ąžuolas',
		],
		['UTF-16', 'application/json; charset=utf-16le', utf16(json), 'Ąžuolas – naïve'],
		['UTF-16 with a mark', 'application/json', utf16(`\ufeff${json}`), 'Ąžuolas – naïve'],
		['UTF-16, big-endian', 'application/json', utf16(`\ufeff${json}`, true), 'Ąžuolas – naïve'],
		['a charset that nobody knows', 'application/json; charset=klingon', json, 'Ąžuolas – naïve'],
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
		expect(textOf({ body: body as string, headers: {} })).toBe(expected);
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
	/** How many times as long ten times the text takes; a quadratic search takes a hundred times as long. */
	function growth(read: (text: string) => unknown, part: string): number {
		const millisecondsFor = (length: number) => {
			const text = part.repeat(length / part.length);
			return cpuTimeOf(() => read(text)) + 0.2;
		};
		return millisecondsFor(100_000) / millisecondsFor(10_000);
	}

	it.each([
		'<',
		'<a',
		'<title',
		'<title>',
		'<head',
		'<head>',
		'<script><',
		'</a',
		'&',
		'&#',
		'\\',
		'{',
		'["',
		' ',
	])('are found in time that grows with the text: %j', (part) => {
		expect(growth((text) => serviceWords(text), part)).toBeLessThan(40);
		expect(
			growth((text) => serviceWords(JSON.stringify({ errors: [text, { message: text }] })), part),
		).toBeLessThan(40);
		expect(growth((text) => readable(`</a>${text}`), part)).toBeLessThan(40);
	});

	it('are not looked for in what is nested too deep', () => {
		expect(serviceWords('['.repeat(20_000))).toBe('');
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
