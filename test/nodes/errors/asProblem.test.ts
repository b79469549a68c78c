import type { RequestListener } from 'node:http';

import {
	NodeApiError,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type JsonObject,
} from 'n8n-workflow';

import { AnsweringServer, deadAddress, withServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at, getReport, sendAll, stored } from '../../support/failing';
import { requests } from '../../support/requests';
import { group, send } from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';
import { asProblem, asProblemOfAnswer } from '../../../nodes/MessagingService/errors/asProblem';
import { asNodeError, errorItem } from '../../../nodes/MessagingService/errors/nodeError';

describe('What connections and statuses say', () => {
	const service = serviceForTests();

	const failsWith = async (
		credential: ICredentialDataDecryptedObject,
		parameters: INodeParameters = send,
	) => {
		const given = { ...parameters, options: group('requests', { maxWait: 0 }) };
		const failed = await runNode(credential, given, [{ to: '37060012345', id: '7' }]);
		expect(stored(failed)).not.toContain(API_KEY);
		return failed.error;
	};

	it('says that nobody listens at the address, or that its name is not known', async () => {
		for (const [address, message] of [
			[deadAddress, 'The service refused the connection'],
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

	it('says that https is not spoken at the address', async () => {
		const error = await failsWith(at(service, service.address.replace('http:', 'https:')));
		expect(error?.message).toBe("The service doesn't speak https at this address");
		expect(await requests(service)).toEqual([]);
	});

	it.each([302, 307])(
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

describe('With an older n8n', () => {
	const node = { name: 'n', type: 'messagingService', parameters: {} } as unknown as INode;

	/** What n8n's HTTP helper throws for a failed connection; n8n 1.x and 2.0 do not keep its cause. */
	function thrownByOlderHelper(code: string | undefined, message: string): NodeApiError {
		const failed: unknown = Object.assign(new Error(message), { code });
		const thrown = new NodeApiError(node, failed as JsonObject);
		Object.defineProperty(thrown, 'cause', { value: undefined });
		return thrown;
	}

	it.each([
		['ECONNRESET', 'The connection was closed before the service answered', 'unknown'],
		['ECONNREFUSED', 'The service refused the connection', 'refused'],
		['ENOTFOUND', "The name in the service address couldn't be found", 'refused'],
		// What may have been carried out if nothing more is known.
		['Z_BUF_ERROR', 'socket hang up', 'unknown'],
		[undefined, 'socket hang up', 'unknown'],
	])('a failed connection is known by its code: %s', (code, message, outcome) => {
		const problem = asProblem(thrownByOlderHelper(code, 'socket hang up'));
		expect(problem).toMatchObject({ message, details: { origin: 'service', outcome } });
	});

	describe('What went wrong otherwise', () => {
		it('keeps its words and its advice, and says that nothing was sent', () => {
			const described = Object.assign(new Error('No access'), { description: 'Ask the owner.' });
			expect(asProblem(described)).toMatchObject({
				message: 'No access',
				description: 'Ask the owner.',
				details: { origin: 'service', outcome: 'refused' },
			});
			expect(asProblem(new Error('No access')).description).toBe('No request was made for it.');
			for (const wordless of [new Error(''), undefined, 'text']) {
				expect(asProblem(wordless).message).toBe("The request couldn't be completed");
			}
		});

		it('may have been carried out when it comes of the HTTP client, whatever that is called', () => {
			const marked = Object.assign(new Error('odd'), { isAxiosError: true });
			const named = Object.assign(new Error('odd'), { name: 'AxiosError' });
			const wrapped = new Error('outside', { cause: named });
			for (const error of [marked, named, wrapped]) {
				expect(asProblem(error)).toMatchObject({
					message: 'odd',
					description: 'Check the address in the credential.',
					details: { outcome: 'unknown' },
				});
			}
		});

		it('may have been carried out when it comes of reading the answer', () => {
			const refused = Object.assign(new Error('Invalid string length'), { code: 'ECONNREFUSED' });
			for (const error of [new RangeError('Invalid string length'), 'text', refused]) {
				const problem = asProblemOfAnswer(error);
				expect(problem.details).toMatchObject({ origin: 'service', outcome: 'unknown' });
				expect(problem.message).toMatch(
					/^The service's answer couldn't be read: (Invalid string length|unknown)$/,
				);
				expect(problem.description).toContain('Check the address in the credential');
			}
		});
	});

	describe('A failed item', () => {
		const itemOf = (onError?: INode['onError']) =>
			errorItem(
				asNodeError(
					{ node: { ...node, onError }, about: 'the test', apiKey: 'key' },
					new Error('No'),
				),
				3,
			);

		it('has an error of its own for the error output, which n8n 2.0 and before go by', () => {
			const item = itemOf('continueErrorOutput');
			expect(item.error).toBeInstanceOf(NodeApiError);
			// n8n copies the item when it adds the fields of the input.
			expect({ ...item }).toEqual({
				json: { error: 'No', details: expect.any(String) },
				pairedItem: { item: 3 },
			});
		});

		it('has none where it stays among the others: n8n would put it in the place of the json', () => {
			expect(itemOf('continueRegularOutput').error).toBeUndefined();
		});
	});
});
