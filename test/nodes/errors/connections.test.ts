import type { RequestListener } from 'node:http';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { AnsweringServer, deadAddress, withServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at, getReport, sendAll, stored } from '../../support/failing';
import { requests } from '../../support/requests';
import { send, group } from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';

const service = serviceForTests();

describe('Errors: connections', () => {
	const failsWith = async (
		credential: ICredentialDataDecryptedObject,
		parameters: INodeParameters = send,
	) => {
		const failed = await runNode(
			credential,
			{ ...parameters, options: group('requests', { maxWait: 0 }) },
			[{ to: '37060012345', id: '7' }],
		);
		expect(stored(failed)).not.toContain(API_KEY);
		return failed.error;
	};

	it('says that nobody listens at the address, or that its name is not known', async () => {
		for (const [address, message] of [
			[await deadAddress(), 'The service refused the connection'],
			['http://nothing.invalid', "The name in the service address couldn't be found"],
		]) {
			for (const parameters of [send, sendAll, getReport]) {
				const error = await failsWith(at(service, address), parameters);
				expect(error?.message).toBe(message);
				expect(error?.description).toContain('This was item 1 of 1. Nothing was sent.');
				expect(error?.context).not.toHaveProperty('data.item');
			}
		}
	});

	it('says that a certificate is not valid, and sends it nothing', async () => {
		const answer: RequestListener = (_, response) => response.end('{}');
		const use = async (server: AnsweringServer) => {
			for (const parameters of [send, sendAll, getReport]) {
				const error = await failsWith(at(service, server.address), parameters);
				expect(error?.message).toMatch(/^The certificate of the service isn't valid \([A-Z_]+\)$/);
				expect(error?.description).toContain('Ignore SSL Issues');
			}
			expect(server.received).toEqual([]);
		};
		await withServer(answer, use, true);
	});

	it('ignores the certificate of a Sandbox when Ignore SSL Issues is switched on', async () => {
		const answer: RequestListener = (_, response) => response.end('{"messageId":"a"}');
		const use = async ({ address }: AnsweringServer) => {
			for (const parameters of [send, sendAll]) {
				const given = { ...parameters, requestOptions: { allowUnauthorizedCerts: true } };
				const { output } = await runNode(at(service, address), given, [{ to: '37060012345' }]);
				const json = { to: '37060012345', messageId: 'a' };
				expect(output).toEqual([{ json, pairedItem: { item: 0 } }]);
			}
		};
		await withServer(answer, use, true);
	});

	it('says that https is not spoken at the address', async () => {
		const error = await failsWith(at(service, service.address.replace('http:', 'https:')));
		expect(error?.message).toBe("The service doesn't speak https at this address");
		expect(await requests(service)).toEqual([]);
	});

	it.each([301, 302, 303, 307, 308])(
		'does not follow a redirect with %i, and sends the key nowhere else',
		async (status) => {
			const elsewhere = await AnsweringServer.start((_, response) => response.end('[]'));
			const location = `${elsewhere.address}/new?X-ApiKey=${API_KEY}`;
			const answer: RequestListener = (_, response) =>
				response.writeHead(status, { location }).end();
			await withServer(answer, async (server) => {
				for (const parameters of [send, sendAll, getReport]) {
					const error = await failsWith(at(service, server.address), parameters);
					expect(error?.message).toBe(`The address redirects to ${elsewhere.address}/new`);
					expect(error?.description).toContain("doesn't follow redirects");
					expect(error?.httpCode).toBe(String(status));
				}
				expect(server.received).toHaveLength(3);
			});
			expect(elsewhere.received).toEqual([]);
			await elsewhere.stop();
		},
	);

	it('says what is wrong with the address', async () => {
		const error = await failsWith(at(service, 'api.example.com'));
		expect(error?.message).toBe("'Sandbox URL' isn't a web address: api.example.com (item 1 of 1)");
		expect(error?.description).toContain('in the Messaging Service credential');
	});
});
