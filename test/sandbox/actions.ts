import fc from 'fast-check';

/** What is done to a sandbox: the path of a POST, and its body. */
type Action = [path: string, body: object];
const doing = (path: string, ...bodies: Array<fc.Arbitrary<object>>): fc.Arbitrary<Action> =>
	fc.tuple(fc.constant(path), fc.oneof(...bodies));
const setting = (path: string, ...bodies: object[]) =>
	doing(`/_sandbox/${path}`, fc.constantFrom(...bodies));

/** The first two get everything; the third fails in its last part, and the fourth is refused. */
const number = fc.constantFrom('37060000001', '37060000002', '37060000005', '37060000429');
const text = fc.constantFrom('Hello', 'Ačiū', 'a'.repeat(200));
const message = fc.record({ to: number, text, from: text });
const email = { to: fc.emailAddress(), from: fc.constant('a@b.co'), subject: text, html: text };
const contact = fc.record({ phoneNumber: number, firstName: text });
const recipients = fc.array(number, { minLength: 1, maxLength: 4 });

const ofWorkflows = fc.oneof(
	doing('/v1/sms/single', message),
	doing('/v1/sms/bulk', fc.array(message, { minLength: 1, maxLength: 3 })),
	doing('/viber', message),
	doing('/email', fc.record(email)),
	doing('/campaigns', fc.record({ name: text, from: text, text, recipients })),
	doing('/contacts/import', fc.array(contact, { minLength: 1 })),
	doing('/suppression', fc.record({ phoneNumber: number, reason: text })),
);
const ofPeople = fc.oneof(
	setting('clock', { advanceMs: 150 }, { advanceMs: 1_000 }, { advanceMs: 60_000 }),
	setting('balance', { EUR: 0 }, { EUR: 0.05 }, { EUR: 7, USD: 3.5 }),
	setting('latency', { ms: 0 }, { ms: 1 }),
	setting('rate-limit', { requestsPerSecond: 1e6 }),
	setting('dialect', {}, { lists: 'paged' }, { ids: 'number' }),
	setting(
		'faults',
		{ kind: 'status', status: 400 },
		{ kind: 'status', status: 503, count: null, path: '/nowhere', retryAfter: 5 },
		{ kind: 'drop', accepted: true, after: 2, method: 'delete' },
	),
	setting('situation', { name: 'all well' }, { name: 'out of money' }, { name: 'one bad number' }),
	setting('counting', {}),
	setting('reset', {}),
);

/** What workflows, test files, and people at the page may do to a sandbox. They all write to the same people. */
export const action = fc.oneof(
	{ weight: 3, arbitrary: ofWorkflows },
	{ weight: 1, arbitrary: ofPeople },
);
