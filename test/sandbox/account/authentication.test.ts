import { openSandbox, sandboxForTests, sms } from '../openSandbox.ts';

describe('Authentication of the sandbox', () => {
	const sandbox = sandboxForTests();

	const accept = { accept: 'application/json' };
	const json = { ...accept, 'content-type': 'application/json' };
	const body = JSON.stringify(sms());
	const send = (query: string, headers: Record<string, string>) =>
		sandbox.call('POST', `/v1/sms/single${query}`, { headers, body });
	const balance = (query: string, headers: Record<string, string>) =>
		sandbox.call('GET', `/v1/Common/balance${query}`, { headers });

	it('refuses a POST with the key in the query only, says where it belongs, and sends nothing', async () => {
		const answer = await send('?X-ApiKey=sandbox-key', json);
		expect(answer.status).toBe(401);
		expect(answer.body.error).toEqual({
			code: 'unauthorized',
			message: 'A POST request carries the key in the header X-ApiKey, not in the query',
		});
		expect(await sandbox.read('messages-per-recipient')).toEqual({});
	});

	it('refuses a GET with the key in the header only, and says where it belongs', async () => {
		const answer = await balance('', { ...accept, 'X-ApiKey': 'sandbox-key' });
		expect(answer.status).toBe(401);
		expect(answer.body.error.message).toBe(
			'A GET request carries the key in the query parameter X-ApiKey, not in the header',
		);
	});

	it('refuses a request without a key', async () => {
		for (const answer of [await send('', json), await balance('', accept)]) {
			expect(answer.status).toBe(401);
			expect(answer.body.error.message).toContain('which is missing');
		}
	});

	it('refuses a wrong key, an empty one and one given twice', async () => {
		expect((await send('', { ...json, 'X-ApiKey': 'other' })).status).toBe(401);
		for (const query of ['X-ApiKey=other', 'X-ApiKey=', 'X-ApiKey=sandbox-key&X-ApiKey=x']) {
			const answer = await balance(`?${query}`, accept);
			expect(answer.status).toBe(401);
			expect(answer.body.error.message).toContain('not a valid key');
		}
	});

	it('takes the key that it was built with', async () => {
		const other = await openSandbox({ apiKey: 'key & more' });
		expect((await other.get('/v1/Common/balance')).status).toBe(401);
		const answer = await other.get('/v1/Common/balance', { 'X-ApiKey': 'key & more' });
		expect(answer.status).toBe(200);
	});

	it.each([
		['without Accept', {}, 406],
		['that accepts only HTML', { accept: 'text/html' }, 406],
		['that accepts anything', { accept: '*/*' }, 200],
		['that accepts JSON among others', { accept: 'text/html, application/json;q=0.9' }, 200],
	])('answers a GET %s', async (_name, headers, status) => {
		const answer = await balance('?X-ApiKey=sandbox-key', headers);
		expect(answer.status).toBe(status);
		if (status === 406) expect(answer.body.error.message).toContain('Accept');
	});

	it.each([
		['without Content-Type', {}, 415],
		['of a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
		['of JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }, 200],
	])('answers a POST %s', async (_name, headers, status) => {
		const answer = await send('', { ...accept, 'X-ApiKey': 'sandbox-key', ...headers });
		expect(answer.status).toBe(status);
		if (status === 415) expect(answer.body.error.message).toContain('Content-Type');
	});
});
