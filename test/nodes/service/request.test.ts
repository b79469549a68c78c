import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
} from 'n8n-workflow';

import { Service } from '../../../nodes/MessagingService/service/request';
import { withServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at, getCampaign, sendAll, stored } from '../../support/failing';
import { watching } from '../../support/poll';
import { group, kept, retry, send, skip } from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

const to = '37060012345';

/** Runs the node at a server that answers so, and gives up at once. */
const runAt = async (answer: RequestListener, given: INodeParameters, apiKey = API_KEY) =>
	await withServer(answer, async ({ address }) => {
		const options = { ...group('requests', { maxWait: 0 }), ...(given.options as object) };
		const parameters = { ...given, options };
		return await runNode({ ...at(service, address), apiKey }, parameters, [{ to, id: '7' }]);
	});

describe('The body of a request', () => {
	it('is an empty JSON object where there is nothing to say, to the byte', async () => {
		const received: string[] = [];
		const note: RequestListener = (request, response) => {
			void text(request).then((body) => {
				received.push(`${request.method} ${request.headers['content-type']} ${body}`);
				response.end('{}');
			});
		};
		await withServer(note, async ({ address }) => {
			const cancel = { resource: 'campaign', operation: 'cancel', campaignId: '7' };
			await runNode(at(service, address), cancel);
			await runNode(at(service, address), getCampaign, [{ id: '7' }]);
		});
		expect(received).toEqual(['POST application/json {}', 'GET undefined ']);
	});

	it('that JSON cannot hold is refused in words, before anything is asked of n8n', async () => {
		const body: IDataObject = {};
		body.itself = body;
		const request = { method: 'POST', path: '/suppression', body } as const;
		const ours = new Service({} as IExecuteFunctions, service.credential);
		const asked = ours.ask(request, { timeout: 1_000 });
		await expect(asked).rejects.toMatchObject({
			message: expect.stringContaining("JSON can't hold"),
			description: 'Nothing was sent. Correct the expression.',
			details: expect.not.objectContaining({ outcome: 'unknown' }),
		});
	});
});

describe('The API key', () => {
	/** What stands beside an answer's text, and comes into an error all the same. */
	const beside: Array<[string, RequestListener]> = [
		[
			'in the path of a redirect',
			(_, response) =>
				response.writeHead(302, { location: `http://elsewhere.example/${API_KEY}/x` }).end(),
		],
		['in the words of a status', (_, response) => response.writeHead(500, `No ${API_KEY}`).end()],
	];

	it.each(beside)('is masked %s', async (_, answer) => {
		await withServer(answer, async ({ address }) => {
			const credential = at(service, address);
			for (const parameters of [send, sendAll, getCampaign]) {
				const run = await runNode(
					credential,
					{ ...parameters, options: group('requests', { maxWait: 0 }) },
					[{ to, id: '7' }],
					retry,
				);
				expect(run.error?.message).toContain('***');
				expect(stored(run)).not.toContain(API_KEY);
				expect(JSON.stringify(kept(run))).not.toContain(API_KEY);
			}
			const tool = await callTool(credential, { ...send, to }, [{}, {}]);
			expect(stored(tool)).toContain('***');
			expect(stored(tool)).not.toContain(API_KEY);
			const polled = watching({ credential }, ['m-1']).poll();
			await expect(polled).rejects.toMatchObject({ message: expect.stringContaining('***') });
		});
	});

	it.each<[string, string, number, Record<string, string>]>([
		[
			'The address redirects to http://elsewhere.example/***/x',
			'abcdefgh?ijklmnop',
			...([302, { location: 'http://elsewhere.example/abcdefgh?ijklmnop/x' }] as const),
		],
		['429', '12345678', 429, { 'retry-after': '12345678' }],
	])(
		'is masked in the headers of a refusal before they are read: %s',
		async (words, key, ...head) => {
			const run = await runAt((_, response) => response.writeHead(...head).end(), send, key);
			expect(run.error?.message).toContain(words);
			expect(stored(run)).not.toContain(key.slice(0, 8));
		},
	);

	it('is masked in a refusal without words before that is cut', async () => {
		const text = JSON.stringify({ x: 'x'.repeat(285) + API_KEY });
		const run = await runAt((_, response) => response.writeHead(400).end(text), getCampaign);
		expect(run.error?.message).toContain('xxx***');
		expect(stored(run)).not.toContain(API_KEY.slice(0, 6));
	});

	it('is masked in a header of the suppression list before that is cut', async () => {
		const link = `${'x'.repeat(33)}${API_KEY}`;
		const given = { ...send, options: skip('skipSuppressed') };
		const run = await runAt((_, response) => response.writeHead(200, { link }).end('[]'), given);
		expect(run.error?.message).toContain(`${'x'.repeat(33)}***`);
		expect(stored(run)).not.toContain(API_KEY.slice(0, 6));
	});

	it.each(beside)('is masked %s where a report comes out with a message', async (_, report) => {
		const answer: RequestListener = (request, response) => {
			if (request.url !== '/v1/sms/single') report(request, response);
			else response.end(JSON.stringify({ messageId: 'a', partIds: ['a-1'] }));
		};
		const run = await runAt(answer, { ...send, options: group('waitForDelivery', { timeout: 1 }) });
		expect(run.output[0].json.reportError).toContain('***');
		expect(stored(run)).not.toContain(API_KEY);
	});
});

describe('Ignore SSL Issues', () => {
	const requestOptions = { allowUnauthorizedCerts: true };
	const message = "'Ignore SSL Issues (Insecure)' isn't allowed with a Production credential";
	const refused: Array<[string, INodeParameters]> = [
		['Send', send],
		['Send Bulk', sendAll],
		['a GET', getCampaign],
		['with a proxy', { ...send, requestOptions: { proxy: 'http://127.0.0.1:1' } }],
		['with what reads first', { ...send, options: skip('skipSuppressed') }],
	];

	/** Does something with a Production credential, at whose address nothing may arrive. */
	const askingNothing = async (
		use: (credential: ICredentialDataDecryptedObject) => Promise<void>,
	) =>
		await withServer(
			(_, response) => response.end('{"messageId":"a"}'),
			async ({ address: productionUrl, received }) => {
				await use({ environment: 'production', productionUrl, apiKey: API_KEY });
				expect(received).toEqual([]);
			},
			true,
		);

	it.each(refused)('is refused for Production before a request: %s', async (_, given) => {
		const all = { ...(given.requestOptions as object), ...requestOptions };
		const parameters = { ...given, requestOptions: all };
		await askingNothing(async (credential) => {
			const { error } = await runNode(credential, parameters, [{ to, id: '7' }]);
			expect(error?.message).toBe(message);
			expect(error?.description).toContain('Turn it off under Settings → Request Options');
			const settings = { onError: 'continueErrorOutput' } as const;
			const each = await runNode(credential, parameters, [{ to, id: '7' }], settings);
			expect(each.errorOutput[0].json.error).toBe(message);
		});
	});

	it.each([true, false])('is refused for tools as well (by engine: %s)', async (byEngine) => {
		await askingNothing(async (credential) => {
			const parameters = { ...send, to, requestOptions };
			const { answers } = await callTool(credential, parameters, [{}], { byEngine });
			expect(JSON.stringify(answers)).toContain(message);
		});
	});
});
