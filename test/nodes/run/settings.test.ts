import type { IncomingHttpHeaders } from 'node:http';

import type { INodeParameters } from 'n8n-workflow';

import { readRunOptions } from '../../../nodes/MessagingService/run/settings';
import { proxyOf } from '../../../nodes/MessagingService/service/address';
import { group, send } from '../../support/sending';
import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { API_KEY } from '../../support/service';

it('The options of requests have defaults, and are read', () => {
	expect(readRunOptions({})).toEqual({ concurrency: 20, maxWaitMs: 60_000 });
	const read = readRunOptions(group('requests', { concurrency: '1', maxWait: 0 }));
	expect(read).toEqual({ concurrency: 1, maxWaitMs: 0 });
	expect(() => readRunOptions(group('requests', { maxWait: 901 }))).toThrow(
		expect.objectContaining({
			message: "'Max Wait' of 'Requests' isn't a whole number from 0 to 900: 901",
			description: expect.stringMatching(/[\w']\.$/),
		}),
	);
});

describe('Request Options', () => {
	let server: AnsweringServer | undefined;
	let headers: IncomingHttpHeaders;
	afterEach(async () => await server?.stop());

	const start = async (secure = false) => {
		server = await AnsweringServer.start(
			(request, response) => {
				({ headers } = request);
				response.end('{"messageId":"a"}');
			},
			{ secure },
		);
		return new URL(server.address);
	};

	const credential = (sandboxUrl: string) => ({
		environment: 'sandbox',
		sandboxUrl,
		apiKey: API_KEY,
	});

	const sendBy = async (requestOptions: INodeParameters, address = 'http://service.invalid') =>
		await runNode(credential(address), { ...send, requestOptions }, [{ to: '37060012345' }]);

	it('Proxy gets the requests, for any address', async () => {
		const { host } = await start();
		const { error } = await sendBy({ proxy: `http://${host}` });
		expect(error).toBeUndefined();
		expect(server?.received).toEqual([`http://service.invalid/v1/sms/single ${API_KEY}`]);
		expect(headers).not.toHaveProperty('proxy-authorization');
	});

	it.each([
		['ann', 'secret', 'ann:secret'],
		['a%40b', 'p%3A%20ss', 'a@b:p: ss'],
		// A bare % stands for itself.
		['ann', '100%', 'ann:100%'],
	])(
		'Proxy is told the name and the password of its address: %s:%s',
		async (name, password, told) => {
			const { host } = await start();
			const { error } = await sendBy({ proxy: `http://${name}:${password}@${host}` });
			expect(error).toBeUndefined();
			expect(headers['proxy-authorization']).toBe(`Basic ${Buffer.from(told).toString('base64')}`);
		},
	);

	it.each([
		['http://proxy.example.com', { protocol: 'http', port: 80 }],
		['https://proxy.example.com', { protocol: 'https', port: 443 }],
		['https://proxy.example.com:8080/x', { protocol: 'https', port: 8080 }],
	])('Proxy has the port of its protocol unless it names one: %s', (address, expected) => {
		expect(proxyOf(address)).toEqual({ host: 'proxy.example.com', ...expected });
	});

	it.each(['somewhere', 'socks5://a:1080', 'socks://a', 'ftp://a', 'a:3128', '={{ $json.no }}'])(
		'Proxy that is no address of http or https is refused before a request: %s',
		async (proxy) => {
			const { error } = await sendBy({ proxy }, (await start()).origin);
			expect(error?.message).toBe("'Proxy' isn't a web address");
			expect(error?.description).toMatch(/^Nothing was sent\. Enter it like http:/);
			expect(server?.received).toEqual([]);
		},
	);

	it('Ignore SSL Issues accepts a certificate that nobody trusts, and nothing else does', async () => {
		const { origin } = await start(true);
		const { error } = await sendBy({}, origin);
		expect(error?.message).toContain("The certificate of the service isn't valid");
		expect(server?.received).toEqual([]);
		const run = await sendBy({ allowUnauthorizedCerts: true }, origin);
		expect(run.error).toBeUndefined();
		expect(server?.received).toHaveLength(1);
	});
});
