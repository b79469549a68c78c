import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';

import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { folderForTests } from '../../support/folder';
import { tries } from '../../support/properties';
import { API_KEY } from '../../support/service';
import { consult, NUMBER, reading, runDoctor } from './consultation';

const folder = folderForTests();

type Answered = { status: number; headers: Record<string, string>; body: string | Buffer };

let answerTo: (path: string) => Answered;
let asked: Array<{ path: string; headers: IncomingHttpHeaders }> = [];
let server: AnsweringServer;
beforeAll(async () => {
	server = await AnsweringServer.start((request, response) => {
		const [path] = (request.url ?? '').split('?');
		asked.push({ path: `${request.method} ${path}`, headers: request.headers });
		const { status, headers, body } = answerTo(path);
		response.writeHead(status, headers).end(body);
	});
});
afterAll(async () => await server.stop());
beforeEach(() => void (asked = []));

const json = (body: unknown, status = 200): Answered => ({
	status,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});
const balance = [{ amount: 9, currency: 'EUR' }];

/** What a run of the doctor shows and writes. */
async function toldBy(key = API_KEY) {
	const { output } = await runDoctor(server.address, ['--out', folder, ...reading], key);
	const read = (name: string) => readFileSync(join(folder, name), 'utf8');
	return { output, report: read('doctor-report.md'), recording: read('recording.json') };
}

/** What a terminal acts on, or shows in another order. */
const CONTROLS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const control = fc.constantFrom(
	...['\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\r', '\b', '\u0000', '\u202e', '\u2028'],
	'\n  balance-answer  all is fine',
);
const text = fc
	.tuple(fc.string({ maxLength: 8 }), control, fc.string({ maxLength: 8 }))
	.map((parts) => parts.join(''));

it('nothing in an answer moves the cursor, or writes a line of its own', async () => {
	await fc.assert(
		fc.asyncProperty(text, text, fc.constantFrom(200, 404, 500), async (name, words, status) => {
			answerTo = (path) => {
				if (path.endsWith('/balance')) return json([{ ...balance[0], [name]: words }]);
				return json({ [name]: words, error: { message: words, [name]: [words] } }, status);
			};
			for (const shown of Object.values(await toldBy())) {
				expect(CONTROLS.exec(shown)).toBeNull();
				expect(shown).not.toMatch(/^ {2}balance-answer {2}all is fine/m);
			}
		}),
		tries(25),
	);
});

/** What nobody may read, neither the owner's key nor somebody's name and number; all of it is in the answers. */
async function expectHidden(key: string, spelling: string, note: unknown) {
	const words = `no ${spelling} of Adalovelace 37060012345`;
	answerTo = (path) => ({
		...json(path.endsWith('/balance') ? [{ ...balance[0], note }] : errorOf(words, spelling)),
		status: path.endsWith('/balance') ? 200 : 302,
		headers: {
			...{ location: `/login/${spelling}/Adalovelace?next=${spelling}`, 'x-total-count': spelling },
			link: `<${spelling}>; rel="next"`,
		},
	});
	const { output, report, recording } = await toldBy(key);
	for (const shown of [output, report, recording]) {
		expect(shown.toLowerCase()).not.toContain(spelling.toLowerCase());
	}
	const personal = /Adalovelace|37060012345|600[ -]?12345/;
	for (const file of [report, recording]) expect(file).not.toMatch(personal);
	expect(recording).toContain('***');
}
const errorOf = (words: string, name: string) => ({ error: words, [name]: [name] });

// In base64 it has what base64url writes otherwise.
const key = 'live+key/~?~>==x';
const inHex = [...Buffer.from(key)].map((byte) => byte.toString(16).padStart(2, '0'));

it.each([
	['twice, as in an address within an address', encodeURIComponent(encodeURIComponent(key))],
	['in hex with colons', inHex.join(':')],
	['in hex with spaces', inHex.join(' ')],
	['as codes', [...Buffer.from(key)].join(',')],
	['as codes with spaces', [...Buffer.from(key)].join(', ')],
	['as entities without an end', [...Buffer.from(key)].map((code) => `&#${code}`).join('')],
	['three times', [1, 2, 3].reduce(encodeURIComponent, key)],
	['in base64, in an address', encodeURIComponent(Buffer.from(`me:${key}`).toString('base64'))],
	...(['base64', 'base64url', 'hex'] as const).flatMap((encoding) =>
		['', 'u:', 'me:', 'user:'].map((other) => [
			`in ${encoding}, with '${other}' before and after it`,
			Buffer.from(other + key + other).toString(encoding),
		]),
	),
])('the key is nowhere, though it is encoded %s', async (_, encoded) => {
	await expectHidden(key, encoded, encoded);
});

it.each(['live-key-0815/+==', 'Abc "d\\e" <f>&g%20h', '12345678901'])(
	'the key %s is nowhere, though the service repeats it as it is, in addresses, and as a number',
	async (plain) => {
		const inAddress = encodeURIComponent(plain);
		const asNumber = /^\d+$/.test(plain) ? Number(plain) : 0;
		for (const spelling of [plain, JSON.stringify(plain), inAddress, inAddress.toLowerCase()]) {
			await expectHidden(plain, spelling, asNumber);
		}
	},
);

it.each([
	['gzip', gzipSync],
	['deflate', deflateSync],
	['br', brotliCompressSync],
])('reads what is packed with %s, refusals too', async (encoding, pack) => {
	const plain = (path: string) =>
		path.endsWith('/balance') ? json(balance) : json({ error: { message: 'No such thing' } }, 404);
	answerTo = plain;
	const { table } = await consult(server, reading);
	answerTo = (path) => {
		const { status, headers, body } = plain(path);
		return { status, headers: { ...headers, 'content-encoding': encoding }, body: pack(body) };
	};
	const packed = await consult(server, reading);
	expect(packed.table).toEqual(table);
	expect(packed.table['balance-answer']).toBe('as assumed');
	expect(packed.table['error-words']).toBe('as assumed');
});

it('asks with the headers that the node asks with', async () => {
	answerTo = () => json(balance);
	const credential = { environment: 'sandbox', sandboxUrl: server.address, apiKey: API_KEY };
	await runNode(credential, { resource: 'account', operation: 'getBalance' });
	const validate = { resource: 'contact', operation: 'validate', phoneNumber: NUMBER };
	await runNode(credential, validate);
	const ofNode = asked;
	asked = [];
	await consult(server, ['--number', NUMBER]);
	// Of the connection, and of n8n itself.
	const others = /^(host|connection|content-length|user-agent|transfer-encoding)$/;
	const own = (headers: IncomingHttpHeaders) =>
		Object.fromEntries(Object.entries(headers).filter(([name]) => !others.test(name)));
	expect(ofNode).toHaveLength(2);
	for (const { path, headers } of ofNode) {
		const same = asked.find((one) => one.path === path);
		expect([path, own(same?.headers ?? {})]).toEqual([path, own(headers)]);
	}
});

it.each<[string, Answered]>([
	['one word of a megabyte', json({ x: 'a'.repeat(1_000_000) }, 404)],
	['a megabyte of slashes', json({ message: '/a'.repeat(500_000) }, 404)],
	['names of a megabyte', json({ ['n'.repeat(1_000_000)]: { y: 1 } })],
	['lists in lists in lists', json(nested(4))],
	['fields in fields in fields', json(nestedFields(3))],
])('ends soon, and says little, though everything is answered with %s', async (_, answer) => {
	answerTo = (path) => (path.endsWith('/balance') ? json(balance) : answer);
	const { output, report, recording } = await toldBy();
	expect(output.length).toBeLessThan(30_000);
	expect(report.length).toBeLessThan(30_000);
	expect(recording.length).toBeLessThan(3_000_000);
});

function nested(depth: number): unknown {
	return depth ? Array.from({ length: 20 }, () => nested(depth - 1)) : 1;
}

function nestedFields(depth: number): unknown {
	const names = Array.from({ length: 20 }, (_, index) => `field${index}`);
	return depth ? Object.fromEntries(names.map((name) => [name, nestedFields(depth - 1)])) : 1;
}

it('goes to no other address, wherever a redirect leads', async () => {
	const other = await AnsweringServer.start((_request, response) => response.end('[]'));
	for (const status of [301, 302, 303, 307, 308]) {
		answerTo = () => ({ ...json({}, status), headers: { location: `${other.address}/x?k=1` } });
		await consult(server, reading);
	}
	await other.stop();
	expect(other.received).toEqual([]);
	expect(asked.length).toBeGreaterThan(5);
});
