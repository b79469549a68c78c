import { credentialOf, errorOf, itemsOf, runNode, sharedHost } from './support';

const host = sharedHost();

// What its test says in n8n: browser/credential.test.ts.
describe("The credential in n8n's HTTP Request node", () => {
	const jsonBody = JSON.stringify({ to: '37060012345', from: 'Shop', text: 'Hello' });
	test.each([
		['GET', '/v1/Common/balance', {}, 'currency'],
		['POST', '/v1/sms/single', { sendBody: true, specifyBody: 'json', jsonBody }, 'messageId'],
	])('authenticates a %s', async (method, path, body, field) => {
		const execution = await runNode(host, {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'messagingServiceApi',
				options: {},
				...{ method, url: host.sandboxAddress + path, ...body },
			},
			credentials: credentialOf(host),
		});
		expect(errorOf(execution, 'Node')).toBeUndefined();
		expect(itemsOf(execution, 'Node')[0]).toHaveProperty(field);
	});
});
