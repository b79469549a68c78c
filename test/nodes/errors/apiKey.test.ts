import { stringify } from 'flatted';
import type { INode } from 'n8n-workflow';

import { asNodeError } from '../../../nodes/MessagingService/errors/nodeError';
import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at, getCampaign, newCampaign, sendAll, stored } from '../../support/failing';
import { get, requests } from '../../support/requests';
import { kept, send } from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

describe('Errors: the API key', () => {
	// Every character that a URL or JSON writes in another way.
	const AWKWARD_KEY = 'k+y/7f=3a&9 1?#%:$,"\\<e>';

	/** How a key could stand in what is stored. */
	const spellings = (key: string) => [
		key,
		encodeURIComponent(key),
		encodeURIComponent(key).replaceAll('%20', '+'),
		encodeURI(key),
		JSON.stringify(key).slice(1, -1),
		new URLSearchParams({ key }).toString().slice('key='.length),
	];

	it.each([
		['an ordinary one', API_KEY],
		['an awkward one', AWKWARD_KEY],
	])(
		'appears nowhere when the service repeats it, or the address of the request: %s',
		async (_, apiKey) => {
			const server = await AnsweringServer.start((request, response) => {
				const key = request.headers['x-apikey'] ?? '';
				const message = `Bad request ${request.url} with key ${String(key)} for ${apiKey}`;
				response.writeHead(400).end(JSON.stringify({ message }));
			});
			try {
				const credential = { ...at(service, server.address), apiKey };
				for (const parameters of [send, sendAll, getCampaign]) {
					for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
						const run = await runNode(credential, parameters, [{ to: '37060012345', id: '7' }], {
							onError,
						});
						const words = run.error?.message ?? String(run.errorOutput[0].json.error);
						expect(words).toContain('***');
						for (const spelling of spellings(apiKey)) {
							expect(stored(run)).not.toContain(spelling);
						}
					}
				}
				expect(server.received).toHaveLength(6);
			} finally {
				await server.stop();
			}
		},
	);

	it.each([
		['an ordinary one', API_KEY],
		['an awkward one', AWKWARD_KEY],
	])('appears nowhere when the service repeats it in what it accepts: %s', async (_, apiKey) => {
		const server = await AnsweringServer.start((request, response) => {
			const written = spellings(apiKey);
			const body = {
				messageId: 'a',
				url: request.url,
				[apiKey]: written,
				html: `<a href="?k=${apiKey}">`,
			};
			response.writeHead(200).end(JSON.stringify(body));
		});
		try {
			const credential = { ...at(service, server.address), apiKey };
			for (const parameters of [send, sendAll, getCampaign]) {
				const run = await runNode(credential, parameters, [{ to: '37060012345', id: '7' }], {
					retryOnFail: true,
				});
				expect(run.error).toBeUndefined();
				expect(JSON.stringify(run.output)).toContain('***');
				for (const spelling of spellings(apiKey)) {
					expect(stored(run)).not.toContain(spelling);
				}
			}
		} finally {
			await server.stop();
		}
	});

	it.each([200, 400])(
		'of few characters is not stored with an answer of status %i',
		async (status) => {
			const apiKey = 'k-7a9';
			for (const body of [
				{ messageId: 'k-7a9b', text: `for ${apiKey}`, url: `/x?X-ApiKey=${apiKey}` },
				{ success: false, message: `No ${apiKey}` },
			]) {
				const server = await AnsweringServer.start((_, response) => {
					response.writeHead(status).end(JSON.stringify(body));
				});
				try {
					const credential = { ...at(service, server.address), apiKey };
					for (const parameters of [send, sendAll, getCampaign]) {
						const run = await runNode(credential, parameters, [{ to: '37060012345', id: '7' }]);
						const said = stringify([run.error, run.output, run.run.data.resultData]);
						expect(said).toContain('***');
						expect(said.replaceAll('k-7a9b', '')).not.toContain(apiKey);
					}
				} finally {
					await server.stop();
				}
			}
		},
	);

	it.each([
		['a space before it', ` ${API_KEY}`],
		['a new line behind it', `${API_KEY}\n`],
		['a new line in it', `${API_KEY}\n${API_KEY}`],
		['a letter beyond ASCII', `${API_KEY}é`],
		['nothing but a space', ' '],
	])('that no header can carry is refused before a request: %s', async (_, apiKey) => {
		const credential = { ...service.credential, apiKey };
		for (const parameters of [send, sendAll, getCampaign]) {
			const failed = await runNode(credential, parameters, [{ to: '37060012345', id: '7' }]);
			expect(failed.error?.message).toMatch(/^The API key .+ \(the credential\)$/);
			expect(failed.error?.description).toContain('Copy the key again');
			expect(stored(failed)).not.toContain(API_KEY);
		}
		expect(await requests(service)).toEqual([]);
	});

	it('is not left in part where a long answer is cut', async () => {
		for (const before of [270, 280, 284, 285, 286, 290, 298, 299, 300]) {
			const message = `${'x'.repeat(before)}${API_KEY} and more`;
			await service.fail({ kind: 'status', status: 400, body: { message } });
			const failed = await runNode(service.credential, getCampaign, [{ id: '7' }]);
			expect(failed.error?.message).toMatch(/^x+(\*{1,3}.*)?…?$/);
			expect(stored(failed)).not.toContain(API_KEY.slice(0, 8));
		}
	});

	it('is not in what is kept of a message that may have been sent', async () => {
		const body = { message: `Failed with key ${API_KEY}` };
		await service.fail({ kind: 'status', status: 500, body, count: 3 });
		const to = '37060012345';
		const run = await runNode(service.credential, send, [{ to }]);
		expect(run.error?.message).toBe('Failed with key ***');
		expect(JSON.stringify(kept(run))).toContain('Failed with key ***');
		expect(stored(run)).not.toContain(API_KEY);
		for (const byEngine of [false, true]) {
			const tool = await callTool(service.credential, { ...send, to }, [{}], { byEngine });
			expect(stored(tool)).toContain('Failed with key ***');
			expect(stored(tool)).not.toContain(API_KEY);
		}
	});

	it.each(['input', 'service'] as const)(
		'is in neither message nor description of an error, whoever passes it on: %s',
		(origin) => {
			for (const type of ['messagingService', 'messagingServiceTool']) {
				const node = { name: 'n', type, parameters: {} } as unknown as INode;
				const problem = new Problem(`No ${API_KEY}`, `Look at ${API_KEY}.`, { origin });
				const error = asNodeError(node, problem, `about ${API_KEY}`, API_KEY);
				expect(error.message).toContain('No ***');
				expect(`${error.message} ${error.description}`).toContain('Look at ***.');
				expect(stringify(error) + JSON.stringify(error)).not.toContain(API_KEY);
			}
		},
	);

	it('goes to the address of the credential also when its domains are limited to others', async () => {
		const credential = {
			...service.credential,
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'elsewhere.example.com',
		};
		const run = await runNode(credential, { ...send, to: '37060012345' });
		expect(run.output).toHaveLength(1);
		for (const byEngine of [true, false]) {
			const { answers } = await callTool(credential, { ...send, to: '37060012346' }, [{}], {
				byEngine,
			});
			expect(JSON.stringify(answers)).toContain('messageId');
		}
	});

	it('is not in what a successful run stores either', async () => {
		const id = await newCampaign(service);
		const run = await runNode(service.credential, getCampaign, [{ id }]);
		expect(run.output).toHaveLength(1);
		expect(stored(run)).not.toContain(API_KEY);
		expect(await requests(service)).toEqual([get(`/campaigns/${id}`)]);
	});
});
