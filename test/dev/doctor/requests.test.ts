import * as fc from 'fast-check';

import { AnsweringServer } from '../../support/answeringServer';
import { tries } from '../../support/properties';
import { consult, consultTwice, NUMBER, reading, sending } from './consultation';

type Received = { method: string; path: string; json: unknown };
type Given = { status: number; headers: Record<string, string>; body: string };

let received: Received[] = [];
let answers: Given[] = [];
let isBalanceFine = false;
let server: AnsweringServer;
beforeAll(async () => {
	server = await AnsweringServer.start((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const [path] = (request.url ?? '').split('?');
			received.push({ method: request.method ?? '', path, json: text && JSON.parse(text) });
			const fine: Given = { status: 200, headers: {}, body: '[{"amount":9,"currency":"EUR"}]' };
			const isFine = isBalanceFine && path.endsWith('/balance');
			const { status, headers, body } = isFine ? fine : answers[received.length % answers.length];
			response.writeHead(status, headers).end(status === 204 || status === 304 ? '' : body);
		});
	});
});
afterAll(async () => await server.stop());

const field = fc.constantFrom(
	...['messageId', 'campaignId', 'id', 'data', 'items', 'next', 'error', 'state', 'x'],
);
const value = fc.letrec((tie) => ({
	json: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom(null, true, 0, 7, '', 'failed', NUMBER, '9b2f7c1e-0000-4000-8000-000000000001'),
		fc.array(tie('json'), { maxLength: 3 }),
		fc.dictionary(field, tie('json'), { maxKeys: 4 }),
	),
})).json;
const others = [202, 204, 206, 301, 303, 307, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503];
const status = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(200, 201) },
	{ weight: 1, arbitrary: fc.constantFrom(...others) },
);
const anyAnswers = fc.array(
	fc.record({
		status,
		headers: fc.constantFrom<Record<string, string>>(
			{},
			{ location: '/v1/sms/single' },
			{ 'retry-after': '1' },
			{ link: '</x>; rel="next"' },
		),
		body: fc.oneof(
			value.map((json) => JSON.stringify(json)),
			fc.constantFrom('', 'Hello', '<h1>No</h1>'),
		),
	}),
	{ minLength: 1, maxLength: 8 },
);

const isRead = ({ method, path }: Received) =>
	method === 'GET' || path === '/v1/sms/report' || path.endsWith('/contacts/validate');

const ids = ['--message-id', '9b2f7c1e-0000-4000-8000-000000000001', '--campaign-id', 'a/b'];
const run = async (flags: string[], given: Given[], isFine: boolean, isConfirmed = true) => {
	received = [];
	[answers, isBalanceFine] = [given, isFine];
	const { plans } = await consult(server, [...flags, '--wait', '3'], { isConfirmed });
	expect(received.length).toBeGreaterThan(0);
	return { plans, changes: received.filter((one) => !isRead(one)) };
};

it('without --send-to or without a yes, nothing but reads is asked, whatever the service answers', async () => {
	await fc.assert(
		fc.asyncProperty(anyAnswers, fc.boolean(), async (given, isFine) => {
			expect((await run([...reading, ...ids], given, isFine)).changes).toEqual([]);
			expect((await run(sending, given, true, false)).changes).toEqual([]);
		}),
		tries(30),
	);
});

it('never more is sent than it said, and to nobody else, whatever the service answers', async () => {
	const most = {
		'/v1/sms/single': 1,
		'/v1/sms/bulk': 1,
		'/campaigns': 2,
		'/viber': 1,
		'/email': 1,
	};
	const allowed = [`"to":"${NUMBER}"`, `"recipients":["${NUMBER}"]`, '"to":"ada@example.com"'];
	let sent = 0;
	await fc.assert(
		fc.asyncProperty(anyAnswers, async (given) => {
			const { plans, changes } = await run(sending, given, true);
			sent += changes.length;
			if (changes.length) expect(plans).toHaveLength(1);
			const count = (path: string) => changes.filter((one) => one.path.endsWith(path)).length;
			for (const [path, times] of Object.entries(most)) {
				expect(count(path)).toBeLessThanOrEqual(times);
			}
			const planned = /(single|bulk|campaigns|viber|email|cancel)$/;
			expect(changes.filter(({ path }) => !planned.test(path))).toEqual([]);
			const recipients =
				JSON.stringify(changes).match(/"(to|recipients)":(\[[^\]]*\]|"[^"]*")/g) ?? [];
			expect(recipients.filter((one) => !allowed.includes(one))).toEqual([]);
			const bulk = changes.filter(({ path }) => path.endsWith('/bulk'));
			for (const { json } of bulk) expect(json).toHaveLength(2);
		}),
		tries(60),
	);
	expect(sent).toBeGreaterThan(60);
});

it('a recording gives the same table, whatever the service answered', async () => {
	await fc.assert(
		fc.asyncProperty(anyAnswers, fc.boolean(), async (given, isFine) => {
			[received, answers, isBalanceFine] = [[], given, isFine];
			await consultTwice(server, [...sending, '--wait', '3']);
		}),
		tries(20),
	);
});
