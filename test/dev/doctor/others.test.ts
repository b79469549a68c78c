import type { Row } from '../../../dev/doctor/rows';
import { consult, NUMBER, openLike, openOther, sending } from './consultation';
import type { Other, Reply, Seen } from './consultation';

type Json = Record<string, unknown>;

const isObject = (json: unknown): json is Json =>
	typeof json === 'object' && json !== null && !Array.isArray(json);
const is = (seen: Seen, method: string, path: string) =>
	seen.method === method && seen.path === path;
const refusal = (status: number, message: string): Reply => ({
	status,
	headers: {},
	json: { error: { code: 'no', message } },
});

/** JSON with its fields renamed, at any depth. */
function renamed(json: unknown, names: Record<string, string>): unknown {
	if (Array.isArray(json)) return json.map((entry) => renamed(entry, names));
	if (!isObject(json)) return json;
	return Object.fromEntries(
		Object.entries(json).map(([name, value]) => [names[name] ?? name, renamed(value, names)]),
	);
}

/** Each entry of a report, or of a list of messages, changed. */
const entries = (change: (entry: Json) => Json) => (reply: Reply, seen: Seen) =>
	seen.path.endsWith('/report') && Array.isArray(reply.json)
		? { ...reply, json: reply.json.map(change) }
		: reply;

const to = (paths: string[], change: (json: unknown) => unknown) => (reply: Reply, seen: Seen) =>
	reply.status === 200 && paths.includes(seen.path)
		? { ...reply, json: change(reply.json) }
		: reply;

const others: Array<[says: string, other: Other, different: Row[]]> = [
	[
		'puts everything into { status, result }, lists and objects alike',
		{
			answer: (reply) =>
				reply.status === 200 ? { ...reply, json: { status: 'ok', result: reply.json } } : reply,
		},
		['balance-answer', 'send-answer', 'list-answer', 'list-paging'],
	],
	[
		'writes all names with underscores',
		{
			answer: (reply) => ({
				...reply,
				json: renamed(reply.json, {
					messageId: 'message_id',
					partIds: 'part_ids',
					partId: 'part_id',
					phoneNumber: 'phone_number',
					contactId: 'contact_id',
					campaignId: 'campaign_id',
					errorCode: 'error_code',
				}),
			}),
		},
		['send-answer', 'suppression-number'],
	],
	[
		'gives lists in pages of one, with a cursor',
		{
			answer: to(['/contacts', '/suppression'], (json) => {
				const list = (Array.isArray(json) ? json : (json as Json).contacts) as unknown[];
				return { items: list.slice(0, 1), next_cursor: 'YWJjZGVm' };
			}),
		},
		['list-answer', 'list-paging'],
	],
	[
		'names the next page of a list in a header',
		{
			answer: (reply, { path }) =>
				path === '/suppression'
					? {
							...reply,
							headers: { link: '<https://api.example.com/suppression?page=2>; rel="next"' },
						}
					: reply,
		},
		['list-paging'],
	],
	[
		'answers every refusal with 500, and its words under names of its own',
		{
			answer: (reply) =>
				reply.status < 400 ? reply : { ...reply, status: 500, json: { fout: { tekst: 'Nee' } } },
		},
		['http-status', 'error-words', 'wrong-key'],
	],
	[
		'has everything but balance and SMS under /api/v1, and Viber elsewhere',
		{
			request: (seen) => {
				if (seen.path.startsWith('/v1/')) return seen;
				const path = seen.path.replace(/^\/api\/v1/, '');
				const isThere = path !== seen.path && path !== '/viber';
				return { ...seen, path: isThere ? path : '/nothing' };
			},
		},
		['path-prefix', 'channel-paths'],
	],
	[
		'wants a bulk as { messages }',
		{
			request: (seen) =>
				is(seen, 'POST', '/v1/sms/bulk') ? refusal(400, 'messages is missing') : seen,
		},
		['bulk-request'],
	],
	[
		'answers a bulk with how many it took, and counts each SMS as one part',
		{
			answer: (reply, seen) => {
				if (is(seen, 'POST', '/v1/sms/bulk')) {
					return {
						...reply,
						json: { accepted: (reply.json as unknown[]).length, batch: 'abcdef' },
					};
				}
				if (!is(seen, 'POST', '/v1/sms/single')) return reply;
				return { ...reply, json: { ...(reply.json as Json), partIds: ['part-1'] } };
			},
		},
		['bulk-answer', 'sms-parts'],
	],
	[
		'says states in words, times in seconds, and an error code for what arrived',
		{
			answer: entries(({ state, delivered, ...entry }) => ({
				...entry,
				state: ['ACCEPTD', 'ENROUTE', 'DELIVRD', 'UNDELIV'][Number(state)],
				...(typeof delivered === 'string' && {
					delivered: Math.round(Date.parse(delivered) / 1000),
					errorCode: 'E0',
				}),
			})),
		},
		['part-states', 'part-failed'],
	],
	[
		'takes the key on GET in the header only, and has no report by GET',
		{
			request: (seen) => {
				if (is(seen, 'GET', '/v1/sms/report')) return refusal(405, 'POST only');
				return seen.method === 'GET' ? refusal(401, 'no header X-ApiKey') : seen;
			},
		},
		['key-place', 'report-get'],
	],
	[
		'asks for more fields everywhere',
		{
			request: (seen) =>
				seen.method === 'POST' && !seen.path.endsWith('/report')
					? refusal(422, 'reference is missing')
					: seen,
		},
		[
			...(['send-fields', 'bulk-request', 'campaign-create'] as const),
			...(['validate-request', 'email-request', 'viber-request'] as const),
		],
	],
	[
		'has a list of numbers in parts, and reports of strangers that are empty lists',
		{
			answer: (reply, seen) => {
				if (seen.path === '/v1/sms/report' && reply.status === 404) {
					return { status: 200, headers: {}, json: [] };
				}
				return to(['/suppression'], (json) =>
					(json as Json[]).map(({ phoneNumber }) => ({
						area: String(phoneNumber).slice(0, 3),
						local: String(phoneNumber).slice(3),
					})),
				)(reply, seen);
			},
		},
		['suppression-number'],
	],
	[
		'has no money left, a page for every path, and reports of strangers that are empty envelopes',
		{
			answer: (reply, { method, path }) => {
				if (path === '/path-that-nobody-has')
					return { ...reply, status: 200, json: '<p>Hello</p>' };
				if (path === '/v1/sms/report') return { ...reply, status: 200, json: { items: [] } };
				const isSend = method === 'POST' && path !== '/contacts/validate';
				return isSend ? refusal(402, 'no money') : reply;
			},
		},
		['http-status'],
	],
	[
		'takes its time: reports begin as empty lists, and messages of campaigns in an envelope of two lists',
		{
			answer: (() => {
				const asked = new Map<unknown, number>();
				return (reply: Reply, { method, path, json }: Seen) => {
					if (path.endsWith('/messages')) {
						return { ...reply, json: { sent: [{ a: 1 }], open: [{ b: 1 }], note: 'x' } };
					}
					if (method !== 'POST' || !path.endsWith('/report') || reply.status >= 400) return reply;
					const times = asked.get((json as Json).messageId) ?? 0;
					asked.set((json as Json).messageId, times + 1);
					return times < 2 ? { ...reply, json: [] } : reply;
				};
			})(),
		},
		['list-answer'],
	],
	[
		'charges by the message, and lets no key with these rights read contacts',
		{
			request: (() => {
				let amount = 100;
				return (seen: Seen) => {
					if (seen.path === '/contacts') return refusal(403, 'no right');
					if (seen.path === '/v1/sms/single') amount -= 0.05;
					if (seen.path === '/v1/sms/bulk') amount -= 0.1;
					const json = [{ amount, currency: 'EUR' }];
					const isBalance = seen.query.get('X-ApiKey')?.startsWith('test-key');
					return seen.path === '/v1/Common/balance' && isBalance
						? { status: 200, headers: {}, json }
						: seen;
				};
			})(),
		},
		['one-key', 'part-price'],
	],
];

others.push(
	[
		'puts a mark of its encoding in front',
		{
			answer: (reply) => ({ ...reply, json: `\ufeff${JSON.stringify(reply.json)}` }),
		},
		[],
	],
	[
		'lets no key with these rights read the balance',
		{
			request: (seen) =>
				seen.path.endsWith('/balance') && seen.query.get('X-ApiKey')?.startsWith('test-key')
					? refusal(403, 'no right')
					: seen,
		},
		['one-key'],
	],
	[
		'lets no key with these rights read reports',
		{
			request: (seen) => (seen.path === '/v1/sms/report' ? refusal(403, 'no right') : seen),
		},
		['one-key'],
	],
	[
		'takes the key on POST as a query parameter only',
		{
			request: (seen) =>
				seen.method === 'POST' ? refusal(401, 'no X-ApiKey in the address') : seen,
		},
		['key-place'],
	],
	[
		'lists its numbers beside the country that they belong to',
		{
			answer: to(['/suppression'], (json) =>
				(json as Json[]).map((entry) => ({ ...entry, country: 'Lithuania', iso: 'LT' })),
			),
		},
		[],
	],
);

it.each(others)('A service that %s', async (_, other, expected) => {
	const service = await openOther(other);
	const first = await consult(service, sending);
	expect([...first.different].sort()).toEqual([...expected].sort());
	const said = first.all.filter(({ status }) => status === 'different');
	expect(said.filter(({ change }) => !change.length)).toEqual([]);

	const like = await openLike(first.recording);
	const second = await consult(like, sending);
	expect(second.table).toEqual(first.table);
	const text = JSON.stringify(first.recording);
	for (const own of [
		NUMBER,
		NUMBER.slice(3),
		'37060099001',
		'Adalovelace',
		'ada@example',
		'Shop',
	]) {
		expect(text).not.toContain(own);
	}
});

it.each(['/v1', '/api', '/api/v1'])(
	'says to fill in %s as Path Prefix, if the lists are there',
	async (prefix) => {
		const service = await openOther({
			request: (seen) => {
				if (/^\/v1\/(sms|Common)/.test(seen.path)) return seen;
				const path = seen.path.slice(prefix.length);
				return { ...seen, path: seen.path.startsWith(prefix) ? path : '/nothing' };
			},
		});
		const { all, table } = await consult(service, []);
		const { change } = all.find(({ row }) => row === 'path-prefix')!;
		expect(change).toEqual([`Credential: Custom Paths on, Path Prefix ${prefix}`]);
		expect(table['list-answer']).toBe('as assumed');
	},
);
