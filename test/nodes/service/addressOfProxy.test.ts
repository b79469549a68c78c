import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { deadAddress } from '../../support/answeringServer';
import { runCredentialTest } from '../../support/credentialTest';
import { runNode } from '../../support/engine';
import { group, send } from '../../support/sending';
import { API_KEY } from '../../support/service';

const credential = (sandboxUrl: string) => ({
	environment: 'sandbox',
	sandboxUrl,
	apiKey: API_KEY,
});
const item = { to: '37060012345' };

/** What a run says, by a proxy of the node's, or one of n8n's environment. */
async function saidBy(address: string, proxy: string, isOfNode: boolean) {
	const requestOptions = isOfNode ? { proxy } : {};
	const names = isOfNode ? [] : ['HTTP_PROXY', 'HTTPS_PROXY'];
	for (const name of names) process.env[name] = proxy;
	try {
		const options = group('requests', { maxWait: 0 });
		const parameters = { ...send, requestOptions, options };
		const { error } = await runNode(credential(address), parameters, [item]);
		const test = isOfNode ? undefined : await runCredentialTest(credential(address));
		return { error, test: test?.message };
	} finally {
		for (const name of names) delete process.env[name];
	}
}

describe.each(['http://service.example', 'https://service.example'])(
	'On the way to %s, a proxy',
	(address) => {
		it.each([true, false])("that doesn't answer is named (the node's: %s)", async (isOfNode) => {
			const dead = deadAddress;
			const { host } = new URL(dead);
			for (const [proxy, name] of [
				[dead, host],
				['http://nobody.invalid:3128', 'nobody.invalid'],
			]) {
				const { error, test = '' } = await saidBy(address, proxy, isOfNode);
				expect(error?.message).toMatch(`The proxy ${name}`);
				expect(error?.message).toMatch(/ couldn't be reached$/);
				expect(error?.description).toContain('Nothing was sent. Check that it');
				if (!isOfNode) expect(test).toMatch(`The proxy ${name}`);
			}
		});

		it('that asks for a password is not the service', async () => {
			const head = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n';
			const server = createServer((_, response) => response.writeHead(407).end('<html>Squid'));
			server.on('connect', (_, socket) => socket.end(head));
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const { port } = server.address() as AddressInfo;
			const { error } = await saidBy(address, `http://127.0.0.1:${port}`, true);
			expect(error?.message).toBe('The proxy asks for a user name and a password');
			expect(error?.description).toContain('HTTP status 407.');
			expect(error?.description).toContain('http://name:password@proxy.example.com:3128');
			server.close();
		});
	},
);

it('The service itself is not called a proxy', async () => {
	const dead = deadAddress;
	const options = group('requests', { maxWait: 0 });
	for (const address of [dead, dead.replace('127.0.0.1', 'localhost')]) {
		const { error } = await runNode(credential(address), { ...send, options }, [item]);
		expect(error?.message).toBe('The service refused the connection');
	}
});
