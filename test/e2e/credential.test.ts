import type { RequestListener } from 'node:http';

import { answerOf } from '../../dev/http';
import { withServer } from '../support/answeringServer';
import {
	credentialOf,
	errorOf,
	itemsOf,
	otherCredential,
	runNode,
	sandboxCredential,
	sandboxKey,
	sharedHost,
} from './support';

const host = sharedHost();
/** Presses "Test" on the sandbox's credential with some of its fields changed. */
async function testCredential(changes: Record<string, string> = {}) {
	return await host.client.testCredential({
		id: host.credentialId,
		type: 'messagingServiceApi',
		data: { ...sandboxCredential(host.sandboxAddress), ...changes },
	});
}

/** Answers every request with a page. */
const welcome: RequestListener = (_, response) =>
	response.setHeader('content-type', 'text/html').end('<html><body>Welcome</body></html>');

describe("The credential's test in n8n", () => {
	test('accepts the key of the sandbox', async () => {
		expect(await testCredential()).toMatchObject({ status: 'OK' });
	});

	test('says which it is: a wrong key, an unreachable address, or one that is not the service', async () => {
		const wrongKey = await testCredential({ apiKey: 'no-such-key' });
		const unreachable = await testCredential({ sandboxUrl: 'http://127.0.0.1:9' });
		const other = await withServer(
			welcome,
			async ({ address }) => await testCredential({ sandboxUrl: address }),
		);
		for (const result of [wrongKey, unreachable, other]) expect(result.status).toBe('Error');
		expect(wrongKey.message).toMatch(/key/i);
		expect(unreachable.message).toMatch(/reach|refused|connect/i);
		expect(other.message).toMatch(/isn't the messaging service/i);
		expect(new Set([wrongKey.message, unreachable.message, other.message]).size).toBe(3);
	});
});

describe("The credential in n8n's HTTP Request node", () => {
	const httpRequest = (parameters: Record<string, unknown>) =>
		runNode(host, {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'messagingServiceApi',
				options: {},
				...parameters,
			},
			credentials: credentialOf(host),
		});

	const jsonBody = JSON.stringify({ to: '37060012345', from: 'Shop', text: 'Hello' });
	test.each([
		['GET', '/v1/Common/balance', {}, 'currency'],
		['POST', '/v1/sms/single', { sendBody: true, specifyBody: 'json', jsonBody }, 'messageId'],
	])('authenticates a %s', async (method, path, body, field) => {
		const url = host.sandboxAddress + path;
		const execution = await httpRequest({ method, url, ...body });
		expect(errorOf(execution, 'Node')).toBeUndefined();
		expect(itemsOf(execution, 'Node')[0]).toHaveProperty(field);
	});
});

test("The key of a colleague's account sends there, and nowhere else", async () => {
	await host.sandbox.reset();
	const sent = await runNode(host, {
		type: 'n8n-nodes-messaging-service-sms.messagingService',
		parameters: {
			resource: 'sms',
			operation: 'send',
			to: '+37060012345',
			from: 'Shop',
			text: 'Hi',
		},
		credentials: await otherCredential(host, { apiKey: `${sandboxKey}-Ona` }),
	});
	expect(itemsOf(sent, 'Node')).toMatchObject([{ to: '37060012345' }]);
	expect(await host.sandbox.messages()).toEqual([]);
	const path = `${host.sandboxAddress}/_sandbox/verdict?account=Ona&messages=1`;
	expect(await answerOf('GET', path)).toMatchObject({ messages: 1 });
});
