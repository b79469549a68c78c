import { stringify } from 'flatted';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { AnsweringServer, deadAddress } from '../support/answeringServer';
import type { NodeRun } from '../support/engine';
import { runNode } from '../support/engine';
import { get, requests } from '../support/requests';
import { API_KEY, serviceForTests } from '../support/service';

const service = serviceForTests();

/** Gets a campaign: a GET, so that the key stands in the address of the request. */
const getCampaign = {
	resource: 'campaign',
	operation: 'get',
	campaignId: '={{ $json.id }}',
};

const sendSms = {
	resource: 'sms',
	operation: 'send',
	to: '={{ $json.to }}',
	from: 'Shop',
	text: 'Hello',
};

const sendBulk = { ...sendSms, operation: 'sendBulk' };

async function newCampaign(): Promise<string> {
	const { output } = await runNode(service.credential, {
		resource: 'campaign',
		operation: 'create',
		name: 'Spring',
		from: 'Shop',
		text: 'Sale!',
		recipients: '37060012345',
	});
	await service.control('DELETE', 'requests');
	return String(output[0].json.campaignId);
}

/** The run as n8n stores it: plainly, and in the format that keeps what refers to itself. */
const stored = ({ run }: NodeRun) => JSON.stringify(run) + stringify(run);

const at = (sandboxUrl: string): ICredentialDataDecryptedObject => ({
	...service.credential,
	sandboxUrl,
});

const CHECK_FIRST = 'It is not known whether the service carried it out: check before you send';

type Row = {
	fault: object;
	message: string | RegExp;
	advice: string;
	httpCode?: string;
	/** In ms; long enough for the item that is answered. */
	timeout?: number;
	/** Whether a request that sends may have been carried out all the same. */
	mayHaveBeenSent?: boolean;
};

/** What is repeated is given up at once. */
const parametersFor = ({ timeout }: Row, parameters: INodeParameters = getCampaign) => ({
	...parameters,
	options: { maxWait: 0 },
	...(timeout ? { requestOptions: { timeout } } : {}),
});

const answered = (status: number, message: string, advice: string): [string, Row] => [
	String(status),
	{
		fault: { kind: 'status', status, body: { message } },
		message,
		advice,
		httpCode: String(status),
	},
];

const mayBeSent = ([name, row]: [string, Row]): [string, Row] => [
	name,
	{ ...row, mayHaveBeenSent: true },
];

const failures: Array<[string, Row]> = [
	answered(400, 'campaignId is too long', 'Check the values that were sent'),
	answered(401, 'Unknown key', 'Check the API key in the credential'),
	answered(402, 'No money', 'Top up the balance'),
	answered(403, 'Not allowed', 'Ask your account manager'),
	answered(404, 'No such campaign', 'Check the ID'),
	answered(405, 'Not so', 'the path prefix and the paths in the credential'),
	mayBeSent(answered(408, 'Too slow', 'Try again later')),
	answered(409, 'Finished already', 'another state already'),
	answered(413, 'Too large', 'a smaller Batch Size'),
	answered(415, 'JSON, please', 'the address in the credential is the one of the API'),
	answered(418, 'I am a teapot', 'Check the values that were sent'),
	answered(422, 'campaignId is odd', 'Check the fields that it names'),
	answered(429, 'Slow down', 'Batching'),
	mayBeSent(answered(500, 'Something broke', 'The service has a problem of its own')),
	mayBeSent(answered(502, 'Bad gateway', 'The service has a problem of its own')),
	mayBeSent(answered(503, 'Down for an hour', 'The service has a problem of its own')),
	mayBeSent(answered(504, 'Nobody answered', 'The service has a problem of its own')),
	[
		'a time-out',
		{
			fault: { kind: 'timeout' },
			timeout: 2_000,
			message: 'The service did not answer in time',
			mayHaveBeenSent: true,
			advice: 'A longer Timeout can be set',
		},
	],
	[
		'a dropped connection',
		{
			fault: { kind: 'drop' },
			message: 'The connection was closed before the service answered',
			mayHaveBeenSent: true,
			advice: 'Something between n8n and the service may have closed it',
		},
	],
	[
		'an HTML page with status 200',
		{
			fault: { kind: 'html' },
			message:
				"The service answered with something that is not JSON: Down for maintenance: We'll be right back The sandbox answers with this page on purpose.",
			mayHaveBeenSent: true,
			advice: 'Something other than the service may have answered',
			httpCode: '200',
		},
	],
	[
		'broken JSON with status 200',
		{
			fault: { kind: 'invalidJson' },
			message: 'The service answered with something that is not JSON: {"messageId": "2f1c',
			mayHaveBeenSent: true,
			advice: 'Something other than the service may have answered',
			httpCode: '200',
		},
	],
	[
		'an empty error',
		{
			fault: { kind: 'empty', status: 500 },
			message: 'The service answered 500 Internal Server Error without an explanation',
			mayHaveBeenSent: true,
			advice: 'The service has a problem of its own',
			httpCode: '500',
		},
	],
	[
		'an HTML error page',
		{
			fault: { kind: 'html', status: 503 },
			message: /^Down for maintenance: We'll be right back/,
			mayHaveBeenSent: true,
			advice: 'The service has a problem of its own',
			httpCode: '503',
		},
	],
];

describe('Errors: what the user reads', () => {
	it.each(failures)('for %s: what happened, to which item, and what to do', async (_, row) => {
		const id = await newCampaign();
		await service.fail({ ...row.fault, path: '/campaigns/second' });
		const failed = await runNode(service.credential, parametersFor(row), [
			{ id },
			{ id: 'second' },
		]);
		expect(failed.error?.message).toMatch(row.message);
		if (typeof row.message === 'string') expect(failed.error?.message).toBe(row.message);
		expect(failed.error?.description).toContain('This was item 2 of 2.');
		expect(failed.error?.description).toContain(row.advice);
		expect(failed.error?.description).not.toContain(CHECK_FIRST);
		expect(failed.error?.httpCode ?? undefined).toBe(row.httpCode);
		expect(failed.error?.context.itemIndex).toBe(1);
		expect(failed.output).toEqual([]);
		expect(stored(failed)).not.toContain(API_KEY);
	});

	it.each(failures)(
		'for %s on the error output: the words, and the fields of the item; others pass',
		async (_, row) => {
			const id = await newCampaign();
			const items = [{ id: 'second', row: 7 }, { id }];
			await service.fail({ ...row.fault, path: '/campaigns/second' });
			const run = await runNode(service.credential, parametersFor(row), items, {
				onError: 'continueErrorOutput',
			});
			expect(run.error).toBeUndefined();
			expect(run.errorOutput).toEqual([
				{
					json: {
						id: 'second',
						row: 7,
						error:
							typeof row.message === 'string' ? row.message : expect.stringMatching(row.message),
						details: expect.stringContaining(row.advice),
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(run.errorOutput[0].json.details).toContain('This was item 1 of 2.');
			expect(run.errorOutput[0].json.details).not.toContain(CHECK_FIRST);
			expect(run.output).toEqual([
				{ json: expect.objectContaining({ campaignId: id }), pairedItem: { item: 1 } },
			]);
			expect(stored(run)).not.toContain(API_KEY);
		},
	);

	it.each(failures)(
		'for %s of a message: also whether it may have been sent all the same',
		async (_, row) => {
			for (const parameters of [sendSms, sendBulk]) {
				await service.reset();
				await service.fail({ ...row.fault, path: '/v1/sms' });
				const { error } = await runNode(service.credential, parametersFor(row, parameters), [
					{ to: '37060012345' },
				]);
				expect(error?.message).toMatch(row.message);
				expect(error?.description).toContain(row.advice);
				expect([error?.description?.includes(CHECK_FIRST), row.message]).toEqual([
					row.mayHaveBeenSent ?? false,
					row.message,
				]);
				expect(await requests(service)).toHaveLength(1);
			}
		},
	);

	it('keeps the order of the items when a failed one comes out among the others', async () => {
		const { output } = await runNode(
			service.credential,
			sendSms,
			[{ to: '37060000001' }, { to: '12' }, { to: '37060000500' }, { to: '37060000021' }],
			{ onError: 'continueRegularOutput' },
		);
		expect(output.map(({ json, pairedItem }) => [json.error ?? 'sent', pairedItem])).toEqual([
			['sent', { item: 0 }],
			['To is not a phone number: 12 (item 2 of 4)', { item: 1 }],
			['Internal error (recipient ending in 0500)', { item: 2 }],
			['sent', { item: 3 }],
		]);
	});

	it('takes an empty answer with status 204 for a success', async () => {
		await service.fail({ kind: 'empty', status: 204 });
		const { output } = await runNode(service.credential, getCampaign, [{ id: '7' }]);
		expect(output).toEqual([{ json: { success: true }, pairedItem: { item: 0 } }]);
	});

	it('lets an item whose expression fails leave by the error output, and the others pass', async () => {
		const { output, errorOutput } = await runNode(
			service.credential,
			{ ...sendSms, to: '={{ $json.to.replace("+", "") }}' },
			[{ to: '+37060012345' }, { to: 7 }],
			{ onError: 'continueErrorOutput' },
		);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(errorOutput).toHaveLength(1);
		expect(await requests(service)).toHaveLength(1);
	});
});

describe('Errors: connections', () => {
	const failsWith = async (
		credential: ICredentialDataDecryptedObject,
		parameters: INodeParameters = sendSms,
	) => {
		const failed = await runNode(credential, { ...parameters, options: { maxWait: 0 } }, [
			{ to: '37060012345', id: '7' },
		]);
		expect(stored(failed)).not.toContain(API_KEY);
		expect(failed.error?.context.itemIndex).toBe(0);
		return failed.error;
	};

	it.each([
		['Send', sendSms],
		['Send Bulk', sendBulk],
		['a GET', getCampaign],
	])('says that nobody listens at the address: %s', async (_, parameters) => {
		const error = await failsWith(at(await deadAddress()), parameters);
		expect(error?.message).toBe('The service refused the connection');
		expect(error?.description).toContain('This was item 1 of 1. Nothing was sent.');
	});

	it.each([
		['Send', sendSms],
		['Send Bulk', sendBulk],
		['a GET', getCampaign],
	])('says that the name is not known: %s', async (_, parameters) => {
		const error = await failsWith(at('http://nothing.invalid'), parameters);
		expect(error?.message).toBe('The name in the service address could not be found');
		expect(error?.description).toContain('Nothing was sent.');
	});

	it('says that a certificate is not valid, and sends it nothing', async () => {
		const server = await AnsweringServer.start((_, response) => response.end('{}'), {
			secure: true,
		});
		try {
			for (const parameters of [sendSms, sendBulk, getCampaign]) {
				const error = await failsWith(at(server.address), parameters);
				expect(error?.message).toMatch(/^The certificate of the service is not valid \([A-Z_]+\)$/);
				expect(error?.description).toContain('Ignore SSL Issues');
			}
			expect(server.received).toEqual([]);
		} finally {
			await server.stop();
		}
	});

	it('ignores the certificate when Ignore SSL Issues is switched on', async () => {
		const server = await AnsweringServer.start(
			(_, response) => response.end('[{"messageId":"a"}]'),
			{
				secure: true,
			},
		);
		try {
			const requestOptions = { allowUnauthorizedCerts: true };
			for (const parameters of [sendSms, sendBulk]) {
				const { output } = await runNode(
					{ ...at(''), environment: 'production', productionUrl: server.address },
					{ ...parameters, requestOptions },
					[{ to: '37060012345' }],
				);
				expect(output).toEqual([{ json: { messageId: 'a' }, pairedItem: { item: 0 } }]);
			}
		} finally {
			await server.stop();
		}
	});

	it('says that https is not spoken at the address', async () => {
		const error = await failsWith(at(service.address.replace('http:', 'https:')));
		expect(error?.message).toBe('The service does not speak https at this address');
		expect(await requests(service)).toEqual([]);
	});

	it.each([301, 302, 303, 307, 308])(
		'does not follow a redirect with %i, and sends the key nowhere else',
		async (status) => {
			const elsewhere = await AnsweringServer.start((_, response) => response.end('[]'));
			const location = `${elsewhere.address}/new?X-ApiKey=${API_KEY}`;
			const server = await AnsweringServer.start((_, response) =>
				response.writeHead(status, { location }).end(),
			);
			try {
				for (const parameters of [sendSms, sendBulk, getCampaign]) {
					const error = await failsWith(at(server.address), parameters);
					expect(error?.message).toBe(`The address redirects to ${elsewhere.address}/new`);
					expect(error?.description).toContain('Redirects are not followed');
					expect(error?.httpCode).toBe(String(status));
				}
				expect(server.received).toHaveLength(3);
				expect(elsewhere.received).toEqual([]);
			} finally {
				await server.stop();
				await elsewhere.stop();
			}
		},
	);

	it.each([
		['', 'The Sandbox URL is empty'],
		['api.example.com', 'The Sandbox URL is not a web address: api.example.com'],
		['ftp://api.example.com', 'The Sandbox URL has to begin with https:// or http://'],
	])('says what is wrong with the address "%s"', async (address, message) => {
		const error = await failsWith(at(address));
		expect(error?.message).toBe(`${message} (item 1 of 1)`);
		expect(error?.description).toContain('in the Messaging Service credential');
	});
});

describe("Errors: the service's own words", () => {
	const wordsFor = async (body: unknown, contentType?: string) => {
		await service.fail({ kind: 'status', status: 400, body, contentType });
		const { error } = await runNode(service.credential, getCampaign, [{ id: '7' }]);
		return error?.message;
	};

	it.each<[string, unknown, string]>([
		['message', { message: 'to is wrong' }, 'to is wrong'],
		['Message', { Message: 'to is wrong', Code: 7 }, 'to is wrong'],
		['error', { error: 'to is wrong' }, 'to is wrong'],
		['error beside message', { error: 'Bad Request', message: 'to is wrong' }, 'to is wrong'],
		['error.message', { error: { code: 'x', message: 'to is wrong' } }, 'to is wrong'],
		['error.errors', { error: { errors: [{ message: 'to is wrong' }] } }, 'to is wrong'],
		['detail', { type: 'about:blank', title: 'Bad', detail: 'to is wrong' }, 'to is wrong'],
		['title alone', { type: 'about:blank', title: 'Bad Request', status: 400 }, 'Bad Request'],
		['error_description', { error_description: 'to is wrong' }, 'to is wrong'],
		['errors of texts', { errors: ['to is wrong', 'from is wrong'] }, 'to is wrong; from is wrong'],
		[
			'errors of objects',
			{ errors: [{ field: 'to', message: 'is wrong' }, { detail: 'from is wrong' }] },
			'to: is wrong; from is wrong',
		],
		[
			'errors as an object of lists',
			{ errors: { to: ['is wrong', 'is short'], from: ['is blank'] } },
			'to: is wrong; is short; from: is blank',
		],
		[
			'errors that a message announces',
			{ message: 'Validation failed.', errors: { to: ['is wrong'] } },
			'Validation failed: to: is wrong',
		],
		['a list of errors', [{ message: 'to is wrong' }, 'and more'], 'to is wrong; and more'],
		['a JSON text', '"to is wrong"', 'to is wrong'],
		['other keys', { code: 17, status: 'NOK' }, '{"code":17,"status":"NOK"}'],
		['an empty object', {}, 'The service answered 400 Bad Request without an explanation'],
		['an empty list', [], 'The service answered 400 Bad Request without an explanation'],
		['null', 'null', 'The service answered 400 Bad Request without an explanation'],
		['a blank message', { message: ' ', error: 'to is wrong' }, 'to is wrong'],
		['several lines', { message: 'to is wrong\n  really' }, 'to is wrong really'],
		[
			'placeholders',
			{ message: 'to must be <digits>, see <docs>' },
			'to must be <digits>, see <docs>',
		],
		['signs', { message: '5 < 7 & 7 > 5 “ąč” 🎉' }, '5 < 7 & 7 > 5 “ąč” 🎉'],
	])('are found under %s', async (_, body, words) => {
		expect(await wordsFor(body)).toBe(words);
	});

	it('are found in plain text', async () => {
		expect(await wordsFor('to is wrong\r\nreally', 'text/plain')).toBe('to is wrong really');
	});

	it('are found in broken JSON', async () => {
		expect(await wordsFor('{"message": "to is wr', 'application/json')).toBe(
			'{"message": "to is wr',
		);
	});

	it('are found in an HTML page, without its code, and its characters as they are read', async () => {
		const page = `<!DOCTYPE html><html><head><title>502 &amp; down</title><style>p{color:red}</style>
			</head><body><script>var a = "<b>";</script><h1>502 &amp; down</h1>
			<p>We&#39;ll be&nbsp;back &lt;soon&gt;</p></body></html>`;
		expect(await wordsFor(page, 'text/html')).toBe("502 & down: 502 & down We'll be back <soon>");
	});

	it('are found in an XML answer', async () => {
		const body = '<?xml version="1.0"?><error><code>7</code><message>to is wrong</message></error>';
		expect(await wordsFor(body, 'application/xml')).toBe('7 to is wrong');
	});

	it.each([
		['text', 'x'.repeat(5_000)],
		['JSON', { message: 'x'.repeat(5_000) }],
		['HTML', `<p>${'x'.repeat(5_000)}</p>`],
	])('are cut short when they are long, in %s', async (_, body) => {
		const words = await wordsFor(body);
		expect(words).toBe(`${'x'.repeat(299)}…`);
	});

	it.each([
		'connect ECONNREFUSED 10.0.0.1:5432',
		'Campaign already EEXISTs, ENOTFOUND elsewhere',
		'ETIMEDOUT while asking the operator, socket hang up ECONNRESET',
		'401 Unauthorized EACCES EPERM',
		'getaddrinfo EAI_AGAIN operator',
		'SELF_SIGNED_CERT_IN_CHAIN at the operator',
		'{{ $json.secret }} =1+1',
	])('come through unmangled: %s', async (message) => {
		for (const status of [400, 429, 500]) {
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				await service.fail({ kind: 'status', status, body: { message } });
				const parameters = { ...getCampaign, options: { maxWait: 0 } };
				const run = await runNode(service.credential, parameters, [{ id: '7' }], { onError });
				expect(run.error?.message ?? run.errorOutput[0].json.error).toBe(message);
			}
		}
	});
});

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

	it.each([API_KEY, AWKWARD_KEY])(
		'appears nowhere when the service repeats it, or the address of the request: %s',
		async (apiKey) => {
			const server = await AnsweringServer.start((request, response) => {
				const key = request.headers['x-apikey'] ?? '';
				const message = `Bad request ${request.url} with key ${String(key)} for ${apiKey}`;
				response.writeHead(400).end(JSON.stringify({ message }));
			});
			try {
				const credential = { ...at(server.address), apiKey };
				for (const parameters of [sendSms, sendBulk, getCampaign]) {
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

	it('appears nowhere when it was copied into the credential with spaces around it', async () => {
		const credential = { ...service.credential, apiKey: ` ${API_KEY}\n` };
		for (const parameters of [sendSms, sendBulk, getCampaign]) {
			await service.fail({ kind: 'status', status: 400, body: `Bad key ${API_KEY}` });
			const failed = await runNode(credential, parameters, [{ to: '37060012345', id: '7' }]);
			expect(failed.error?.message).toBe('Bad key ***');
			expect(stored(failed)).not.toContain(API_KEY);
		}
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

	it('is not in what a successful run stores either', async () => {
		const id = await newCampaign();
		const run = await runNode(service.credential, getCampaign, [{ id }]);
		expect(run.output).toHaveLength(1);
		expect(stored(run)).not.toContain(API_KEY);
		expect(await requests(service)).toEqual([get(`/campaigns/${id}`)]);
	});
});
