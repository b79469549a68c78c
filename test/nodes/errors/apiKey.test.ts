import type { RequestListener } from 'node:http';

import { stringify } from 'flatted';
import type { INode } from 'n8n-workflow';

import { asNodeError } from '../../../nodes/MessagingService/errors/nodeError';
import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { withServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at, getCampaign, newCampaign, sendAll, stored } from '../../support/failing';
import { get, requests } from '../../support/requests';
import { kept, send } from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();
const item = { to: '37060012345', id: '7' };

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
		['an ordinary one, refused', 400, API_KEY],
		['an awkward one, refused', 400, AWKWARD_KEY],
		['an ordinary one, accepted', 200, API_KEY],
		['an awkward one, accepted', 200, AWKWARD_KEY],
	])('appears nowhere when the service repeats it: %s', async (_, status, apiKey) => {
		const written = spellings(apiKey);
		const answer: RequestListener = ({ url, headers }, response) => {
			const message = `Bad request ${url} with key ${String(headers['x-apikey'])} for ${apiKey}`;
			const accepted = { messageId: 'a', [apiKey]: written, html: `<a href="?k=${apiKey}">` };
			const body = status === 200 ? { ...accepted, url } : { message };
			response.writeHead(status).end(JSON.stringify(body));
		};
		await withServer(answer, async ({ address }) => {
			const credential = { ...at(service, address), apiKey };
			for (const parameters of [send, sendAll, getCampaign]) {
				for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
					const settings = { onError, retryOnFail: status === 200 };
					const run = await runNode(credential, parameters, [item], settings);
					const said = [run.error?.message, run.errorOutput, run.output];
					expect(JSON.stringify(said)).toContain('***');
					for (const spelling of written) expect(stored(run)).not.toContain(spelling);
				}
			}
		});
	});

	it.each([200, 400])(
		'of few characters is not stored with an answer of status %i',
		async (status) => {
			const apiKey = 'k-7a9';
			for (const body of [
				{ messageId: 'k-7a9b', text: `for ${apiKey}`, url: `/x?X-ApiKey=${apiKey}` },
				{ success: false, message: `No ${apiKey}` },
			]) {
				const answer: RequestListener = (_, response) =>
					response.writeHead(status).end(JSON.stringify(body));
				await withServer(answer, async ({ address }) => {
					const credential = { ...at(service, address), apiKey };
					for (const parameters of [send, sendAll, getCampaign]) {
						const run = await runNode(credential, parameters, [item]);
						const said = stringify([run.error, run.output, run.run.data.resultData]);
						expect(said).toContain('***');
						expect(said.replaceAll('k-7a9b', '')).not.toContain(apiKey);
					}
				});
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
			const failed = await runNode(credential, parameters, [item]);
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
