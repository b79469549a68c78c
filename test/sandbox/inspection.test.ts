import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { asCurl } from '../../sandbox/page/curl.js';
import { createRequestLog } from '../../sandbox/traffic/requestLog.ts';
import { eventually } from '../support/eventually.ts';
import { tries } from '../support/properties.ts';
import { json, sandboxForTests, sms } from './openSandbox.ts';

const sandbox = sandboxForTests();

describe('A request in full', () => {
	it('has headers, query, body, and answer, also when it is one of many, and never the key', async () => {
		await sandbox.get('/v1/Common/balance', { other: 'a b' });
		const body = sms({ text: '' });
		await sandbox.send(body);
		for (let call = 0; call < 30; call += 1) await sandbox.get('/v1/Common/balance');
		const balance = await sandbox.read('requests/1');
		const query = { 'X-ApiKey': '***', other: 'a b' };
		expect(balance).toMatchObject({ number: 1, query, status: 200 });
		expect(JSON.parse(balance.answer)[1]).toEqual({ amount: 250, currency: 'USD' });
		const refused = await sandbox.read('requests/2');
		const headers = { 'x-apikey': '***', accept: 'application/json' };
		expect(refused).toMatchObject({ method: 'POST', headers, body, status: 400 });
		expect(refused.answer).toContain('text must be');
		expect(JSON.stringify([balance, refused])).not.toContain('sandbox-key');
		for (const number of ['99', '__proto__']) {
			expect((await sandbox.look(`requests/${number}`)).status).toBe(404);
		}
	});

	it('has the body that is no JSON as it came, and hides what a browser or a proxy adds', async () => {
		const secrets = { authorization: 'Bearer token', cookie: 'a=token' };
		const headers = { ...json, 'x-apikey': 'sandbox-key', ...secrets };
		await sandbox.call('POST', '/v1/sms/single', { headers, body: '{"to": 37060012345' });
		const request = await sandbox.read('requests/1');
		expect(request).toMatchObject({ body: '{"to": 37060012345', status: 400 });
		expect(JSON.stringify(request.headers)).not.toContain('token');
	});

	const ofLog = (url: string) => ({ method: 'GET', url, query: {}, headers: {} }) as FastifyRequest;

	it('is forgotten with the oldest of 10,000', () => {
		const log = createRequestLog();
		for (let call = 0; call < 25_000; call += 1) log.record(ofLog(`/${call}?a=b`), 0);
		expect(log.all()).toHaveLength(10_000);
		expect(log.all().at(0)?.path).toBe('/15000');
		expect(log.total()).toBe(25_000);
	});

	it('is forgotten with the oldest of 50 million characters, and never while it is the latest', () => {
		const received = fc.array(fc.integer({ min: 0, max: 30_000_000 }), { maxLength: 12 });
		fc.assert(
			fc.property(received, (sizes) => {
				const log = createRequestLog();
				const entries = sizes.map((size) => {
					const entry = log.record(ofLog('/'), 0);
					log.received(entry, 'body', size);
					return entry;
				});
				const kept = log.all().map(({ number }) => number);
				let sum = 0;
				const fit = sizes.reduceRight<number[]>((all, size, index) => {
					sum += size;
					return sum <= 50_000_000 || all.length === 0 ? [index + 1, ...all] : all;
				}, []);
				expect(kept).toEqual(fit);
				expect(log.total()).toBe(sizes.length);
				// An answer that comes late to one that was forgotten, or from before a reset, brings nothing back.
				const after = createRequestLog();
				for (const entry of entries) {
					log.answered(entry, 200, 'late', 'key');
					after.answered(entry, 200, 'late', 'key');
				}
				expect(log.all().map(({ number }) => number)).toEqual(kept);
				expect(after.all()).toEqual([]);
			}),
			tries(100),
		);
	});
});

describe('Send again', () => {
	const again = async (number: number) => await sandbox.control(`requests/${number}/again`);
	const received = async (number: number) => {
		const read = async () => await sandbox.read(`requests/${number}`);
		await eventually('an answer', async () => typeof (await read()).status === 'number');
		return await read();
	};

	it('sends the same request with the right key, which is nowhere to be seen', async () => {
		const twice = sms({ text: 'Twice', extra: [{ a: 1 }] });
		await sandbox.send(twice);
		expect((await again(1)).body).toEqual({ again: true });
		const { body, status, headers } = await received(2);
		expect([body, status]).toEqual([twice, 200]);
		expect(headers['x-apikey']).toBe('***');
		expect(await sandbox.read('messages-per-recipient')).toEqual({ 37060012345: 2 });
		await sandbox.get('/v1/sms/report', { messageId: 'none' });
		await again(3);
		expect(await received(4)).toMatchObject({ method: 'GET', query: { messageId: 'none' } });
	});

	it.each(['{"to": 5', '[]', '"text"', ''])('sends the body %j as it was', async (body) => {
		await sandbox.postText('/v1/sms/single', body);
		await again(1);
		const [first, second] = [await received(1), await received(2)];
		expect([second.status, second.answer]).toEqual([first.status, first.answer]);
	});

	it.each(['timeout', 'drop'])('does not wait for an answer that never comes: %s', async (kind) => {
		await sandbox.get('/v1/Common/balance');
		await sandbox.control('faults', { kind });
		expect((await again(1)).status).toBe(200);
		await eventually('the second', async () => (await sandbox.read('requests')).length === 2);
		expect((await sandbox.read('requests/2')).status).toBeNull();
	});

	it('refuses a request that is not there', async () => {
		expect((await again(1)).status).toBe(404);
	});
});

describe('A request as a command for a shell', () => {
	it('is the same request, whatever stands in it', () => {
		const text = fc.string({ unit: 'grapheme' }).filter((one) => !/[\0\r\n]/.test(one));
		const token = fc.stringMatching(/^[!#$%&'*+.^_`|~\w-]{1,12}$/);
		const line = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed());
		const evil = ['***', "'; id; '", '$(id)', '\u001b[201~', '\0', "'\u0007'\u009b\u202e"];
		const shown = fc.oneof(text, line, fc.constantFrom(...evil));
		const header = fc.oneof(
			fc.constant('x-apikey'),
			token.map((one) => `x-${one}`),
			token,
		);
		const request = fc.record({
			method: fc.oneof(fc.constantFrom('GET', 'POST'), token),
			path: shown.map((one) => `/${one}`),
			query: fc.dictionary(fc.oneof(fc.constant('X-ApiKey'), token), shown),
			headers: fc.dictionary(header, shown),
			body: fc.oneof(fc.constant(undefined), fc.record({ to: text, text }), line, shown),
		});
		const isKeyOf = (name: string, value: string) =>
			value === '***' &&
			/apikey|authorization|cookie/.test(name.toLowerCase().replace(/[^a-z]/g, ''));
		const said = (value: string) => value.replaceAll('\0', '\ufffd');
		fc.assert(
			fc.property(request, (one) => {
				const command = asCurl(one, 'http://127.0.0.1:4010');
				expect(command).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
				const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
				const output = execFileSync('bash', ['--norc', '-c', script], { env: { KEY: 'the key' } });
				const valueOf = (name: string, value: string, write = said) =>
					isKeyOf(name, value) ? 'the key' : write(value);
				const search = Object.entries(one.query).map(
					([name, value]) =>
						`${encodeURIComponent(name)}=${valueOf(name, value, encodeURIComponent)}`,
				);
				const address = `http://127.0.0.1:4010${said(one.path)}`;
				const data = typeof one.body === 'string' ? said(one.body) : JSON.stringify(one.body);
				expect(String(output).split('\0').slice(0, -1)).toEqual([
					...['--globoff', '-X', one.method],
					search.length > 0 ? `${address}?${search.join('&')}` : address,
					...Object.entries(one.headers)
						.filter(([name]) => /^(accept|content-type|x-.*)$/.test(name))
						.flatMap(([name, value]) => ['-H', `${name}: ${valueOf(name, value)}`]),
					...(data === undefined ? [] : ['--data-raw', data]),
				]);
			}),
			tries(60),
		);
	});
});

describe('A message', () => {
	const email = { to: 'ada@example.com', from: 'a@b.co', subject: 's' };

	it('is shown in full by its id', async () => {
		const { body } = await sandbox.post('/email', { ...email, html: '<b>Hi</b>' });
		const shown = await sandbox.read(`messages/${body.messageId}`);
		expect(shown).toMatchObject({ ...email, html: '<b>Hi</b>', parts: [{ state: 0 }] });
		expect((await sandbox.look('messages/none')).status).toBe(404);
	});

	it('as HTML is a page that may load nothing, run nothing, and stand only in the sandbox’s own page', async () => {
		const html =
			'<LINK rel=preconnect href=http://example.com><style>b{color:red}</style><b>Hi</b>';
		const { body } = await sandbox.post('/email', { ...email, html });
		const page = await sandbox.look(`messages/${body.messageId}/html`);
		expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
		expect(String(page.headers['content-security-policy']).split('; ').sort()).toEqual([
			"default-src 'none'",
			"frame-ancestors 'self'",
			'img-src data:',
			'sandbox',
			"style-src 'unsafe-inline'",
		]);
		expect(page.headers['x-dns-prefetch-control']).toBe('off');
		expect(page.text).toBe(html.replace('<LINK', '<no-link'));
		const plain = await sandbox.post('/email', { ...email, text: 'Hi' });
		const none = await sandbox.look(`messages/${plain.body.messageId}/html`);
		expect(none.status).toBe(404);
	});
});

describe('The latest message', () => {
	const latest = (query: string) => sandbox.look(`messages/latest${query}`);
	const send = async (fields = {}): Promise<string> => (await sandbox.send(fields)).body.messageId;

	it('shows the latest message to somebody, with its whole text', async () => {
		expect((await latest('')).body.error.message).toBe(
			'There is no such message yet; the account has 0 other messages',
		);
		await send({ text: 'Your code is 123456' });
		const text = `Your code is 654321. ${'a'.repeat(200)}`;
		await send({ text });
		await sandbox.post('/viber', sms({ text: 'By Viber' }));
		await send({ to: '37060099999', text: 'To another' });
		const to = '"Ada, A." <Ada@Example.com>, bob@example.com';
		await sandbox.post('/email', { to, from: 'a@b.co', subject: 's', text: 'Mail' });
		for (const [query, said] of [
			['', 'Mail'],
			['?channel=sms', 'To another'],
			['?to=37060012345', 'By Viber'],
			['?to=37060012345&channel=sms', text],
			['?to=%2B370%20600%2012345&channel=sms', text],
			['?to=+370 (600) 12-345&channel=sms', text],
			['?to=00370 600/12.345&channel=sms', text],
			['?to=ada@example.com', 'Mail'],
			['?to=BOB@example.com', 'Mail'],
		]) {
			expect([query, (await latest(query)).body.text]).toEqual([query, said]);
		}
		for (const to of ['37060000000', 'a@example.com', 'ada@example.com&channel=sms']) {
			expect([to, (await latest(`?to=${to}`)).status]).toEqual([to, 404]);
		}
	});

	it('is the one after another message, or after a time', async () => {
		const [first, second] = [await send({ text: 'First' }), await send({ text: 'Second' })];
		expect((await latest(`?after=${first}`)).body.text).toBe('Second');
		expect((await latest(`?after=${second}`)).status).toBe(404);
		const before = new Date(sandbox.clock.now()).toISOString();
		expect((await latest(`?after=${before}`)).status).toBe(404);
		sandbox.clock.advance(1);
		await send({ text: 'Third' });
		expect((await latest(`?after=${before}`)).body.text).toBe('Third');
		for (const time of ['2030-01-01T14:00:00%2B02:00', '2030-01-01T12:00Z']) {
			expect((await latest(`?after=${time}`)).body.text).toBe('Third');
		}
	});

	it('after any message of any is the last one behind it', async () => {
		const people = fc.array(fc.constantFrom('37060000001', '37060000002'), { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(people, fc.nat(), fc.boolean(), async (all, place, isToOne) => {
				await sandbox.control('reset');
				const ids: string[] = [];
				for (const to of all) ids.push(await send({ to }));
				const from = place % all.length;
				const to = isToOne ? all[0] : undefined;
				const at = all.findLastIndex((one, index) => index > from && (!to || one === to));
				const answer = await latest(`?after=${ids[from]}${to ? `&to=${to}` : ''}`);
				expect(answer.body.messageId).toBe(ids[at]);
				expect(answer.status).toBe(at < 0 ? 404 : 200);
			}),
			tries(30),
		);
	});

	it('is waited for, also over a reset, and by a campaign', async () => {
		const waiting = latest('?to=37060000002&wait=20');
		await send();
		await sandbox.control('reset');
		const recipients = ['37060000001', '37060000002'];
		await sandbox.post('/campaigns', { ...sms({ text: 'Sale' }), name: 'n', recipients });
		sandbox.clock.advance(400);
		expect((await waiting).body).toMatchObject({ to: '37060000002', text: 'Sale' });
	});

	it('that does not come in time is not there, and says how many others are', async () => {
		await send();
		const { status, body } = await latest('?to=37060000009&wait=1');
		expect([status, body.error.message]).toEqual([
			404,
			'There is no such message after 1 second; the account has 1 other message',
		]);
	});

	it('is looked for no longer when nobody waits any more', async () => {
		const looks = jest.spyOn(sandbox.app.accounts.main.store.messages, 'latestTo');
		const path = '/_sandbox/messages/latest?wait=60';
		await expect(sandbox.call('GET', path, { timeout: 300 })).rejects.toThrow();
		let seen = -1;
		await eventually('it looks no more', async () => {
			const isOver = looks.mock.calls.length === seen;
			seen = looks.mock.calls.length;
			await new Promise((resolve) => setTimeout(resolve, 250));
			return isOver;
		});
		expect(seen).toBeGreaterThan(1);
		looks.mockRestore();
	});
});
