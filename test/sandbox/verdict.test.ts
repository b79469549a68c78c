import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { verdictOf } from '../../sandbox/verdict.ts';
import { tries } from '../support/properties.ts';
import { json, openSandbox, sms } from './openSandbox.ts';

const headers = { ...json, 'x-apikey': 'sandbox-key' };

/** What becomes of a request: whether the service carries it out, and what its sender hears. */
const outcomes = {
	fine: undefined,
	refused: { kind: 'status', status: 400 },
	busy: { kind: 'status', status: 429, retryAfter: 2 },
	unavailable: { kind: 'status', status: 503 },
	wrongKey: { kind: 'status', status: 401 },
	dropped: { kind: 'drop' },
	neverAnswered: { kind: 'timeout' },
	page: { kind: 'html' },
	nothing: { kind: 'empty' },
	lost: { kind: 'drop', accepted: true },
	acceptedInSilence: { kind: 'timeout', accepted: true },
	acceptedAndRefused: { kind: 'status', status: 500, accepted: true },
	acceptedAndBroken: { kind: 'invalidJson', accepted: true },
} as const;
type Outcome = keyof typeof outcomes;

const isAccepted = (outcome: Outcome) =>
	outcome === 'fine' || 'accepted' in Object(outcomes[outcome]);
const isRefused = (outcome: Outcome) =>
	['refused', 'busy', 'unavailable', 'wrongKey'].includes(outcome);

const suppressed = '37060000009';
const person = fc.constantFrom('37060000001', '37060000002', '37060000003', suppressed);
const words = fc.constantFrom('Hello', 'Hello ', 'Labas', 'a'.repeat(200));
const sender = fc.constantFrom('Shop', 'Bank');
const outcome = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<Outcome>('fine') },
	{ weight: 3, arbitrary: fc.constantFrom(...(Object.keys(outcomes) as Outcome[])) },
);
const message = fc.record({ to: person, from: sender, text: words });
const step = fc.record({
	outcome,
	channel: fc.constantFrom('sms', 'bulk', 'viber', 'email'),
	messages: fc.array(message, { minLength: 1, maxLength: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const addressOf = (to: string) => `${to.slice(-1)}@example.com`;

/** The request of a step, and what its messages are about. */
function requestOf({ channel, messages }: Step) {
	const [one] = messages;
	if (channel === 'bulk') return { url: '/v1/sms/bulk', payload: messages, sent: messages };
	if (channel === 'email') {
		const addresses = messages.map(({ to }) => addressOf(to));
		const to = addresses.map((address) => `"A, B" <${address.toUpperCase()}>`).join(', ');
		const people = [...new Set(addresses)];
		const payload = { ...one, to, from: 'a@b.co', subject: one.from };
		return { url: '/email', payload, sent: people.map((to) => ({ ...one, to })) };
	}
	const url = channel === 'viber' ? '/viber' : '/v1/sms/single';
	return { url, payload: one, sent: [one] };
}

const messageTo = (to: string, channel: 'sms' | 'email' = 'sms') => ({
	...{ messageId: to, channel, to, from: 'Shop', fields: {} },
	...{ parts: ['Hello'], partIds: [to], sentAt: 0 },
});

describe('The verdict', () => {
	it('tells of any sends and faults who got what, how often, and what nobody could know', async () => {
		const { app } = await openSandbox();
		const post = (url: string, payload: object) => {
			const answered = app.inject({ method: 'POST', url, payload, headers }).catch(() => undefined);
			// Some are never answered; whatever is to happen happens without waiting for anything.
			const turns = (async () => {
				for (let turn = 0; turn < 30; turn += 1) await nextTurn();
			})();
			return Promise.race([answered, turns]);
		};
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
				await post('/_sandbox/reset', {});
				await post('/suppression', { phoneNumber: suppressed });
				await post('/v1/sms/single', sms({ text: 'Before' }));
				await post('/_sandbox/counting', {});
				const sent: string[] = [];
				let messages = 0;
				let heldBack = 0;
				for (const one of steps) {
					const fault = outcomes[one.outcome];
					const request = requestOf(one);
					if (fault) await post('/_sandbox/faults', fault);
					await post(request.url, request.payload);
					if (!isAccepted(one.outcome)) continue;
					const out = request.sent.filter(({ to }) => to !== suppressed);
					heldBack += request.sent.length - out.length;
					messages += one.channel === 'email' ? 1 : out.length;
					const channel = one.channel === 'bulk' ? 'sms' : one.channel;
					const from = channel === 'email' ? `a@b.co${one.messages[0].from}` : '';
					sent.push(
						...out.map(({ to, text, ...rest }) =>
							JSON.stringify([channel, to, from || rest.from, text]),
						),
					);
				}
				const verdict = (await app.inject('/_sandbox/verdict')).json();
				const of = (holds: (outcome: Outcome) => boolean) =>
					steps.filter((one) => holds(one.outcome)).length;
				expect(verdict).toMatchObject({ messages, heldBack });
				expect(verdict.people).toBe(new Set(sent.map((key) => JSON.parse(key)[1])).size);
				expect(verdict.refused).toHaveLength(of(isRefused));
				expect(verdict.notKnown).toHaveLength(of((one) => isAccepted(one) && one !== 'fine'));
				expect(verdict.unanswered).toHaveLength(of((one) => !isAccepted(one) && !isRefused(one)));
				const twice = [...Map.groupBy(sent, (key) => key)]
					.map(([key, same]) => [key, same.length] as const)
					.filter(([, times]) => times > 1);
				const told = verdict.twice.map(
					({ channel, to, from, subject = '', text, times }: Record<string, string>) => [
						JSON.stringify([channel, to, `${from}${subject}`, text]),
						times,
					],
				);
				expect(told.sort()).toEqual(twice.sort());
				expect(verdict.sentence.includes('got the same text more than once')).toBe(
					twice.length > 0,
				);
				expect(verdict.sentence).toMatch(/^(No message|\d+ messages?) went out.*\.$/);
			}),
			tries(100),
		);
	});

	it('knows who gets an email, and reads no field that is not a text', () => {
		const to = '"Doe, J. \\"x, y@z\\"" <A@b.co>, a@b.co, "c@d.co" <e@f.co>,';
		const mail = { ...messageTo(to, 'email'), fields: { subject: [[['deep']]] } };
		const { people, twice } = verdictOf([mail, messageTo('E@F.co', 'email')], []);
		expect(people).toBe(2);
		expect(twice).toMatchObject([{ to: 'e@f.co', times: 2 }]);
	});

	it.each([
		[[], [], 'No message went out.'],
		[['1'], [], '1 message went out to 1 person.'],
		[['1', '2'], [], '2 messages went out to 2 people; nobody got the same text twice.'],
		[
			['1', '1', '2'],
			[{ status: null, accepted: ['1'] }],
			'3 messages went out to 2 people; 1 person got the same text more than once: 1; ' +
				"1 request was accepted, but the sender couldn't tell.",
		],
		[
			['1', '1', '2', '2', '3', '3', '4', '4', '4'],
			[],
			'9 messages went out to 4 people; 4 people got the same text more than once: 1, 2, 3, and 1 more.',
		],
		[
			['1'],
			[{ status: 400 }, { status: 200, isRefused: true }, { status: null }, { status: 404 }],
			'1 message went out to 1 person; 3 requests were refused (400: bad request, 404: not found); 1 request got no answer and sent nothing.',
		],
		[
			[],
			[{ status: 402 }, { status: 402 }, { status: 429 }],
			'No message went out; 3 requests were refused (402: the balance was too low, 429: too many requests).',
		],
		[
			['1'],
			[{ status: 303, accepted: ['1'] }, { status: 200, accepted: ['2'] }, { status: 200 }],
			"1 message went out to 1 person; 1 request was accepted, but the sender couldn't tell.",
		],
	])('of messages to %j and requests %j says: %s', (people, requests, sentence) => {
		const messages = people.map((to) => messageTo(to));
		const request = {
			time: '',
			method: 'POST',
			path: '/',
			query: {},
			headers: {},
			body: undefined,
		};
		const logged = requests.map((one, place) => ({ ...request, number: place + 1, ...one }));
		expect(verdictOf(messages, logged).sentence).toBe(sentence);
	});
});
