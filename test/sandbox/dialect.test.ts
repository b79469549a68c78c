import { openSandbox, sms } from './openSandbox.ts';
import type { OpenSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
	sandbox = await openSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('reset'));

const balance = [
	{ amount: 1000, currency: 'EUR' },
	{ amount: 250, currency: 'USD' },
];

describe('The dialect of the sandbox', () => {
	it.each([
		[{ lists: 'wrapped' }, { items: balance }],
		[{ lists: 'paged' }, { items: balance, total: 2, page: 1, links: { next: null } }],
	])('%j is how lists look', async (dialect, body) => {
		await sandbox.control('dialect', dialect);
		expect((await sandbox.get('/v1/Common/balance')).body).toEqual(body);
	});

	it('wraps objects, numbers ids and adds fields', async () => {
		await sandbox.control('dialect', { objects: 'envelope', ids: 'number', fields: 'extra' });
		expect((await sandbox.post('/v1/sms/single', sms())).body).toMatchObject({
			success: true,
			data: { messageId: expect.any(Number), tags: ['a', 'b'] },
		});
	});

	it('answers refusals with 200', async () => {
		await sandbox.control('dialect', { errors: 'inside200' });
		const answer = await sandbox.post('/v1/sms/single', sms({ to: '' }));
		expect([answer.status, answer.body.success]).toEqual([200, false]);
		expect(answer.body.error.message).toContain('to must be');
	});

	it.each(['303', '307'])('answers with %s', async (redirects) => {
		await sandbox.control('dialect', { redirects });
		const answer = await sandbox.post('/v1/sms/single', sms());
		expect([answer.status, answer.headers.location]).toEqual([Number(redirects), '/elsewhere']);
	});

	it('writes a byte order mark', async () => {
		await sandbox.control('dialect', { charset: 'utf-8-bom' });
		const { headers, text } = await sandbox.post('/v1/sms/single', sms());
		// undici leaves the mark out of the text.
		expect(Number(headers['content-length'])).toBe(Buffer.byteLength(`\ufeff${text}`));
	});

	it('is as usual again after a reset, and by itself leaves answers alone', async () => {
		await sandbox.control('dialect', { lists: 'wrapped' });
		await sandbox.control('reset');
		expect((await sandbox.get('/v1/Common/balance')).body).toEqual(balance);
		expect(await sandbox.read('dialect')).toMatchObject({ lists: 'bare', charset: 'utf-8' });
	});

	it.each([[{ lists: 'odd' }], [{ colour: 'red' }]])('refuses %j', async (dialect) => {
		expect((await sandbox.control('dialect', dialect)).status).toBe(400);
	});
});
