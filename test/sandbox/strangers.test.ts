import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { readState } from '../../sandbox/keep.ts';
import { filledUp } from '../../sandbox/like/values.ts';
import { tell } from '../../sandbox/routes/page.ts';
import { folderForTests } from '../support/folder.ts';
import { openSandbox, sandboxForTests } from './openSandbox.ts';

const sandbox = sandboxForTests();
const folder = folderForTests();

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
		const answer = { status: 200, headers: given, text };
		const like = {
			format: 'messaging-service-recording',
			version: 1,
			exchanges: [{ method: 'GET', path: '/x', isUnknown: true, answer }],
		} as const;
		const other = await openSandbox({ like: like as never });
		const usual = await sandbox.get('/v1/Common/balance');
		const got = await other.get('/x');
		expect(got).toMatchObject({ status: 200, text });
		expect(got.headers).toMatchObject({ 'content-type': 'text/html', 'retry-after': '1' });
		expect(Object.keys(got.headers).sort()).toEqual(
			[...Object.keys(usual.headers), 'retry-after', 'x-total-count'].sort(),
		);
		for (const name of ['content-security-policy', 'x-content-type-options']) {
			expect(got.headers[name]).toBe(usual.headers[name]);
		}
	});

	const cuts = [['a'], ['a', 0]].map((at) => ({ at, length: 1_000_000 }));
	it.each([[cuts], [cuts.toReversed()]])(
		'fills lists up to a total, whatever is within what: %j',
		(cut) => {
			const written = JSON.stringify(filledUp({ a: [[1]] }, cut));
			expect(written.length).toBeLessThan(60_000_000);
			expect(filledUp({ b: [1, 2] }, [{ at: ['b'], length: 5 }])).toEqual({ b: [1, 2, 1, 2, 1] });
		},
	);
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
		const message = { messageId: 'a', channel: 'sms', to: '37060012345', from: 'Shop', sentAt: 1 };
		const long = { ...message, parts: ['a'.repeat(101 * 1024 * 1024)], partIds: ['b'], fields: {} };
		const keep = join(folder, 'kept.json');
		writeFileSync(keep, JSON.stringify({ messages: [long] }));
		expect(() => readState(sandbox.app, { keep })).not.toThrow();
		expect(sandbox.app.accounts.main.store.messages.count()).toBe(1);
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
