import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { readState } from '../../sandbox/keep.ts';
import { readRecording } from '../../sandbox/like/recording.ts';
import { filledUp } from '../../sandbox/like/values.ts';
import { tell } from '../../sandbox/routes/page.ts';
import { withoutControls } from '../../sandbox/stranger.ts';
import { openSandbox, sms } from './openSandbox.ts';
import type { OpenSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let folder: string;
beforeEach(async () => {
	sandbox = await openSandbox();
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
	await sandbox.close();
	rmSync(folder, { recursive: true });
});

const json = { accept: 'application/json', 'content-type': 'application/json' };
const headers = { ...json, 'x-apikey': 'sandbox-key' };
const fileOf = (text: string) => {
	const file = join(folder, 'file.json');
	writeFileSync(file, text);
	return file;
};
const saidBy = async (act: () => unknown) => {
	try {
		await act();
	} catch (error) {
		return withoutControls((error as Error).message);
	}
	return 'taken';
};
const refusedBy = async (path: string, body: string) => {
	const answer = await sandbox.call('POST', path, { headers, body });
	return answer.status < 400 ? 'taken' : withoutControls(answer.body.error.message);
};

/** Each way in, with what a stranger puts into it as the value of a field, and what it says. */
const doors: Record<string, (value: string) => Promise<string>> = {
	request: async (value) =>
		await refusedBy('/v1/sms/single', `${JSON.stringify(sms()).slice(0, -1)},"z":${value}}`),
	import: async (value) => await refusedBy('/_sandbox/import', saved(value)),
	seed: async (value) => await saidBy(() => readState(sandbox.app, { seed: fileOf(saved(value)) })),
	kept: async (value) => await saidBy(() => readState(sandbox.app, { keep: fileOf(saved(value)) })),
	recording: async (value) => await saidBy(() => readRecording(fileOf(recorded(value)))),
};
const message = { messageId: '../../v1/x?&', channel: 'email', to: 'a@b.co', from: 'c@d.co' };
const whole = { ...message, parts: ['a'], partIds: ['b/c'], sentAt: 1 };
const saved = (value: string) =>
	`{"messages":[${JSON.stringify(whole).slice(0, -1)},"fields":{"subject":${value},"html":${value}}}]}`;
const answer = { status: 200, headers: { 'content-type': 'application/json' } };
const recorded = (value: string) =>
	`{"format":"messaging-service-recording","version":1,"exchanges":[{"method":"GET","path":"/x","isUnknown":true,"answer":${JSON.stringify(answer).slice(0, -1)},"json":${value}}}]}`;

const odd = {
	'nested too deep': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
	'objects too deep': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
	'brackets in a text': JSON.stringify('"\\['.repeat(20_000)),
	'no text': '{"toString":1}',
	'control characters': String.raw`"\u001b[2J\u202e"`,
	'no JSON': '\u001b[2J',
	'a long text': JSON.stringify('a'.repeat(1_000_000)),
};

describe.each(Object.keys(doors))('What a stranger writes, as %s', (door) => {
	it.each(Object.keys(odd) as Array<keyof typeof odd>)('%s', async (name) => {
		const said = await doors[door](odd[name]);
		if (name.endsWith('deep')) expect(said).toMatch(/The JSON has more than 1[01]0 levels/);
		else if (name === 'no JSON') expect(said).toContain('not valid JSON');
		else expect(said).toBe('taken');
		expect(said).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
		for (const path of ['state', 'export', 'requests', 'verdict']) {
			expect((await sandbox.call('GET', `/_sandbox/${path}`)).status).toBe(200);
		}
	});
});

describe('A recording', () => {
	it('takes no header over that gives a page rights, breaks an answer, or is cut', async () => {
		const given = {
			'content-type': 'text/html',
			'content-security-policy': "script-src * 'unsafe-inline'",
			'access-control-allow-origin': '*',
			'set-cookie': 'a=b',
			'transfer-encoding': 'chunked',
			'x-content-type-options': 'none',
			'x-total-count': '5',
			'retry-after': '1',
			location: '/a\r\nset-cookie: c=d',
			'x-page\r\nset-cookie': 'e=f',
		};
		const text = '<script>1</script>';
		const exchange = { method: 'GET', path: '/x', isUnknown: true } as const;
		const like = {
			format: 'messaging-service-recording',
			version: 1,
			exchanges: [{ ...exchange, answer: { status: 200, headers: given, text } }],
		} as const;
		const other = await openSandbox({ like: like as never });
		const usual = await sandbox.get('/v1/Common/balance');
		const got = await other.get('/x');
		await other.close();
		expect(got).toMatchObject({ status: 200, text });
		expect(got.headers).toMatchObject({ 'content-type': 'text/html', 'retry-after': '1' });
		expect(Object.keys(got.headers).sort()).toEqual(
			[...Object.keys(usual.headers), 'retry-after', 'x-total-count'].sort(),
		);
		for (const name of ['content-security-policy', 'x-content-type-options']) {
			expect(got.headers[name]).toBe(usual.headers[name]);
		}
	});

	it.each([
		[
			[
				{ at: ['a', 0], length: 1_000_000 },
				{ at: ['a'], length: 1_000_000 },
			],
		],
		[
			[
				{ at: ['a'], length: 1_000_000 },
				{ at: ['a', 0], length: 1_000_000 },
			],
		],
	])('fills lists up to a total, whatever is within what: %j', (cut) => {
		const written = JSON.stringify(filledUp({ a: [[1]] }, cut));
		expect(written.length).toBeLessThan(60_000_000);
		expect(filledUp({ b: [1, 2] }, [{ at: ['b'], length: 5 }])).toEqual({ b: [1, 2, 1, 2, 1] });
	});
});

test('a recording with many cuts is gone through once', () => {
	const lengths = Array.from({ length: 500 }, (_, index) => 1_000 + index);
	const cut = lengths.map((length) => ({ at: ['a'], length }));
	const written = jest.spyOn(JSON, 'stringify');
	const filled = filledUp({ a: ['x'] }, cut) as { a: string[] };
	const { length } = written.mock.calls;
	written.mockRestore();
	expect(filled.a).toHaveLength(1_499);
	expect(length).toBeLessThanOrEqual(cut.length);
});

describe('A saved state', () => {
	it('is read again, though HTTP would not take as much from others', async () => {
		const parts = ['a'.repeat(101 * 1024 * 1024)];
		const state = { messages: [{ ...whole, parts, fields: {} }] };
		expect(
			await saidBy(() => readState(sandbox.app, { keep: fileOf(JSON.stringify(state)) })),
		).toBe('taken');
	});
});

describe('A page that stops reading', () => {
	it('is told nothing more, and then the newest', async () => {
		let goOn: (() => void) | undefined;
		const written: string[] = [];
		const stream = new Writable({
			write: (chunk, _encoding, done) => {
				written.push(String(chunk));
				goOn = done;
			},
		});
		let state = 0;
		const big = 'a'.repeat(100_000);
		const ended = tell(
			stream,
			() => [{ state, big }],
			async () => undefined,
		);
		for (state = 1; state < 100; state++) await new Promise(setImmediate);
		expect(written).toHaveLength(1);
		expect(stream.writableLength).toBeLessThan(2 * big.length);
		goOn?.();
		while (written.length < 2) await new Promise(setImmediate);
		expect(written[1]).toContain('"state":100');
		stream.destroy();
		await ended;
	});
});
