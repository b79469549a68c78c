import { baseOf } from '../../../../dev/check/relations/base';
import { relations } from '../../../../dev/check/relations/table';
import type { Play, Sent } from '../../../../dev/check/play/round';
import {
	at,
	breaches,
	type Given,
	hello,
	inShort,
	people,
	type Person,
	played,
	sent,
} from './madeUp';

// cspell:ignore zqaaaba

const [anna, ben, carla] = people;
const all = people.map(hello);
const others = all.slice(1);
const owner = '+37069999999';
const schedule = (field: string) => ({ parameters: { rule: { interval: [{ field }] } } });
const withOptions = (options: object) => ({
	parameters: { resource: 'sms', operation: 'send', options },
});
const withKey = withOptions({ onceKey: { values: { key: '={{ $execution.id }}' } } });

test.each<[what: string, given: Given, ...found: string[]]>([
	['everybody gets theirs', {}],
	[
		'somebody whom the workflow has put on the suppression list gets nothing',
		{ messages: [{ ...hello(anna), isHeld: true, isOptedOut: true }, ...others] },
	],
	[
		'a row ends at a node',
		{ ...at('removeDuplicates'), merged: [anna, carla] },
		'change rows at Merge',
	],
	[
		'a filter leaves out a row',
		{ ...at('filter'), merged: [anna, carla] },
		'know left out at Merge',
	],
	[
		'a row comes out twice',
		{ merged: [...people, { ...anna, name: 'Other' }] },
		'change rows at Merge',
	],
	['the same text comes twice', { messages: [...all, hello(anna)] }, 'change rows at Send'],
	[
		'a text lacks a value',
		{ messages: [sent(anna.phone, 'Hello undefined'), ...others] },
		'change value at Send',
	],
	[
		'a text has a gap',
		{ rows: [{ ...anna, name: '' }, ben, carla], warnings: ['1 text has a gap'] },
		'change gap at Send',
	],
	[
		'all goes to one number, although each row has its own',
		{
			rows: people.map((one) => ({ ...one, office: owner })),
			messages: people.map(({ id }) => sent(owner, `Ready: ${id}`)),
		},
		'know number at Send',
	],
	['a node warns of something else', { warnings: ['No country has this'] }, 'know gap at Send'],
	['a node fails', { round: { status: 'error', last: 'Merge' } }, 'change fails at Merge'],
	['it has no end', { round: { isEndless: true } }, 'change endless at undefined'],
	[
		'a text has many parts',
		{ messages: all.map((one) => ({ ...one, parts: 6 })) },
		'know length at Send',
	],
	['the same comes again each day', { again: all }, 'know again at Send'],
	[
		'the same comes again each hour',
		{ trigger: schedule('hours'), again: all },
		'change again at Send',
	],
	['it comes again although there is a key', { node: withKey, again: all }, 'change again at Send'],
	[
		'another order comes the second time',
		{
			messages: [sent(anna.phone, 'Order A-1')],
			rows: [anna],
			again: [sent(anna.phone, 'Order A-2')],
		},
	],
])('on the day when all is well, %s: it is told as it should be', (_, given, ...found) => {
	expect(inShort(breaches('all well', played(given)))).toEqual(found);
});

/** An alarm for so many of three entries of reports, of which one each is on its way, has arrived, and has failed. */
const alarms = (count: number): Given => ({
	trigger: { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' },
	world: { pins: { Start: [1, 2, 3].map((state) => ({ json: { state } })) } },
	messages: [1, 2, 3].slice(0, count).map((one) => sent(owner, `Message ${one}`)),
});
const withMore = { rows: [...people, { ...anna, name: 'Dana', phone: '+37060015000' }] };
const asked = at('if', { left: '={{ $json.consent }}' });
const isRefused = { requests: [{ status: 400, isRefused: true }] };
const stopped = { ...isRefused, messages: [], round: { status: 'error' } };
const goesOn = { node: { onError: 'continueRegularOutput' } };
const wired = { node: { onError: 'continueErrorOutput' } };
const toOptedOut = { messages: [{ ...hello(anna), isOptedOut: true }] };
const toOwner = (text: string) => ({ messages: [sent(owner, text)] });

/** What differs from the day when all is well, beside what is the same on both. */
test.each<[name: string, what: string, usual: Given, other: Given, ...found: string[]]>([
	[
		'one more',
		'nobody gets more',
		at('removeDuplicates'),
		{ ...withMore, merged: people },
		'change rows at Merge',
	],
	['one more', 'one gets something more, and no other less', {}, withMore],
	[
		'reversed',
		'somebody gets other words',
		{},
		{ messages: [sent(anna.phone, 'Hello Ben'), ...others] },
		'change rows at Send',
	],
	[
		'reversed',
		'an owner reads of others',
		toOwner('First: Anna'),
		toOwner('First: Carla'),
		'know rows at Send',
	],
	['reversed', 'an owner reads the same', toOwner('Anna, Ben'), toOwner('Ben, Anna')],
	[
		'marks',
		"somebody gets another's mark",
		{},
		{ messages: [sent(anna.phone, 'Hello ZqaaabaBen'), ...others] },
		'change rows at Send',
	],
	['a yes turned', 'nothing reads it', asked, {}, 'change flag at Merge'],
	['a yes turned', 'a no keeps a message back', asked, { messages: others }],
	[
		'one is refused',
		'nobody hears of it',
		goesOn,
		{ ...isRefused, messages: [hello(anna), hello(carla)], said: [{ error: 'refused' }] },
		'change untold at Send',
	],
	[
		'one is refused',
		'it goes on, and somebody behind gets nothing',
		wired,
		{ messages: [hello(anna)], requests: [] },
		'change untold at undefined',
		'change rows at Send',
	],
	['one is refused', 'that stops the workflow', {}, stopped],
	[
		'one is refused',
		'a page was answered before',
		at('respondToWebhook'),
		stopped,
		'know said at Merge',
	],
	['opted out', 'a message goes to them', {}, toOptedOut, 'know opted out at Send'],
	[
		'opted out',
		'a message goes to them against a promise',
		{ node: withOptions({ skipMessages: { values: { skipSuppressed: true } } }) },
		toOptedOut,
		'change opted out at Send',
	],
	[
		'pending for ever',
		'it comes twice',
		{},
		{ messages: [...all, hello(carla)] },
		'change twice at Send',
	],
	[
		'still on its way',
		'it counts as failed',
		alarms(2),
		{ messages: alarms(3).messages },
		'change report at Send',
	],
	[
		'still on its way',
		'of all that is, somebody hears',
		alarms(1),
		{ messages: alarms(3).messages },
	],
])('%s, and %s: it is told as it should be', (name, _, usual, other, ...found) => {
	const play = played({ ...usual, ...other });
	expect(inShort(breaches(name, played(usual), play))).toEqual(found);
});

test('what is planned for an hour at night is told, and what depends on when it runs is not', () => {
	const plan = (scheduledAt: string) => {
		const requests = [{ path: '/campaigns', body: { recipients: [anna.phone], scheduledAt } }];
		const play = played({ requests, messages: [hello(anna)] });
		play.workflow.settings = { timezone: 'America/Los_Angeles' };
		return play;
	};
	const say = (usual: string, then = usual) => inShort(breaches('night', plan(usual), plan(then)));
	expect(say('2027-01-15T09:00:00Z')).toEqual(['know night at undefined']);
	expect(say('2027-01-15T17:00:00Z')).toEqual([]);
	expect(say('2027-01-15T08:12:00Z', '2027-01-15T12:31:00Z')).toEqual([]);
});

test('what an execution that fails the next day sends nothing of is told, and an alarm that comes is not', () => {
	const { parameters } = withOptions({ onceKey: { values: { key: '={{ $json.workflow.id }}' } } });
	const base = {
		node: { parameters: { ...parameters, to: owner, text: 'It failed' } },
		trigger: { type: 'n8n-nodes-base.errorTrigger' },
		rows: [{ name: 'x' }],
		...toOwner('It failed'),
	};
	const say = (said: object) => {
		const next = played({ ...base, saidAgain: [said], again: [] });
		return inShort(breaches('the next day', played(base), next));
	};
	expect(say({ skipped: 'alreadySent' })).toEqual(['change key at Send']);
	expect(say({ messageId: '1' })).toEqual([]);
});

const worldOf = (name: string, base: Play) =>
	relations.find((relation) => relation.name === name)!.world(baseOf(base));
const keyed = (key: string) => withOptions({ onceKey: { values: { key } } }).parameters;

test('who gets it again because a row stands in front is told, with the one who gets nothing', () => {
	const base = {
		node: { parameters: keyed('={{ $itemIndex }}') },
		trigger: schedule('hours'),
		again: [] as Sent[],
	};
	const world = worldOf('a row in front', played(base))!;
	const [dana, ...rest] = world.later!.Rows.map(({ json }) => json as Person);
	expect(rest).toEqual(people);
	const say = (again: Sent[]) =>
		breaches('a row in front', played(base), played({ ...base, world, again }));
	expect(say([hello(dana)])).toEqual([]);
	const [found] = say([hello(carla)]);
	expect(inShort([found])).toEqual(['change key at Send']);
	expect(found.happened).toContain('Carla gets the same message again, and Dana gets nothing.');
});

test.each([
	['alarm', ['change key at Send']],
	['={{ $now.toISODate() }}', undefined],
])(
	'an alarm to one who is in no list, with the key %s, is played the next day if it must be',
	(key, found) => {
		const base = {
			node: { parameters: { ...keyed(key), to: owner, text: 'It failed' } },
			rows: [{ name: 'x' }],
			...toOwner('It failed'),
		};
		const next = played({ ...base, saidAgain: [{ skipped: 'alreadySent' }], again: [] });
		const isPlayed = worldOf('the next day', played(base));
		expect(isPlayed && inShort(breaches('the next day', played(base), next))).toEqual(found);
	},
);

test.each([
	['=thanks {{ $now.toISODate() }}', ['change key at Send']],
	['={{ $json.id }}', undefined],
])(
	'with the key %s, somebody else who comes is played if it may keep theirs back',
	(key, found) => {
		const given = {
			node: { parameters: { ...keyed(key), to: '={{ $json.phone }}' } },
			trigger: { type: 'n8n-nodes-base.webhook' },
			rows: [{ name: 'x' }],
			messages: [hello(anna)],
		};
		const base = played(given);
		base.world.pins.Start = [{ json: anna }];
		const world = worldOf('somebody else', base);
		expect(world?.later?.Start).not.toEqual(base.world.pins.Start);
		const next = played({ ...given, saidAgain: [{ skipped: 'alreadySent' }], again: [] });
		expect(world && inShort(breaches('somebody else', base, next))).toEqual(found);
	},
);

test('a situation in which nothing can differ is not played', () => {
	const names = (base: Given) =>
		relations.filter((relation) => relation.world(baseOf(played(base)))).map(({ name }) => name);
	expect(names({ ...toOwner('Hello'), rows: [{ name: 'x' }] })).not.toContain('one more');
	expect(names({})).toEqual(
		expect.arrayContaining(['one more', 'reversed', 'a row left out', 'marks', 'one is refused']),
	);
	for (const name of ['night', 'answered no', 'the next day'])
		expect(names({})).not.toContain(name);
});

test('a pinned node whose rows belong to nobody is said to be in the way', () => {
	const base = played({});
	base.world.pins.Merge = [{ json: { street: 'Main' } }];
	const oneMore = relations.find(({ name }) => name === 'one more')!;
	expect(oneMore.world(baseOf(base))).toBeUndefined();
	expect(oneMore.cannot?.(baseOf(base))).toContain('“Merge” gives its pinned data');
});

describe('who is asked', () => {
	const question = sent(anna.phone, 'Send “News” to all? https://n8n/webhook-waiting/1');
	const asks = { operation: 'sendAndWait', options: { limitWaitTime: { values: {} } } };
	const answered = (...messages: Given['messages'] & object) =>
		played({
			node: { parameters: { resource: 'sms', ...asks } },
			messages: [question, ...messages.map((one) => ({ ...one, isWanted: true }))],
		});
	const canceled = sent(anna.phone, 'Canceled, as you told us');

	test('reads after a no what was asked to be sent: it is told, and nothing of an answer to a no', () => {
		const say = (text: string) =>
			inShort(breaches('answered no', answered(), answered(sent(ben.phone, text))));
		expect(say('News')).toEqual(['change answer at Send']);
		expect(say('Anna does not come')).toEqual([]);
	});

	test('and says nothing, reads the same as after a no: it is told', () => {
		const say = (none: Play, yes = answered()) =>
			inShort(breaches('nobody answers', yes, none, () => answered(canceled)));
		expect(say(played({ messages: [canceled] }))).toEqual(['know silence at Send']);
		expect(say(played({ messages: [sent(anna.phone, 'Please call us')] }))).toEqual([]);
		expect(say(played({ messages: [{ ...canceled, to: ben.phone.slice(1) }] }))).toEqual([]);
	});
});
