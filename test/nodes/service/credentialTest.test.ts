import type { RequestListener } from 'node:http';

import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { deadAddress, withServer } from '../../support/answeringServer';
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

/** What the user reads of a test that failed. */
const failing = async (test: ReturnType<typeof testing>) => {
	const { status, message } = await test;
	expect(status).toBe('Error');
	return message;
};

/** The result at a server that is not the service. */
const testingAt = async (answer: RequestListener, apiKey = API_KEY) =>
	await withServer(answer, async ({ address }) => await testing({ sandboxUrl: address, apiKey }));

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

	it('warns of a key that is too short to be masked in answers, also without a currency', async () => {
		const { message } = await testingAt(answering(200, '[]'), 'k-123456');
		expect(message).toBe('The service accepted the API key');
		const short = await testingAt(answering(200, '[]'), 'k-12345');
		expect(short).toEqual({
			status: 'OK',
			message:
				"The service accepted the API key. It's shorter than 8 characters: if the service repeats it in an answer, it may not be masked.",
		});
	});

	it.each([270, 285, 290, 299])(
		'shows no part of a key where long words are cut: %i',
		async (before) => {
			const key = `&#${API_KEY.charCodeAt(0)};${API_KEY.slice(1)}`;
			const message = `${'x'.repeat(before)}${key} and more`;
			const body = JSON.stringify({ message }).replaceAll('&', '\\u0026');
			const result = await testingAt(answering(500, body));
			expect(result.message).toMatch(/: x+(\*{1,3}|\. )/);
			expect(result.message).not.toContain(`x${API_KEY[0]}`);
		},
	);

	it('says that the key is wrong', async () => {
		expect(await failing(testing({ apiKey: 'wrong-key' }))).toMatch(
			/^The service doesn't accept the API key \(HTTP status 401\): .+\. Check the key, and that it belongs to the chosen environment \(Sandbox or Production\)\.$/,
		);
	});

	it.each([401, 403])('says so in the words of the service, with status %i', async (status) => {
		for (const [body, words] of [
			['[{"message":"No"}]', ': No'],
			['{"error":{"detail":"IP 192.0.2.1 is not allowed."}}', ': IP 192.0.2.1 is not allowed'],
			['The key expired', ': The key expired'],
			['', ''],
			['{}', ''],
		]) {
			const { message } = await testingAt(answering(status, body));
			expect(message).toContain(
				`The service doesn't accept the API key (HTTP status ${status})${words}. Check the key`,
			);
		}
	});

	it.each([401, 403])("takes a firewall's page for no verdict on the key: %i", async (status) => {
		const page = '<!DOCTYPE html><title>Blocked</title><p>Who are you?';
		const { message } = await testingAt(answering(status, page, 'text/html'));
		expect(message).toMatch(
			new RegExp(`^The key wasn't checked \\(HTTP status ${status}\\): Blocked\\. A page answered`),
		);
	});

	it('names the proxy that asks for a password', async () => {
		const { message } = await testingAt(answering(407, '<html>Squid', 'text/html'));
		expect(message).toMatch(/^The proxy asks for a user name and a password\. Add the user name/);
	});

	it.each([
		['', 'is empty'],
		['  ', 'is empty'],
		[` ${API_KEY}`, 'begins or ends with'],
		[`${API_KEY}ą`, 'has a character'],
	])('says that no request can carry the key "%s", and makes none', async (apiKey, why) => {
		const message = await failing(testing({ apiKey }));
		expect(message).toContain(`The API key ${why}`);
		expect(message).toContain('Copy the key again, and paste it into the Messaging Service');
		expect(await requests(service)).toEqual([]);
	});

	it('says that nobody listens at the address', async () => {
		const message = await failing(testing({ sandboxUrl: deadAddress }));
		expect(message).toContain('The service refused the connection');
		expect(message).not.toContain('Nothing was sent');
	});

	it.each([
		['an HTML page', 200, '<!DOCTYPE html><p>Welcome</p>', 'text/html'],
		['a JSON object', 200, '{"status":"up"}', 'application/json'],
		['a text', 200, 'up', 'text/plain'],
		['an empty answer', 204, '', 'text/plain'],
		['a page that is missing', 404, '<p>Not found</p>', 'text/html'],
	])('says that it is not the service: %s', async (_, status, body, contentType) => {
		expect(await failing(testingAt(answering(status, body, contentType)))).toBe(
			`The address answers, but it isn't the messaging service (HTTP status ${status}). Check that the address doesn't end with /v1, and that it belongs to the chosen environment.`,
		);
	});

	it.each([408, 429, 500])(
		'says what is so for a while, and nothing of the address: %i',
		async (status) => {
			for (const [body, words] of [
				['{"message":"Come back later."}', ': Come back later'],
				['<p>Down</p>', ''],
				['', ''],
			]) {
				expect(await failing(testingAt(answering(status, body)))).toBe(
					`The service can't answer right now (HTTP status ${status})${words}. The key wasn't checked. Test again in a few minutes.`,
				);
			}
		},
	);

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
		expect(await failing(testingAt(answering(status, JSON.stringify(body))))).toMatch(words);
	});

	it('speaks neither of sending nor of an option that it has not, whatever the status and the words', async () => {
		const status = fc
			.integer({ min: 200, max: 599 })
			.filter((code) => code !== 204 && code !== 304);
		await fc.assert(
			fc.asyncProperty(status, fc.json(), async (code, body) => {
				const result = await testingAt(answering(code, body));
				const said = result.message.replace(/\(HTTP status .*?\): .*?\. (?=The key|Check)/s, '');
				expect(said).not.toMatch(/Nothing was sent|Options|undefined|Settings/);
				const passes = code === 408 || code === 429 || code >= 500;
				if (passes) expect(said).not.toMatch(/address|\/v1/);
			}),
			tries(25),
		);
	});

	it.each([
		[200, '{"a":'],
		[200, '['],
	])('says what a deep answer with status %i is, too: %s', async (status, open) => {
		const close = open === '[' ? ']' : '}';
		const deep = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
		const { message } = await testingAt(answering(status, deep));
		expect(message).toContain(`(HTTP status ${status})`);
	});

	it('says so when the address ends in /v1', async () => {
		const test = testing({ sandboxUrl: `${service.address}/v1` });
		expect(await failing(test)).toContain("doesn't end with /v1");
	});

	it('does not follow a redirect, and sends the key nowhere else', async () => {
		await withServer(answering(200, '[]'), async (elsewhere) => {
			const location = `${elsewhere.address}/?X-ApiKey=${API_KEY}`;
			const result = await testingAt((_, response) => response.writeHead(302, { location }).end());
			expect(result.message).toContain("it isn't the messaging service (HTTP status 302)");
			expect(elsewhere.received).toEqual([]);
		});
	});

	it.each([
		[{ environment: 'production', productionUrl: 'http://p' }, "'Production URL' must begin with"],
		[{ sandboxUrl: '' }, "'Sandbox URL' is empty"],
		// The key that stands in it is masked.
		[{ sandboxUrl: `no ${API_KEY}` }, "'Sandbox URL' isn't a web address: no ***"],
	])('says what is wrong with the address of %j, without a request', async (credential, words) => {
		expect(await failing(testing(credential))).toContain(words);
		expect(await requests(service)).toEqual([]);
	});
});
