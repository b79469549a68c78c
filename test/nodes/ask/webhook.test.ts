import type { INodeParameters } from 'n8n-workflow';

import { policy } from '../../../nodes/MessagingService/ask/page';
import { ask, questionOf } from '../../support/asking';
import { clockForTests } from '../../support/clock';
import type { NodeRun } from '../../support/engine';
import { resumeNode, runNode, startNode } from '../../support/engine';
import { openLink } from '../../support/openLink';
import { group, linesOf } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';
import { server } from '../../support/additionalData';
import { AnsweringServer } from '../../support/answeringServer';
import { trusting } from '../../support/selfSigned';

const service = serviceForTests();

const approve = { approved: 'true' };
const recently = expect.stringMatching(/^20\d\d-.+Z$/);

/** The link in the latest SMS. */
async function latestLink(): Promise<string> {
	const received = await service.received();
	return String(received.at(-1)?.body.text).split('\n').at(-1)!;
}

async function asked(parameters: INodeParameters = {}, settings = {}) {
	const given = { ...ask, ...parameters };
	const run = await runNode(service.credential, given, [{ order: 7 }], settings);
	return { run, link: await latestLink() };
}

const open = async (run: NodeRun, link: string, method = 'GET', body?: unknown) =>
	await openLink(service.credential, run, link, method, body);

/** What comes of a link to a question that is not open: nothing is said of it, and nothing decided. */
const refused = {
	status: 410,
	page: expect.stringMatching(/^(?!.*Refund).*This question is closed/s),
	given: { noWebhookResponse: true },
};

describe('Who opens the link', () => {
	it.each(['GET', 'HEAD', 'PUT'])(
		'sees the question by %s, and decides nothing',
		async (method) => {
			const { run, link } = await asked();
			const { status, page, given } = await open(run, link, method, approve);
			expect([status, page]).toEqual([200, expect.stringContaining('Refund order 7?')]);
			expect(given).toEqual({ noWebhookResponse: true });
		},
	);

	it.each([
		['of the question', 'GET', {}],
		['after an answer', 'POST', approve],
		['after an answer that is not taken', 'POST', {}],
		['of a closed question', 'GET', {}, (link: string) => `${link}0`],
	])(
		'gets a page %s that is kept nowhere and can do nothing else',
		async (_, method, body, change = String) => {
			const { run, link } = await asked();
			expect((await open(run, change(link), method, body)).headers).toEqual({
				'cache-control': 'no-store',
				'content-security-policy': policy,
				'referrer-policy': 'no-referrer',
				'x-content-type-options': 'nosniff',
				'x-frame-options': 'DENY',
				'x-robots-tag': 'noindex',
			});
		},
	);

	it('with another signature finds the question closed, and decides nothing', async () => {
		const { run, link } = await asked();
		const changed = [
			link.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
			link.replace(/signature=.*/, 'signature='),
			`${link}0`,
		];
		for (const method of ['GET', 'POST']) {
			for (const one of changed) {
				expect(await open(run, one, method, approve)).toMatchObject(refused);
			}
		}
	});

	it('finds the question whatever the node is called', async () => {
		for (const name of ['Ask "him" {{ 1 }}', "It's }} \\ {", 'Klausimas ąžuolui']) {
			const { run, link } = await asked({}, { name });
			expect((await open(run, link)).status).toBe(200);
		}
	});

	it('finds the question closed where the execution holds no question', async () => {
		const { run, link } = await asked();
		delete run.run.data.executionData!.contextData['node:Messaging Service'].question;
		expect(await open(run, link, 'POST', approve)).toMatchObject(refused);
	});
});

describe('An answer', () => {
	it.each([
		[{}, approve, { approved: true }, 'Approve'],
		[
			{ approvalOptions: { values: { disapproveLabel: 'Do <not>' } } },
			{ approved: 'false' },
			{ approved: false },
			'Do &#60;not&#62;',
		],
		[
			{ responseType: 'freeText' },
			{ text: ' Half \r\nof <it>' },
			{ text: 'Half \nof <it>' },
			'Half \nof &#60;it&#62;',
		],
		[
			{ responseType: 'choices', choices: { values: [{ choice: 'A' }, { choice: 'B' }] } },
			{ choice: '1' },
			{ choice: 'B' },
			'B',
		],
	])('of %j is what the workflow goes on with (%#)', async (parameters, form, answer, words) => {
		const { run, link } = await asked(parameters as INodeParameters);
		const { status, page, given } = await open(run, link, 'POST', form);
		const data = { ...answer, respondedAt: recently };
		expect(given.workflowData).toEqual([[{ json: { data }, pairedItem: 0 }]]);
		// n8n sends the page once it has taken the answer: of two at once it refuses the second.
		expect([status, page]).toEqual([undefined, undefined]);
		expect(given.webhookResponse).toContain('Your answer was saved.');
		expect(given.webhookResponse).toMatch(
			new RegExp(`Your answer: <strong[^>]*>${words}</strong>`),
		);
		expect(given).not.toHaveProperty('noWebhookResponse');
		const { output } = await resumeNode(service.credential, run, given.workflowData!);
		expect(output).toMatchObject([{ json: { data } }]);
	});

	it.each([undefined, 'true'])(
		'is none without what a button sends, and the question stays open: %j',
		async (body) => {
			const { run, link } = await asked();
			const { status, page, given } = await open(run, link, 'POST', body);
			expect([status, page]).toEqual([422, expect.stringContaining('Please select one')]);
			expect(given).toEqual({ noWebhookResponse: true });
		},
	);
});

describe('The time for an answer', () => {
	const clock = clockForTests();

	it('begins when the SMS is out, and an answer counts until it is over', async () => {
		const begin = Date.now();
		await service.fail({ path: '/v1/sms/single', kind: 'status', status: 429, retryAfter: 30 });
		const options = group('limitWaitTime', { amount: 1, unit: 'minutes' });
		const parameters = { ...ask, options };
		const run = await clock.run(service.credential, parameters, [{ order: 7 }]);
		const link = await latestLink();
		const { until } = questionOf(run);
		expect(until).toBeGreaterThanOrEqual(begin + 90_000);
		expect(run.run.waitTill?.getTime()).toBe(until);

		jest.setSystemTime(until - 1);
		expect((await open(run, link)).status).toBe(200);
		for (const late of [until, until + 60_000]) {
			jest.setSystemTime(late);
			expect(await open(run, link, 'POST', approve)).toMatchObject(refused);
		}
	});
});

describe('A second question of the same node', () => {
	it('has a number of its own, and the link of the first is closed', async () => {
		// n8n runs the last of several branches at the same place first.
		const runs = [[{ order: 2 }], [{ order: 1 }]];
		const first = await startNode(service.credential, ask, runs).finished;
		const firstLink = await latestLink();
		const { given } = await open(first, firstLink, 'POST', approve);
		const second = await resumeNode(service.credential, first, given.workflowData!);
		expect(second.run.status).toBe('waiting');
		expect(questionOf(second)).toMatchObject({ number: 2, message: 'Refund order 2?' });
		const secondLink = await latestLink();
		expect(secondLink).toContain('?q=2&signature=');

		for (const link of [firstLink, firstLink.replace('q=1', 'q=2')]) {
			expect(await open(second, link, 'POST', approve)).toMatchObject(refused);
		}
		expect((await open(second, secondLink)).page).toContain('Refund order 2?');
	});
});

it('An AI Agent that runs its tools itself asks nothing, because nobody could answer', async () => {
	const { answers } = await callTool(service.credential, { ...ask, message: 'Refund?' }, [{}]);
	const error = expect.stringContaining("This AI Agent can't wait for an answer");
	expect(answers).toEqual([{ error }]);
	expect(await service.received()).toEqual([]);
});

const { address } = server;
afterEach(() => void (server.address = address));

describe('A question', () => {
	const asking = { ...ask, message: 'Refund?' };
	const production = { environment: 'production', productionUrl: 'https://127.0.0.1:1' };
	const run = async (n8n: string, more: object = production) => {
		server.address = n8n;
		const result = await runNode({ ...service.credential, ...more }, asking);
		const { error } = result;
		return { said: [error?.message, error?.description], hints: linesOf(result) };
	};

	it('with a link to this machine goes out to no real phone', async () => {
		const { said } = await run('http://[::1]:5678');
		expect(said).toEqual([
			'No phone can open a link to [::1]:5678',
			expect.stringMatching(/^Nothing was sent\. Set WEBHOOK_URL .*, on the workers too/),
		]);
	});

	it.each([
		[
			'http://192.168.1.9:5678',
			['The link leads to 192.168.1.9:5678: only phones in your own network can open it.'],
		],
		['https://n8n.example.com', []],
	])(
		'with a link to %s goes out, and a line says if not everybody can open it',
		async (n8n, lines) => {
			const answer = JSON.stringify({ messageId: 'a', sent: '', partIds: ['1'] });
			const secure = { secure: true };
			const real = await AnsweringServer.start((_, response) => response.end(answer), secure);
			const more = { ...production, productionUrl: real.address };
			try {
				const told = await trusting(async () => await run(n8n, more));
				expect(told).toEqual({ said: [undefined, undefined], hints: lines });
			} finally {
				await real.stop();
			}
		},
	);

	it('goes out with any link in the sandbox, whose phone is on this machine, and may say what it cost', async () => {
		const said = [undefined, undefined];
		expect(await run(address, {})).toEqual({ said, hints: [] });
		const priced = { accountDefaults: true, pricePerPart: '0.04 EUR' };
		const hints = ['1 accepted (1 part, about 0.04 EUR). Sandbox.'];
		expect(await run(address, priced)).toEqual({ said, hints });
	});
});
