import type { Row } from '../../../dev/doctor/rows';
import { consult, consultTwice, NUMBER, openOther, reporting, sending } from './consultation';
import type { Other, Reply, Seen } from './consultation';

type Json = Record<string, unknown>;

const is = (seen: Seen, method: string, path: string) =>
	seen.method === method && seen.path === path;
const refusal = (status: number, message: string): Reply => ({
	status,
	json: { error: { code: 'no', message } },
});
const hasTestKey = ({ query }: Seen) => query.get('X-ApiKey')?.startsWith('test-key');

/** An answer with status 200 changed, at these paths or at all. */
const changed =
	(change: (json: unknown) => unknown, ...paths: string[]) =>
	(reply: Reply, { path }: Seen) =>
		reply.status === 200 && (!paths.length || paths.includes(path))
			? { ...reply, json: change(reply.json) }
			: reply;

const others: Record<string, Other & { different: Row[] }> = {
	'puts everything into { status, result }, lists and objects alike': {
		answer: changed((result) => ({ status: 'ok', result })),
		different: ['balance-answer', 'list-answer', 'list-paging', 'send-answer'],
	},
	'writes all names with underscores': {
		answer: (reply) => {
			const text = JSON.stringify(reply.json) ?? 'null';
			const underscored = (name: string) => name.replace(/[A-Z]/g, '_$&').toLowerCase();
			return { ...reply, json: JSON.parse(text.replace(/"\w+":/g, underscored)) };
		},
		different: ['send-answer', 'suppression-number'],
	},
	'names the next page of a list in a header': {
		answer: (reply, { path }) => {
			const link = '<https://api.example.com/suppression?page=2>; rel="next"';
			return path === '/suppression' ? { ...reply, headers: { link } } : reply;
		},
		different: ['list-paging'],
	},
	'answers every refusal with 500, and its words under names of its own': {
		answer: (reply) =>
			reply.status < 400 ? reply : { status: 500, json: { fout: { tekst: 'Nee' } } },
		different: ['error-words', 'http-status', 'wrong-key'],
	},
	'has everything but balance and SMS under /api/v1, and Viber elsewhere': {
		request: (seen) => {
			if (seen.path.startsWith('/v1/')) return seen;
			const path = seen.path.replace(/^\/api\/v1/, '');
			const isThere = path !== seen.path && path !== '/viber';
			return { ...seen, path: isThere ? path : '/nothing' };
		},
		different: ['channel-paths', 'path-prefix'],
	},
	'wants a bulk as { messages }': {
		request: (seen) =>
			is(seen, 'POST', '/v1/sms/bulk') ? refusal(400, 'messages is missing') : seen,
		different: ['bulk-request'],
	},
	'answers a bulk with how many it took, and counts each SMS as one part': {
		answer: (reply, seen) => {
			if (is(seen, 'POST', '/v1/sms/bulk')) {
				return { ...reply, json: { accepted: (reply.json as unknown[]).length, batch: 'abcdef' } };
			}
			if (!is(seen, 'POST', '/v1/sms/single')) return reply;
			return { ...reply, json: { ...(reply.json as Json), partIds: ['part-1'] } };
		},
		different: ['bulk-answer', 'sms-parts'],
	},
	'says states in words, times in seconds, and an error code for what arrived': {
		...reporting(({ state, delivered, ...entry }) => ({
			...entry,
			state: ['ACCEPTD', 'ENROUTE', 'DELIVRD', 'UNDELIV'][Number(state)],
			...(typeof delivered === 'string' && {
				delivered: Math.round(Date.parse(delivered) / 1000),
				errorCode: 'E0',
			}),
		})),
		different: ['part-failed', 'part-states'],
	},
	'takes the key on GET in the header only, and has no report by GET': {
		request: (seen) => {
			if (is(seen, 'GET', '/v1/sms/report')) return refusal(405, 'POST only');
			return seen.method === 'GET' ? refusal(401, 'no header X-ApiKey') : seen;
		},
		different: ['key-place', 'report-get'],
	},
	'asks for more fields everywhere': {
		request: (seen) =>
			seen.method === 'POST' && !seen.path.endsWith('/report')
				? refusal(422, 'reference is missing')
				: seen,
		different: [
			...(['bulk-request', 'campaign-create', 'email-request'] as const),
			...(['send-fields', 'validate-request', 'viber-request'] as const),
		],
	},
	'has a list of numbers in parts, and reports of strangers that are empty lists': {
		answer: (reply, seen) => {
			if (seen.path === '/v1/sms/report' && reply.status === 404) return { status: 200, json: [] };
			const cut = ({ phoneNumber }: Json) => ({
				area: String(phoneNumber).slice(0, 3),
				local: String(phoneNumber).slice(3),
			});
			return changed((json) => (json as Json[]).map(cut), '/suppression')(reply, seen);
		},
		different: ['suppression-number'],
	},
	'has no money left, a page for every path, and reports of strangers that are empty envelopes': {
		answer: (reply, { method, path }) => {
			if (path === '/path-that-nobody-has') return { status: 200, json: '<p>Hello</p>' };
			if (path === '/v1/sms/report') return { status: 200, json: { items: [] } };
			const isSend = method === 'POST' && path !== '/contacts/validate';
			return isSend ? refusal(402, 'no money') : reply;
		},
		different: ['http-status'],
	},
	'takes its time: reports begin as empty lists, and messages of campaigns in an envelope of two lists':
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
			different: ['list-answer'],
		},
	'charges by the message, and lets no key with these rights read contacts': {
		request: (() => {
			let amount = 100;
			return (seen: Seen) => {
				if (seen.path === '/contacts') return refusal(403, 'no right');
				if (seen.path === '/v1/sms/single') amount -= 0.05;
				if (seen.path === '/v1/sms/bulk') amount -= 0.1;
				return seen.path === '/v1/Common/balance' && hasTestKey(seen)
					? { status: 200, json: [{ amount, currency: 'EUR' }] }
					: seen;
			};
		})(),
		different: ['one-key', 'part-price'],
	},
	'puts a mark of its encoding in front': {
		answer: (reply) => ({ ...reply, json: `\ufeff${JSON.stringify(reply.json)}` }),
		different: [],
	},
	'lets no key with these rights read the balance': {
		request: (seen) =>
			seen.path.endsWith('/balance') && hasTestKey(seen) ? refusal(403, 'no right') : seen,
		different: ['one-key'],
	},
	'lets no key with these rights read reports': {
		request: (seen) => (seen.path === '/v1/sms/report' ? refusal(403, 'no right') : seen),
		different: ['one-key'],
	},
	'takes the key on POST as a query parameter only': {
		request: (seen) => (seen.method === 'POST' ? refusal(401, 'no X-ApiKey in the address') : seen),
		different: ['key-place'],
	},
	'lists its numbers beside the country that they belong to': {
		answer: changed(
			(json) => (json as Json[]).map((entry) => ({ ...entry, country: 'Lithuania', iso: 'LT' })),
			'/suppression',
		),
		different: [],
	},
};

it.each(Object.entries(others))('A service that %s', async (_, { different, ...other }) => {
	const first = await consultTwice(await openOther(other), sending);
	expect(first.different).toEqual(different);
	const said = first.all.filter(({ status }) => status === 'different');
	expect(said.filter(({ change }) => !change.length)).toEqual([]);
	const personal = [NUMBER, NUMBER.slice(3), '37060099001', 'Adalovelace', 'ada@example', 'Shop'];
	const text = JSON.stringify(first.recording);
	expect(personal.filter((own) => text.includes(own))).toEqual([]);
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
