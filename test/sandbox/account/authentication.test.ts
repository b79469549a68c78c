import { json, openSandbox, sandboxForTests, sms } from '../openSandbox.ts';

describe('Authentication of the sandbox', () => {
	const sandbox = sandboxForTests();

	const accept = { accept: 'application/json' };
	const key = { 'X-ApiKey': 'sandbox-key' };
	const body = JSON.stringify(sms());
	const send = (query: string, headers: Record<string, string>) =>
		sandbox.call('POST', `/v1/sms/single${query}`, { headers, body });
	const balance = (query: string, headers: Record<string, string>) =>
		sandbox.call('GET', `/v1/Common/balance${query}`, { headers });

	it.each<[string, () => ReturnType<typeof send>, string]>([
		[
			'a POST with the key in the query only',
			() => send('?X-ApiKey=sandbox-key', json),
			'A POST request carries the key in the header X-ApiKey, not in the query',
		],
		[
			'a GET with the key in the header only',
			() => balance('', { ...accept, ...key }),
			'A GET request carries the key in the query parameter X-ApiKey, not in the header',
		],
		['a POST without a key', () => send('', json), 'which is missing'],
		['a GET without a key', () => balance('', accept), 'which is missing'],
		['a wrong key', () => send('', { ...json, 'X-ApiKey': 'other' }), 'not a valid key'],
		...['X-ApiKey=other', 'X-ApiKey=', 'X-ApiKey=sandbox-key&X-ApiKey=x'].map(
			(query): [string, () => ReturnType<typeof send>, string] => [
				...([query, () => balance(`?${query}`, accept), 'not a valid key'] as const),
			],
		),
	])('refuses %s, says why, and sends nothing', async (_, ask, why) => {
		const { status, body: answer } = await ask();
		expect([status, answer.error.code]).toEqual([401, 'unauthorized']);
		expect(answer.error.message).toContain(why);
		expect(await sandbox.read('messages-per-recipient')).toEqual({});
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
		const answer = await send('', { ...accept, ...key, ...headers });
		expect(answer.status).toBe(status);
		if (status === 415) expect(answer.body.error.message).toContain('Content-Type');
	});
});
