import { baseOf } from '../../../../dev/check/relations/base';
import type { Sent } from '../../../../dev/check/play/round';
import { HOUR_MS } from '../../../../dev/check/worlds/world';
import { breaches, type Given, hello, inShort, people, played, relationOf, sent } from './madeUp';

/** What relations find that no other test names, and what keeps them from finding more. */
const [anna, ben, carla] = people;
const all = people.map(hello);
const owner = '+37069999999';
const well = (given: Given) => inShort(breaches('all well', played(given)));
const ours = (operation: string, more = {}) => ({
	parameters: { resource: 'sms', operation, ...more },
});
const withOptions = (options: object) => ours('send', { options });
const keyed = withOptions({ onceKey: { values: { key: '={{ $json.id }}' } } });
const every = (field: string) => ({ parameters: { rule: { interval: [{ field }] } } });
const worldOf = (name: string, given: Given) => relationOf(name).world(baseOf(played(given)));

/** A play of what somebody sends in. */
function posted(type: string, json: object, given: Given) {
	const play = played({ rows: [{ name: 'x' }], ...given });
	Object.assign(play.trigger, { type, parameters: { ...play.trigger.parameters } });
	play.world.pins.Start = [{ json: json as Record<string, unknown> }];
	return play;
}

test('a gap where a form is half filled is worth knowing', () => {
	const values = [{ fieldLabel: 'Name' }, { fieldLabel: 'phone', requiredField: true }];
	const form = (warnings: string[]) => {
		const play = posted(
			'n8n-nodes-base.formTrigger',
			{ Name: 'Anna', phone: anna.phone },
			{ messages: [all[0]], warnings },
		);
		play.trigger.parameters.formFields = { values };
		return play;
	};
	const world = relationOf('half filled').world(baseOf(form([])));
	expect(world?.pins.Start[0].json).toEqual({ Name: '', phone: anna.phone });
	expect(inShort(breaches('half filled', form([]), form(['A gap'])))).toEqual(['know gap at Send']);
	expect(breaches('half filled', form([]))).toEqual([]);
});

test('a report that says the same of what arrived and what failed is worth knowing', () => {
	const trigger = { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' };
	const pins = { Start: [{ json: { to: anna.phone, delivery: 'delivered', parts: 1 } }] };
	const said = (text: string) =>
		played({ trigger, world: { pins }, messages: [sent(owner, text)] });
	expect(inShort(breaches('the report turned', said('Sorry')))).toEqual(['know report at Send']);
	expect(breaches('the report turned', said('It arrived'), said('It failed'))).toEqual([]);
	const world = relationOf('the report turned').world(baseOf(said('Sorry')));
	expect(world?.pins.Start[0].json).toMatchObject({ delivery: 'failed', failed: 1, delivered: 0 });
});

test('a message that is no duplicate and is skipped as one is worth knowing', () => {
	const skips = withOptions({ skipMessages: { values: { skipDuplicates: true } } });
	const say = (...more: Sent[]) =>
		inShort(
			breaches(
				'no duplicate skipped',
				played({ node: skips, messages: all }),
				played({ messages: [...all, ...more] }),
			),
		);
	expect(say(sent(anna.phone, 'Another'))).toEqual(['know skipped at Send']);
	expect(say(hello(anna))).toEqual([]);
	expect(worldOf('no duplicate skipped', { node: skips })).toBeDefined();
	expect(worldOf('no duplicate skipped', {})).toBeUndefined();
});

test('what comes again an hour later although it has a key is told', () => {
	const of = (key?: string) => {
		const options = { onceKey: { values: { key } } };
		const node = key ? { parameters: { ...keyed.parameters, options } } : keyed;
		return { node, trigger: every('hours'), again: [] as Sent[] };
	};
	const given = of();
	const say = (again: Sent[], one = given) =>
		inShort(breaches('an hour later', played(one), played({ ...one, again })));
	expect(say(all)).toEqual(['change again at Send']);
	expect(say([])).toEqual([]);
	// Each once in a while, whatever it's about.
	const often = of("={{ $json.phone }} {{ $now.toFormat('HH') }}");
	expect(say(all, often)).toEqual(['know often at Send']);
	// So where it says the hour of a place, but not of a time to come, or of each minute.
	const hourly = of("={{ $json.id }} {{ $now.toFormat('yyyy-MM-dd HH') }}");
	expect(say(all, hourly)).toEqual(['know often at Send']);
	const minutely = of("={{ $json.id }} {{ $now.toFormat('HH:mm') }}");
	expect(say(all, minutely)).toEqual(['change again at Send']);
	const rows = people.map((one) => ({ ...one, due: '2999-12-01T14:10' })) as typeof people;
	const of2 = { ...hourly, rows };
	const told = breaches('an hour later', played(of2), played({ ...of2, again: rows.map(hello) }));
	expect(inShort(told)).toEqual(['change again at Send']);
	jest.useFakeTimers({ now: new Date('2026-12-01T10:00') });
	expect(worldOf('an hour later', given)?.laterMs).toBe(HOUR_MS);
	expect(worldOf('an hour later', { ...given, trigger: every('days') })).toBeUndefined();
	jest.setSystemTime(new Date('2026-12-01T23:30'));
	expect(worldOf('an hour later', given)).toBeUndefined();
	jest.useRealTimers();
});

describe('an answer is lost', () => {
	const base = played({ node: { onError: 'continueRegularOutput' } });
	const lost = {
		number: 1,
		status: null,
		accepted: ['1'] as unknown as string[],
		body: { to: anna.phone, text: 'Hello Anna' },
	};
	const say = (given: Given) =>
		inShort(
			breaches(
				'an answer is lost',
				base,
				played({ node: { onError: 'continueRegularOutput' }, ...given }),
			),
		);

	test('and somebody gets it twice, or nobody hears of it: it is told', () => {
		expect(say({ messages: [...all, hello(anna)], requests: [] })).toEqual([
			'change twice at Send',
		]);
		expect(say({ requests: [lost as object] })).toEqual(['change untold at undefined']);
	});

	test('and it is sent again, or in another channel: it is not', () => {
		expect(
			say({ requests: [lost as object, { ...lost, number: 2, status: 200 } as object] }),
		).toEqual([]);
		expect(say({ requests: [{ ...lost, path: '/viber' } as object] })).toEqual([]);
	});
});

test('what comes again after n8n is restarted is worth knowing', () => {
	const play = (again: Sent[]) =>
		played({ again, trigger: every('hours'), world: { isRestarted: true } });
	expect(inShort(breaches('n8n is restarted', play([]), play(all)))).toEqual([
		'know again at Send',
	]);
	expect(breaches('n8n is restarted', play([]))).toEqual([]);
	expect(worldOf('n8n is restarted', {})?.isRestarted).toBe(true);
	expect(worldOf('n8n is restarted', { again: all })).toBeUndefined();
});

describe('from another number', () => {
	const given: Given = { messages: [all[0]], again: [hello(ben)] };
	const form = (more: Given = {}) =>
		posted('n8n-nodes-base.formTrigger', anna, { ...given, ...more });

	test('anybody can have messages sent, unless a limit says how many', () => {
		const limits = { limits: { values: { maxMessagesPerDay: 9 } } };
		expect(inShort(breaches('strangers', form()))).toEqual(['know strangers at Start']);
		expect(breaches('strangers', form({ node: withOptions(limits) }))).toEqual([]);
		expect(breaches('strangers', form({ again: [all[0]] }))).toEqual([]);
		const world = relationOf('strangers').world(baseOf(form()));
		expect(world?.later?.Start[0].json.phone).toBe('+37061237351');
	});

	test('what is done with the same number as before is told', () => {
		const done = (phoneNumber: string) =>
			form({
				node: ours('add', { resource: 'suppression', phoneNumber: owner }),
				requests: [{ path: '/suppression', body: { phoneNumber } }],
				messages: [],
				again: undefined,
			});
		expect(inShort(breaches('another person', done(owner)))).toEqual(['change person at Send']);
		expect(breaches('another person', done(owner), done(ben.phone))).toEqual([]);
	});
});

test('a row in front is played where the schedule comes often, and nothing comes again anyway', () => {
	const given = { node: keyed, trigger: every('hours'), again: [] as Sent[] };
	expect(worldOf('a row in front', given)).toBeDefined();
	expect(worldOf('a row in front', { ...given, trigger: every('days') })).toBeUndefined();
	expect(worldOf('a row in front', { ...given, again: all })).toBeUndefined();
});

test('who has two numbers may get a message at each', () => {
	const rows = people.map((one, row) => ({ ...one, work: `+3706770000${row}` }));
	const both = rows.flatMap((one) => [sent(one.phone, 'Ready'), sent(one.work, 'Ready')]);
	expect(well({ rows, messages: both })).toEqual([]);
	expect(well({ rows, messages: [...both, sent(anna.phone, 'Now')] })).toEqual([
		'change rows at Send',
	]);
});

test('what one look says for sure is told once', () => {
	const said = [{ to: anna.phone }, { to: ben.phone, error: 'No' }];
	const warned = {
		warnings: ['1 number has no country'],
		node: { onError: 'continueRegularOutput' },
	};
	expect(well({ ...warned, said, messages: [all[0], hello(carla)] })).toEqual([
		'change rows at Send',
	]);
	expect(well({ round: { status: 'error', last: 'Send', isEndless: true } })).toEqual([
		'change endless at undefined',
	]);
});

describe('a number that is put on a list', () => {
	const add = ours('add', { resource: 'suppression' });
	const trigger = { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' };
	const pins = {
		Start: [{ json: { to: anna.phone, state: 2 } }, { json: { to: ben.phone, state: 1 } }],
	};
	const listed = (...phones: string[]): Given => ({
		...{ node: add, trigger, world: { pins }, messages: [] },
		requests: phones.map((phoneNumber) => ({ path: '/suppression', body: { phoneNumber } })),
	});

	test('although its message is on its way is told, unless all are put there', () => {
		const say = (usual: string[], then: string[]) =>
			inShort(breaches('still on its way', played(listed(...usual)), played(listed(...then))));
		expect(say([ben.phone], [anna.phone, ben.phone])).toEqual(['change report at Send']);
		expect(say([carla.phone], [])).toEqual([]);
		expect(say([anna.phone, ben.phone], [anna.phone, ben.phone])).toEqual([]);
	});

	test('all the same, is worth knowing when the message that says so is lost', () => {
		const refused = { path: '/v1/sms/single', status: 400, body: { to: anna.phone } };
		const done = { path: '/suppression', body: { phoneNumber: anna.phone } };
		const say = (...requests: object[]) =>
			inShort(
				breaches(
					'one is refused',
					played({ messages: [all[0]], requests: [done] }),
					played({ node: { onError: 'continueRegularOutput' }, messages: [], requests }),
				),
			);
		expect(say(refused, done)).toContain('know untold at undefined');
		const another = { path: '/suppression', body: { phoneNumber: ben.phone } };
		expect(say(refused, another)).toContain('change untold at undefined');
		expect(say(refused)).toContain('change untold at undefined');
	});
});

test('Skip Suppressed that has no effect keeps nothing back', () => {
	const ignored = { skipMessages: { values: { skipSuppressed: true } } };
	const reached = { ...all[0], isOptedOut: true };
	const say = (specifyBody: string) => {
		const node = { ...ours('sendBulk', { specifyBody }), ignored };
		return breaches('opted out', played({ node }), played({ node, messages: [reached] }));
	};
	expect(say('json')[0].happened).toContain('has no effect with Using JSON');
	expect(inShort(say('json'))).toEqual(['change opted out at Send']);
	expect(inShort(say('fields'))).toEqual(['know opted out at Send']);
});

test('where nobody answers and nobody hears of it, the node that asked is named', () => {
	const asks = ours('sendAndWait', { options: { limitWaitTime: { values: {} } } });
	const question = sent(anna.phone, 'Shall it? https://n8n/webhook-waiting/1');
	const yes = played({ node: asks, messages: [question, { ...hello(ben), isWanted: true }] });
	const none = played({ node: { ...asks, disabled: true }, messages: [] });
	expect(inShort(breaches('nobody answers', yes, none))).toEqual(['know untold at Send']);
	expect(breaches('nobody answers', yes, played({ messages: [sent(owner, 'No answer')] }))).toEqual(
		[],
	);
});
