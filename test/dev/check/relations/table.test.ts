import { baseOf } from '../../../../dev/check/relations/base';
import { relations } from '../../../../dev/check/relations/table';
import { breaches, hello, inShort, people, played, sent } from './madeUp';

const [anna, ben, carla] = people;
const owner = '+37069999999';
const refused = { status: 400, isRefused: true };

type Case = [what: string, name: string, base: object, play: object | undefined, found: string[]];
const hourly = { parameters: { rule: { interval: [{ field: 'hours' }] } } };
const withKey = {
	parameters: { options: { onceKey: { values: { key: '={{ $execution.id }}' } } } },
};
const well = 'all well';
const twice = [...people.map(hello), hello(anna)];
/** An alarm for so many of three entries of reports, of which one each is on its way, has arrived, and has failed. */
const alarms = (count: number) => ({
	trigger: { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' },
	world: { pins: { Start: [1, 2, 3].map((state) => ({ json: { state } })) } },
	messages: [1, 2, 3].slice(0, count).map((one) => sent(owner, `Message ${one}`)),
});

test.each<Case>([
	[
		'somebody whom the workflow has put on the suppression list',
		well,
		{ messages: [{ ...hello(anna), isHeld: true, isOptedOut: true }, hello(ben), hello(carla)] },
		undefined,
		[],
	],
	['everybody gets theirs', well, {}, undefined, []],
	[
		'a row that ends at a node',
		well,
		{ between: { type: 'n8n-nodes-base.removeDuplicates' }, merged: [anna, carla] },
		undefined,
		['change rows at Merge'],
	],
	[
		'a row that a filter leaves out',
		well,
		{ between: { type: 'n8n-nodes-base.filter' }, merged: [anna, carla] },
		undefined,
		['know left out at Merge'],
	],
	[
		'a row that comes out twice',
		well,
		{ merged: [...people, { ...anna, name: 'Other' }] },
		undefined,
		['change rows at Merge'],
	],
	[
		'the same text twice',
		well,
		{ merged: people, messages: twice, round: {} },
		undefined,
		['change rows at Send'],
	],
	[
		'a text without a value',
		well,
		{ messages: [sent(anna.phone, 'Hello undefined'), hello(ben), hello(carla)] },
		undefined,
		['change value at Send'],
	],
	[
		'a text with a gap',
		well,
		{ rows: [{ ...anna, name: '' }, ben, carla], warnings: ['1 text has a gap'] },
		undefined,
		['change gap at Send'],
	],
	[
		'a warning of another kind',
		well,
		{ warnings: ['No country has this number'] },
		undefined,
		['know gap at Send'],
	],
	[
		'a failure',
		well,
		{ round: { status: 'error', last: 'Merge' } },
		undefined,
		['change fails at Merge'],
	],
	['no end', well, { round: { isEndless: true } }, undefined, ['change endless at undefined']],
	[
		'many parts',
		well,
		{ messages: people.map((one) => ({ ...hello(one), parts: 6 })) },
		undefined,
		['know length at Send'],
	],
	[
		'the same again each day',
		well,
		{ again: people.map(hello) },
		undefined,
		['know again at Send'],
	],
	[
		'the same again each hour',
		well,
		{ trigger: hourly, again: people.map(hello) },
		undefined,
		['change again at Send'],
	],
	[
		'the same again although there is a key',
		well,
		{ node: withKey, again: people.map(hello) },
		undefined,
		['change again at Send'],
	],
	[
		'another order number again',
		well,
		{
			messages: [sent(anna.phone, 'Order A-1')],
			rows: [anna],
			again: [sent(anna.phone, 'Order A-2')],
		},
		undefined,
		[],
	],
	[
		'nobody more',
		'one more',
		{ between: { type: 'n8n-nodes-base.removeDuplicates' } },
		{
			between: { type: 'n8n-nodes-base.removeDuplicates' },
			rows: [...people, { ...anna, name: 'Dana', phone: '+37060015000' }],
			merged: people,
		},
		['change rows at Merge'],
	],
	[
		'one more, and no other less',
		'one more',
		{},
		{ rows: [...people, { ...anna, name: 'Dana', phone: '+37060015000' }] },
		[],
	],
	[
		'other words in another order',
		'reversed',
		{},
		{ messages: [sent(anna.phone, 'Hello Ben'), hello(ben), hello(carla)] },
		['change rows at Send'],
	],
	[
		'an owner who reads of others',
		'reversed',
		{ messages: [sent(owner, 'First: Anna')] },
		{ messages: [sent(owner, 'First: Carla')] },
		['know rows at Send'],
	],
	[
		'an owner who reads the same in another order',
		'reversed',
		{ messages: [sent(owner, 'Anna, Ben')] },
		{ messages: [sent(owner, 'Ben, Anna')] },
		[],
	],
	[
		"another's mark",
		'marks',
		{},
		{ messages: [sent(anna.phone, 'Hello ZqabaBen'), hello(ben), hello(carla)] },
		['change rows at Send'],
	],
	[
		'a yes that nothing reads',
		'a yes turned',
		{ between: { type: 'n8n-nodes-base.if', parameters: { left: '={{ $json.consent }}' } } },
		{},
		['change flag at Merge'],
	],
	[
		'a no that keeps a message back',
		'a yes turned',
		{ between: { type: 'n8n-nodes-base.if', parameters: { left: '={{ $json.consent }}' } } },
		{ messages: [hello(ben), hello(carla)] },
		[],
	],
	[
		'a failure that nobody hears of',
		'one is refused',
		{ node: { onError: 'continueRegularOutput' } },
		{
			node: { onError: 'continueRegularOutput' },
			messages: [hello(anna), hello(carla)],
			said: [{ error: 'refused' }],
			requests: [refused],
		},
		['change untold at Send'],
	],
	[
		'somebody behind a refused one who gets nothing, while it goes on',
		'one is refused',
		{ node: { onError: 'continueErrorOutput' } },
		{ node: { onError: 'continueErrorOutput' }, messages: [hello(anna)], requests: [] },
		['change untold at undefined', 'change rows at Merge'],
	],
	[
		'a failure that stops the workflow',
		'one is refused',
		{},
		{ messages: [], requests: [refused], round: { status: 'error' } },
		[],
	],
	[
		'a page that was answered before',
		'one is refused',
		{ between: { type: 'n8n-nodes-base.respondToWebhook' } },
		{
			between: { type: 'n8n-nodes-base.respondToWebhook' },
			messages: [],
			requests: [refused],
			round: { status: 'error' },
		},
		['know said at Merge'],
	],
	[
		'a message for who has opted out',
		'opted out',
		{},
		{ messages: [{ ...hello(anna), isOptedOut: true }] },
		['know opted out at Send'],
	],
	[
		'a promise to who has opted out',
		'opted out',
		{
			node: {
				parameters: {
					resource: 'sms',
					operation: 'send',
					options: { skipMessages: { values: { skipSuppressed: true } } },
				},
			},
		},
		{ messages: [{ ...hello(anna), isOptedOut: true }] },
		['change opted out at Send'],
	],
	[
		'an end without a word, for a pending one',
		'pending for ever',
		{},
		{ messages: [...people.map(hello), hello(carla)] },
		['change twice at Send'],
	],
	[
		'a message on its way that counts as failed',
		'still on its way',
		alarms(2),
		alarms(3),
		['change report at Send'],
	],
	['a word of all that is on its way', 'still on its way', alarms(1), alarms(3), []],
])('%s, in “%s”', (_, name, base, play, found) => {
	expect(inShort(breaches(name, played(base), play && played(play)))).toEqual(found);
});

test('what an execution that fails the next day sends nothing of is told, and an alarm that comes is not', () => {
	const node = {
		parameters: {
			...{ resource: 'sms', operation: 'send', to: owner, text: 'It failed' },
			options: { onceKey: { values: { key: '={{ $json.workflow.id }}' } } },
		},
	};
	const trigger = { type: 'n8n-nodes-base.errorTrigger' };
	const base = { node, trigger, rows: [{ name: 'x' }], messages: [sent(owner, 'It failed')] };
	const next = (said: object) => ({ ...base, saidAgain: [said], again: [] });
	const say = (said: object) => inShort(breaches('the next day', played(base), played(next(said))));
	expect(say({ skipped: 'alreadySent' })).toEqual(['change key at Send']);
	expect(say({ messageId: '1' })).toEqual([]);
});

test('a situation in which nothing can differ is not played', () => {
	const names = (base: object) =>
		relations.filter((relation) => relation.world(baseOf(played(base)))).map(({ name }) => name);
	const one = names({ messages: [sent(owner, 'Hello')], rows: [{ name: 'x' }] });
	expect(one).not.toEqual(expect.arrayContaining(['one more']));
	expect(names({})).toEqual(
		expect.arrayContaining(['one more', 'reversed', 'a row left out', 'marks', 'one is refused']),
	);
	expect(names({})).not.toEqual(expect.arrayContaining(['night', 'answered no', 'the next day']));
});

test('a pinned node whose rows belong to nobody is said to be in the way', () => {
	const base = played({});
	base.world.pins.Merge = [{ json: { street: 'Main' } }];
	const oneMore = relations.find(({ name }) => name === 'one more')!;
	expect(oneMore.world(baseOf(base))).toBeUndefined();
	expect(oneMore.cannot?.(baseOf(base))).toContain('“Merge” gives its pinned data');
});
