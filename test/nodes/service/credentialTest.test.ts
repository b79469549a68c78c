import type { RequestListener } from 'node:http';

import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { AnsweringServer, deadAddress } from '../../support/answeringServer';
import { runCredentialTest } from '../../support/credentialTest';
import { tries } from '../../support/properties';
import { get, requests } from '../../support/requests';
import { API_KEY, serviceForTests } from '../../support/service';

const service = serviceForTests();

/** What the user reads; it never holds the key. */
async function testing(credential: ICredentialDataDecryptedObject) {
	const data = { ...service.credential, ...credential };
	const result = await runCredentialTest(data);
	if (data.apiKey) expect(result.message).not.toContain(data.apiKey);
	return result;
}

/** The result at a server that is not the service. */
async function testingAt(answer: RequestListener, options: { secure?: boolean } = {}) {
	const server = await AnsweringServer.start(answer, options);
	try {
		return { result: await testing({ sandboxUrl: server.address }), server };
	} finally {
		await server.stop();
	}
}

const answering =
	(status: number, body: string, contentType = 'application/json'): RequestListener =>
	(_, response) =>
		response.writeHead(status, { 'content-type': contentType }).end(body);

describe('Test of the credential', () => {
	it('is OK when the service accepts the key, and asks for nothing but the balance', async () => {
		expect(await testing({})).toEqual({
			status: 'OK',
			message: 'The service accepted the API key',
		});
		expect(await requests(service)).toEqual([get('/v1/Common/balance')]);
	});

	it.each(['/', '///', ' '])('is OK with "%s" behind the address', async (behind) => {
		const { status } = await testing({ sandboxUrl: `${service.address}${behind}` });
		expect(status).toBe('OK');
	});

	it('warns of a key that is too short to be masked in answers', async () => {
		const server = await AnsweringServer.start(answering(200, '[]'));
		try {
			const credential = { ...service.credential, sandboxUrl: server.address };
			const long = await runCredentialTest({ ...credential, apiKey: 'k-123456' });
			expect(long.message).toBe('The service accepted the API key');
			const { message } = await runCredentialTest({ ...credential, apiKey: 'k-12345' });
			expect(message).toBe(
				"The service accepted the API key. It's shorter than 8 characters: if the service repeats it in an answer, it isn't masked.",
			);
		} finally {
			await server.stop();
		}
		const { result } = await testingAt(answering(200, '[]'));
		expect(result.message).toBe('The service accepted the API key');
	});

	it('is OK for an account without a currency', async () => {
		const { result } = await testingAt(answering(200, '[]'));
		expect(result.status).toBe('OK');
	});

	it('says that the key is wrong', async () => {
		expect(await testing({ apiKey: 'wrong-key' })).toEqual({
			status: 'Error',
			message:
				"The service doesn't accept the API key. Check the key, and that it belongs to the chosen environment (Sandbox or Production).",
		});
	});

	it.each([401, 403])('says so whatever the service says with status %i', async (status) => {
		const { result } = await testingAt(answering(status, '[{"message":"No"}]'));
		expect(result.message).toMatch(/^The service doesn't accept the API key\./);
	});

	it.each(['', '  '])(
		'says that the key is missing when it is "%s", without a request',
		async (apiKey) => {
			const { status, message } = await testing({ apiKey });
			expect({ status, message }).toEqual({
				status: 'Error',
				message:
					'The API key is empty. Copy the key again, and paste it into the Messaging Service credential.',
			});
			expect(await requests(service)).toEqual([]);
		},
	);

	it.each([
		['a space before it', ` ${API_KEY}`],
		['a new line behind it', `${API_KEY}\n`],
		['a letter beyond ASCII', `${API_KEY}ą`],
	])('says that no request can carry a key with %s, and does not change it', async (_, apiKey) => {
		const { status, message } = await testing({ apiKey });
		expect(status).toBe('Error');
		expect(message).toMatch(/^The API key (begins or ends with|has a character)/);
		expect(await requests(service)).toEqual([]);
	});

	it('says that nobody listens at the address', async () => {
		const { status, message } = await testing({ sandboxUrl: await deadAddress() });
		expect(status).toBe('Error');
		expect(message).toContain('The service refused the connection');
	});

	it('says that the name in the address is not known', async () => {
		const { status, message } = await testing({ sandboxUrl: 'http://nothing.invalid' });
		expect(status).toBe('Error');
		expect(message).toContain("The name in the service address couldn't be found");
	});

	it('says that the certificate is not valid', async () => {
		const { result, server } = await testingAt(answering(200, '[]'), { secure: true });
		expect(result.status).toBe('Error');
		expect(result.message).toContain("The certificate of the service isn't valid");
		expect(server.received).toEqual([]);
	});

	it('says that the connection was closed', async () => {
		const { result } = await testingAt((request) => request.socket.destroy());
		expect(result.status).toBe('Error');
		expect(result.message).toContain('The connection was closed before the service answered');
	});

	it.each([
		['an HTML page', 200, '<!DOCTYPE html><p>Welcome</p>', 'text/html'],
		['a JSON object', 200, '{"status":"up"}', 'application/json'],
		['a list of texts', 200, '["up"]', 'application/json'],
		['a text', 200, 'up', 'text/plain'],
		['an empty answer', 204, '', 'text/plain'],
		['a page that is missing', 404, '<p>Not found</p>', 'text/html'],
	])('says that it is not the service: %s', async (_, status, body, contentType) => {
		const { result } = await testingAt(answering(status, body, contentType));
		expect(result).toEqual({
			status: 'Error',
			message: `The address answers, but it isn't the messaging service (HTTP status ${status}). Check that the address doesn't end with /v1, and that it belongs to the chosen environment.`,
		});
	});

	it.each([
		[408, 'The service waited too long for the request'],
		[429, 'The service gets too many requests right now'],
		[500, 'Something went wrong inside the service'],
		[501, 'Something went wrong inside the service'],
		[502, "The service can't be reached behind its gateway"],
		[503, 'The service is unavailable right now'],
		[504, "The service didn't answer its gateway in time"],
		[599, 'Something went wrong inside the service'],
	])('says what is so for a while, and nothing of the address: %i', async (status, what) => {
		const bodies: Array<[string, string, string]> = [
			['{"message":"Come back later."}', 'application/json', ': Come back later'],
			['<p>Down</p>', 'text/html', ''],
			['', 'text/plain', ''],
		];
		for (const [body, contentType, words] of bodies) {
			const { result } = await testingAt(answering(status, body, contentType));
			expect(result).toEqual({
				status: 'Error',
				message: `${what} (HTTP status ${status})${words}. The key wasn't checked. Test again in a few minutes.`,
			});
		}
	});

	it.each([
		[
			200,
			{ error: 'No such account' },
			/^The service refused to give the balance .+: No such account\. Check the key/,
		],
		[200, { error: `No ${API_KEY}` }, /: No \*{3}\. /],
		[200, { error: 'Since 1.2. it is down.' }, /: Since 1\.2\. it is down\. Check the key/],
		[402, { message: 'No money' }, /\(HTTP status 402\): No money\. /],
		[404, { message: 'x'.repeat(1000) }, /: x{300}\. /],
	])('says the words of an error with status %i: %j', async (status, body, words) => {
		const { result } = await testingAt(answering(status, JSON.stringify(body)));
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(words) });
	});

	it('speaks neither of sending nor of an option that it has not, whatever the status and the words', async () => {
		const status = fc
			.integer({ min: 200, max: 599 })
			.filter((code) => code !== 204 && code !== 304);
		await fc.assert(
			fc.asyncProperty(status, fc.json(), async (code, body) => {
				const { result } = await testingAt(answering(code, body));
				const said = result.message.replace(/\(HTTP status .*?\): .*?\. (?=The key|Check)/s, '');
				expect(said).not.toMatch(/Nothing was sent|Options|undefined|Settings/);
				const passes = code === 408 || code === 429 || code >= 500;
				if (passes) expect(said).not.toMatch(/address|\/v1/);
			}),
			tries(60),
		);
		const unreachable = await testing({ sandboxUrl: await deadAddress() });
		expect(unreachable.message).not.toContain('Nothing was sent');
	});

	it('says so when the address ends in /v1', async () => {
		const { status, message } = await testing({ sandboxUrl: `${service.address}/v1` });
		expect(status).toBe('Error');
		expect(message).toContain("doesn't end with /v1");
	});

	it('does not follow a redirect, and sends the key nowhere else', async () => {
		const elsewhere = await AnsweringServer.start(answering(200, '[]'));
		try {
			const { result } = await testingAt((_, response) =>
				response.writeHead(302, { location: `${elsewhere.address}/?X-ApiKey=${API_KEY}` }).end(),
			);
			expect(result.status).toBe('Error');
			expect(result.message).toContain("it isn't the messaging service (HTTP status 302)");
			expect(elsewhere.received).toEqual([]);
		} finally {
			await elsewhere.stop();
		}
	});

	it('demands https for Production, without a request', async () => {
		const { status, message } = await testing({
			environment: 'production',
			productionUrl: service.address,
		});
		expect(status).toBe('Error');
		expect(message).toContain("'Production URL' must begin with https://");
		expect(await requests(service)).toEqual([]);
	});

	it.each([
		[{ sandboxUrl: '' }, "'Sandbox URL' is empty"],
		[{ sandboxUrl: 'localhost' }, "'Sandbox URL' isn't a web address: localhost"],
	])('says what is wrong with the address of %j, without a request', async (credential, words) => {
		const { status, message } = await testing(credential);
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(await requests(service)).toEqual([]);
	});

	it('keeps the key out of the message also when the address holds it', async () => {
		const { message } = await testing({ sandboxUrl: `no address ${API_KEY}` });
		expect(message).toContain("'Sandbox URL' isn't a web address: no address ***");
	});
});
