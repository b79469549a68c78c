import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';

const sandbox = { environment: 'sandbox', sandboxUrl: 'http://127.0.0.1:4010', apiKey: 'k+y' };
const production = {
	...sandbox,
	environment: 'production',
	productionUrl: 'https://api.example.com',
};

const authenticate = async (options: object, credentials: object = sandbox) =>
	await new MessagingServiceApi().authenticate({ ...credentials }, {
		...{ url: 'http://a/', ...options },
	} as IHttpRequestOptions);

describe('Authentication', () => {
	it.each([
		['with a query', { method: 'GET', qs: { messageId: '7' } }],
		['with another key in the query', { qs: { 'X-ApiKey': 'other' } }],
		['without a method', {}],
		['in small letters', { method: 'get' }],
		['with a key in a header', { headers: { 'X-APIKEY': 'other' } }],
	])('puts the key of a GET into the query alone: %s', async (_, options: IDataObject) => {
		const { qs, headers } = await authenticate(options);
		expect(qs).toEqual({ ...(options.qs as object), 'X-ApiKey': 'k+y' });
		expect(headers).toEqual({ Accept: 'application/json' });
	});

	it('is a property of the object, without which the HTTP Request node would not offer it', () => {
		expect(Object.keys(new MessagingServiceApi())).toContain('authenticate');
	});

	it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
		'puts the key of a %s into a header',
		async (method) => {
			const headers = { Accept: 'application/json', 'X-ApiKey': 'k+y' };
			expect(await authenticate({ method, body: { a: 1 } })).toEqual({
				...{ method, url: 'http://a/', body: { a: 1 } },
				headers: { ...headers, 'Content-Type': 'application/json' },
			});
		},
	);

	it.each([
		['', 'is empty'],
		[' \n', 'is empty'],
		[' k+y', 'begins or ends with'],
		['k+y\n', 'begins or ends with'],
		...['k\ny', 'kąy', 'k\u00a0y'].map((key) => [key, "has a character that can't be sent"]),
	])('refuses the key %j, which no header can carry as it is: it %s', async (apiKey, why) => {
		for (const method of ['GET', 'POST']) {
			await expect(authenticate({ method }, { ...sandbox, apiKey })).rejects.toMatchObject({
				message: expect.stringContaining(`The API key ${why}`),
				description: 'Copy the key again.',
			});
		}
	});

	it('takes every key that a header can carry, as it is', async () => {
		const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, n) => 0x21 + n));
		for (const apiKey of [visible, 'a b', 'k']) {
			const { headers } = await authenticate({ method: 'POST' }, { ...sandbox, apiKey });
			expect(headers).toHaveProperty('X-ApiKey', apiKey);
		}
	});

	it('replaces headers that are there in another case, and keeps the others', async () => {
		const kept = { 'content-type': 'application/json; charset=utf-8', 'X-Trace': '1' };
		const given = { ACCEPT: 'text/html', 'x-apikey': 'other', ...kept };
		const { headers } = await authenticate({ method: 'POST', headers: given });
		expect(headers).toEqual({ ...kept, Accept: 'application/json', 'X-ApiKey': 'k+y' });
	});

	it.each([
		[{ url: 'https://api.example.com/v1/sms/single' }],
		[{ url: 'HTTPS://api.example.com/' }],
		[{ baseURL: 'https://api.example.com', url: '/v1/sms/single' }],
		[{ url: undefined, uri: 'https://api.example.com/v1/sms/single' }],
	])('sends the key of Production to %j', async (address) => {
		const { headers } = await authenticate({ method: 'POST', ...address }, production);
		expect(headers).toHaveProperty('X-ApiKey', 'k+y');
	});

	it.each([
		[{ url: 'http://api.example.com/v1/sms/single' }],
		[{ baseURL: 'http://api.example.com', url: '/v1/sms/single' }],
		// n8n's HTTP Request node hands over `uri`.
		[{ url: undefined, uri: 'http://api.example.com/https://' }],
		[{ url: '' }],
		[{ url: undefined }],
	])('refuses to send the key of Production in clear to %j', async (address) => {
		for (const method of ['GET', 'POST']) {
			await expect(authenticate({ method, ...address }, production)).rejects.toMatchObject({
				message: 'The API key for Production is sent only to addresses that begin with https://',
				description: expect.stringContaining('Correct the address.'),
			});
		}
	});
});
