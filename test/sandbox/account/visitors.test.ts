import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { isThisMachine } from '../../../sandbox/account/thisMachine.ts';
import { tries } from '../../support/properties.ts';
import { json, openSandbox, routesOf, sandboxForTests, sms } from '../openSandbox.ts';
import type { OpenSandbox } from '../openSandbox.ts';

type Headers = Record<string, string>;

const key = { accept: 'application/json', 'x-apikey': 'sandbox-key' };

/** Everything that changes or shows something: the address of each route, and a few with what they take. */
const requests: Array<[InjectOptions['method'], string, object?]> = [
	['GET', '/v1/Common/balance?X-ApiKey=sandbox-key'],
	['POST', '/v1/sms/single', sms()],
	['GET', '/v1/nowhere'],
	['GET', '/%5Fsandbox/state'],
	['DELETE', '/_sandbox/suppression/37060012345'],
	['POST', '/_sandbox/clock', { advanceMs: 1 }],
	['POST', '/_sandbox/faults', { kind: 'html' }],
];

beforeAll(async () => {
	const { app } = await openSandbox();
	for (const [method, path] of routesOf(app)) {
		const url = path.replace(/:\w+/g, '1');
		if (path !== '/') requests.push(method === 'POST' ? [method, url, {}] : [method, url]);
	}
	expect(requests.length).toBeGreaterThan(50);
});

const own = ['localhost', 'LOCALHOST', '127.0.0.1', '127.0.0.53', '::1', '[::1]'];
const others = ['0.0.0.0', '::', '128.0.0.1', '', 'evil-localhost', 'host.docker.internal'];
const evil = ['127.0.0.1', 'localhost'].map((name) => `${name}.evil.example`);

test.each([...own, ...others, ...evil])('%s is this machine, or it is not', (host) => {
	expect(isThisMachine(host)).toBe(own.includes(host));
});

describe('A website in a browser on this machine', () => {
	const sandbox = sandboxForTests();

	const ask = async (
		[method, url, payload]: (typeof requests)[number],
		headers: Headers,
		app = sandbox.app,
	) =>
		await app.inject({
			method,
			url,
			payload,
			headers: { ...key, ...(payload && json), host: 'localhost:4010', ...headers },
		});

	/** What browsers say of a request from elsewhere, and of one to a name that a website has given this machine. */
	const foreign: Headers[] = [
		{ host: 'evil.example:4010' },
		{ host: 'localhost.evil.example' },
		{ host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
		{ host: '10.0.0.1:4010' },
		{ origin: 'http://evil.example' },
		{ origin: 'null' },
		{ origin: 'http://localhost:5678', 'sec-fetch-site': 'same-site' },
		{ origin: 'http://localhost:4010', 'sec-fetch-site': 'cross-site' },
		{ origin: 'http://127.0.0.1:4010' },
		{ origin: 'http://localhost:4010.evil.example' },
		{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
		{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
		{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
		{ 'sec-fetch-site': 'anything' },
	];

	it.each(foreign)('is turned away from everything, and changes nothing: %j', async (headers) => {
		const before = await sandbox.read('state');
		for (const one of requests) {
			const answer = await ask(one, headers);
			expect([one, answer.statusCode]).toEqual([one, 403]);
			expect(answer.json().error.code).toBe('forbidden');
		}
		expect(await sandbox.read('state')).toEqual(before);
		expect(await sandbox.read('faults')).toEqual({ faults: [] });
	});

	it('is turned away under any name but those of this machine, and from any other origin', async () => {
		const own = ['localhost', '127.0.0.1', '[::1]'];
		const name = fc.oneof(
			fc.domain(),
			fc.ipV4(),
			fc.ipV6().map((ip) => `[${ip}]`),
		);
		const host = fc.tuple(name, fc.constantFrom('', ':80', ':4010')).map((parts) => parts.join(''));
		await fc.assert(
			fc.asyncProperty(host, fc.constantFrom(...requests), async (other, one) => {
				if (own.includes(other.replace(/:\d+$/, ''))) return;
				expect((await ask(one, { host: other })).statusCode).toBe(403);
				expect((await ask(one, { origin: `http://${other}` })).statusCode).toBe(403);
			}),
			tries(200),
		);
	});

	it('reads no answer and gets none that runs: none allows another origin, each is sandboxed and of its type', async () => {
		const { app } = await openSandbox();
		const html = '<script>alert(1)</script>';
		const planted = [
			{ kind: 'html' },
			{ kind: 'status', status: 200, body: html, contentType: 'text/html' },
			{ kind: 'status', body: html, contentType: 'image/svg+xml' },
			{ kind: 'empty' },
			{ kind: 'invalidJson', accepted: true },
		];
		for (const fault of planted) await ask(['POST', '/_sandbox/faults', fault], {}, app);
		const [balance] = requests;
		const faults: typeof requests = planted.map(() => balance);
		const odd: typeof requests = [
			['GET', '/%zz'],
			['OPTIONS', '/_sandbox/state'],
		];
		const plain = requests.filter(([, url]) => !/events|page/.test(url));
		for (const one of [...faults, ...plain, ...odd]) {
			const { headers } = await ask(one, {}, app);
			expect(headers).toMatchObject({
				'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
				'cross-origin-resource-policy': 'same-origin',
				'x-content-type-options': 'nosniff',
				'x-dns-prefetch-control': 'off',
			});
			expect(Object.keys(headers).join()).not.toContain('access-control');
		}
	});

	it('may link to the page, which any of the names of this machine opens', async () => {
		const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
		for (const host of ['localhost:4010', 'LOCALHOST', '127.0.0.1:80', '[::1]:4010']) {
			for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
				const page = await ask(['GET', '/'], { host, ...link, 'sec-fetch-site': site });
				expect([host, site, page.statusCode]).toEqual([host, site, 200]);
			}
		}
		const inFrame = { ...link, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
		expect((await ask(['GET', '/'], inFrame)).statusCode).toBe(403);
		expect((await ask(['POST', '/', {}], { origin: 'null' })).statusCode).toBe(403);
	});

	it('is not the page itself, nor a program', async () => {
		const page = { origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' };
		for (const headers of [page, { 'sec-fetch-site': 'none' }, {}] as Headers[]) {
			expect((await ask(['POST', '/_sandbox/clock', {}], headers)).statusCode).toBe(200);
			expect((await ask(['GET', '/_sandbox/state'], headers)).statusCode).toBe(200);
		}
	});

	it('is told from n8n in another container by the names that the sandbox was given', async () => {
		const { app } = await openSandbox({ names: ['Sandbox', 'host.docker.internal', 'fe80::1'] });
		for (const host of ['sandbox:4010', 'HOST.docker.internal:4010', '[fe80::1]', 'localhost']) {
			expect((await ask(['GET', '/_sandbox/clock'], { host }, app)).statusCode).toBe(200);
		}
		const other = await ask(['GET', '/_sandbox/clock'], { host: 'other:4010' }, app);
		expect(other.json().error.message).toContain('sandbox, host.docker.internal');
		expect(other.json().error.message).toContain('SANDBOX_NAMES');
	});
});

describe('A sandbox with a token', () => {
	const token = 'a token & more';
	let app: OpenSandbox['app'];
	beforeAll(async () => {
		({ app } = await openSandbox({ token }));
	});

	const status = async (method: InjectOptions['method'], url: string, headers: Headers = {}) =>
		(await app.inject({ method, url, headers: { ...key, ...headers } })).statusCode;

	const guarded = () => requests.filter(([, url]) => /sandbox\//.test(url));

	it('asks for it everywhere but in the service', async () => {
		const wrong: Headers[] = [
			{},
			{ authorization: 'Bearer other' },
			{ authorization: '' },
			{ cookie: 'sandbox-token=other' },
			{ cookie: 'sandbox-token=%zz; sandbox-token' },
			{ cookie: `other=${encodeURIComponent(token)}` },
		];
		for (const headers of wrong) {
			expect(await status('GET', '/', headers)).toBe(401);
			for (const [method, url] of guarded()) {
				expect([url, await status(method, url, headers)]).toEqual([url, 401]);
			}
		}
		expect(await status('GET', `/_sandbox/state?token=${encodeURIComponent(token)}`)).toBe(401);
		expect(await status('GET', '/v1/Common/balance?X-ApiKey=sandbox-key')).toBe(200);
	});

	it('takes it in the page’s address, and then in a cookie that no script reads', async () => {
		const opened = await app.inject(`/?token=${encodeURIComponent(token)}`);
		expect([opened.statusCode, opened.headers.location]).toEqual([302, '/']);
		const cookie = String(opened.headers['set-cookie']);
		expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
		const sent = { cookie: `first=1; ${cookie.split(';')[0]}; last=2` };
		expect(await status('GET', '/', sent)).toBe(200);
		expect(await status('GET', '/_sandbox/state', sent)).toBe(200);
		expect(await status('GET', '/?token=other')).toBe(401);
		expect(await status('GET', '/?token=a&token=b')).toBe(401);
	});

	it('opens the page of the account that stands beside it', async () => {
		const given = encodeURIComponent(token);
		for (const query of [`token=${given}&account=anna-2`, `account=anna-2&token=${given}`]) {
			const { location } = (await app.inject(`/?${query}`)).headers;
			expect(location).toBe('/?account=anna-2');
		}
		const { location } = (await app.inject(`/?token=${given}&account=//evil.example`)).headers;
		expect(location).toBe('/?account=%2F%2Fevil.example');
	});

	it('takes it in a header', async () => {
		const authorization = `Bearer ${token}`;
		expect(await status('POST', '/_sandbox/reset', { authorization })).toBe(200);
		expect(await status('GET', '/_sandbox/openapi.json', { authorization })).toBe(200);
		const foreign = { authorization, origin: 'http://evil.example' };
		expect(await status('POST', '/_sandbox/reset', foreign)).toBe(403);
	});
});

describe('Whatever is asked of the controls', () => {
	const deep = fc
		.integer({ min: 1, max: 20_000 })
		.map((depth) => '['.repeat(depth) + ']'.repeat(depth));
	const value = fc.oneof(
		fc.double().map((number) => JSON.stringify(number)),
		fc.constantFrom('1e300', '1e400', '-1e400', '-1', '8.64e15', '315360000000', '0', '1e9'),
		fc.constantFrom('"x\\r\\ny"', '"\\u0000"', '"ž"', '"status"', '"drop"', '"html"', '"timeout"'),
		fc.constantFrom('"paged"', '"/v1"', '""', 'null', 'true'),
		deep,
		fc.json(),
	);
	const names =
		'advanceMs ms requestsPerSecond EUR USD kind status retryAfter body contentType count after method path sends accepted lists objects ids errors redirects name messages faults contacts suppression campaigns clockAheadMs latencyMs dialect balance __proto__ constructor'.split(
			' ',
		);
	const likely = fc
		.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })
		.map((all) => `{${all.map(([name, text]) => `"${name}":${text}`).join(',')}}`);
	const fault = fc
		.tuple(
			fc.constantFrom('status', 'html', 'drop', 'empty'),
			fc.constantFrom('retryAfter', 'contentType', 'body', 'status'),
			value,
		)
		.map(([kind, name, text]) => `{"kind":"${kind}","${name}":${text},"count":9}`);
	const most = ['{"kind":"status","count":1000000}', '{"advanceMs":315360000000}', '{"ms":600000}'];
	const body = fc.oneof(likely, fault, fc.json(), fc.string(), fc.constantFrom(...most));
	const changes = [
		...['clock', 'latency', 'balance', 'rate-limit', 'faults', 'dialect', 'reset'],
		...['situation', 'counting', 'import'],
	];
	const control = fc.record({ path: fc.constantFrom(...changes), body });

	it('a message goes out again after a reset', async () => {
		const { app } = await openSandbox();
		const post = async (url: string, payload: string | object) =>
			await app.inject({ method: 'POST', url, payload, headers: { ...key, ...json } });
		await fc.assert(
			fc.asyncProperty(fc.array(control, { minLength: 1, maxLength: 8 }), async (all) => {
				for (const one of all) {
					const { statusCode } = await post(`/_sandbox/${one.path}`, one.body);
					expect(statusCode).toBeLessThan(500);
					// It may never be answered.
					void post('/v1/sms/single', sms()).catch(() => undefined);
				}
				expect((await post('/_sandbox/reset', {})).statusCode).toBe(200);
				const sent = await post('/v1/sms/single', sms());
				expect(sent.statusCode).toBe(200);
				const { messageId } = sent.json();
				expect((await post('/v1/sms/report', { messageId })).json()).toMatchObject([{ messageId }]);
				const state = (await app.inject('/_sandbox/state')).json();
				expect(state.messages.at(-1)).toMatchObject({ messageId });
				expect(state.balance[1]).toEqual({ amount: 250, currency: 'USD' });
			}),
			tries(200),
		);
	});

	it('the clock goes 10 years ahead, in one step or in several, and no further', async () => {
		const { control: steer } = await openSandbox();
		const move = async (advanceMs: number) => await steer('clock', { advanceMs });
		const year = 365 * 86_400_000;
		for (let step = 0; step < 9; step += 1) expect((await move(year)).status).toBe(200);
		const { status, body: refused } = await move(2 * year);
		expect(status).toBe(400);
		expect(refused.error.message).toContain('at most 10 years ahead');
		expect((await move(year - 60_000)).status).toBe(200);
	});
});
