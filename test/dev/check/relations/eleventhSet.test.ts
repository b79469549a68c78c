import { baseOf } from '../../../../dev/check/relations/base';
import { spelledAsAsked, withoutWordInWord } from '../../../../dev/check/worlds/askedFor';
import { amountOf, withNumbers } from '../../../../dev/check/worlds/spelled';
import type { Workflow } from '../../../../dev/n8n/types';
import {
	at,
	breaches,
	type Given,
	hello,
	inShort,
	type Person,
	people,
	played,
	relationOf,
	sent,
} from './madeUp';

/** What the eleventh set and the twelfth have taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben, carla] = people;
const pinsOf = (...cells: unknown[]) => ({ Rows: cells.map((said) => ({ json: { said } })) });
const asking = (leftValue: string, type = 'if') =>
	({
		nodes: [{ name: 'Asks', type: `n8n-nodes-base.${type}`, parameters: { leftValue } }],
	}) as unknown as Workflow;

describe.each([
	[
		'as it asks',
		spelledAsAsked,
		['STOP', 'Stop', ' stop ', 'Stopping', 'No'],
		['STOP', 'STOP', 'STOP', 'Stopping', 'No'],
	],
	[
		'as no other word’s end',
		withoutWordInWord,
		['STOP', 'nonstop', 'Stopping', 'NON STOP', 'nonstopping'],
		['STOP', 'non', 'Stopping', 'NON STOP', 'nonstopping'],
	],
])('what a workflow asks for is spelled %s', (_, spelled, cells, others) => {
	test.each(['STOP', "={{ $json.said === 'STOP' }}", '={{ $json.said.includes("STOP") }}'])(
		'however it asks: %s',
		(asked) => {
			const found = spelled(asking(asked), pinsOf(...cells));
			expect(found?.pins.Rows.map(({ json }) => json.said)).toEqual(others);
		},
	);

	test.each([
		['nobody asks for it', asking('={{ $json.said }}'), cells],
		['each is asked for', asking(cells.map((cell) => `'${cell}'`).join()), cells],
		[
			'rows belong together by it',
			{ nodes: [...asking("'STOP'").nodes, ...asking('said', 'merge').nodes] } as Workflow,
			cells,
		],
		['it stands in no row as it is asked for', asking('STOP'), cells.slice(1)],
		['a note names it', asking('STOP', 'stickyNote'), cells],
	])('or stays if %s', (__, workflow, given) => {
		expect(spelled(workflow, pinsOf(...given))).toBeUndefined();
	});
});

test.each([
	['spelled as asked', 'STOP', 'Stop', "doesn't see that “Stop” and “STOP” are the same"],
	['a word in a word', 'active', 'inactive', 'takes “inactive” for “active”'],
])('who gets something else with words %s is told', (name, asked, word, why) => {
	const rows = [anna, { ...ben, said: word }, { ...carla, said: asked }];
	const play = (merged: Person[]) =>
		played({ ...at('filter', { rightValue: asked }), rows, merged });
	const base = play(people);
	expect(relationOf(name).world(baseOf(base))).toBeDefined();
	expect(breaches(name, base)).toEqual([]);
	const [{ happened, wrong, isAstray }] = breaches(name, base, play([anna, carla]));
	expect(happened).toBe(`“Merge” ${why}, and doesn't leave out Ben.`);
	expect([wrong, isAstray]).toEqual([[hello(ben)], true]);
});

describe('amounts that are text', () => {
	test.each<[text: string, amount?: number]>([
		['24,50', 24.5],
		['35.00', 35],
		['165,00 €', 165],
		['€12', 12],
		['1.250,00', 1_250],
		["1'250.50 CHF", 1_250.5],
		['12 500,5 kr', 12_500.5],
		['7', 7],
		...[
			'1.250',
			'1,5,2',
			'A-12',
			'12B',
			'3x',
			'007',
			'12:30',
			'2026-01-02',
			'',
			`1${' '.repeat(99)}`,
		].map((text): [string] => [text]),
	])('%j is %p', (...[text, amount]) => {
		expect(amountOf(text)).toBe(amount);
	});

	const reads = asking('={{ $json.said }}', 'code');
	test('become numbers where others are', () => {
		expect(withNumbers(reads, pinsOf(84, '24,50', ''))?.pins).toEqual(pinsOf(84, 24.5, ''));
	});
	test.each([
		['there is no number', reads, ['24,50', '35,00']],
		['one can be read in two ways', reads, [84, '1.250']],
		['some are phone numbers', reads, [84, '37061234567']],
		['all are numbers', reads, [84, 24.5]],
		['nobody reads them', asking('={{ $json.other }}', 'code'), [84, '24,50']],
		['a condition compares them as texts', asking('={{ $json.said }}'), [84, '24,50']],
		['rows belong together by them', asking('said', 'merge'), [84, '24,50']],
		['some are codes', reads, [84, '12B']],
		['some have zeros in front', reads, [84, '007']],
	])('or not, where %s', (_, workflow, cells) => {
		expect(withNumbers(workflow, pinsOf(...cells))).toBeUndefined();
	});

	const due = (who: Person, amount: unknown) => ({ ...who, due: amount }) as Person;
	const rows = [due(anna, 84), due(anna, '24,50'), due(ben, 12)];
	const play = (given: Given) =>
		played({
			...at('summarize', { fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'due' }] } }),
			...{ rows, ...given },
		});
	const owes = (amount: string, who = anna) => sent(who.phone, `You owe ${amount} EUR`);
	const say = (usual: string, then: string) =>
		breaches(
			'as numbers',
			play({ merged: [anna, ben], messages: [owes(usual), owes('12', ben)] }),
			play({ merged: [anna, ben], messages: [owes(then), owes('12', ben)] }),
		);
	test('and aren’t counted are told, with what would be said', () => {
		const [{ happened, kind, node, field, wrong }] = say('84,00', '108,50');
		expect(happened).toBe(
			"“Merge” doesn't count “24,50” in “due”, which is text, not a number. Counted, Anna gets “You owe 108,50 EUR”",
		);
		expect([kind, node, field, wrong]).toEqual(['spelled', 'Merge', 'due', [owes('84,00')]]);
	});
	test('are well where the same amount is only spelled otherwise, or what differs is no amount', () => {
		expect(say('108,50', '108.5')).toEqual([]);
		expect(say('5 EUR at 14:32 of 49.90', '5 EUR at 14:33 of 49.9')).toEqual([]);
	});
	test('who gets nothing because of them is told', () => {
		const [lost] = breaches('as numbers', play({ merged: [anna] }), play({ merged: [anna, ben] }));
		expect(lost.happened).toBe(
			"“Merge” doesn't count “24,50” in “due”, which is text, not a number, and Ben gets nothing.",
		);
	});
});

describe('where two lists differ', () => {
	const compared = (
		resolve: string,
		type = 'compareDatasets',
		given = [
			{ ...anna, time: '16:30' },
			{ ...anna, time: '19:00' },
		],
	) => {
		const play = played({
			...at(type, { mergeByFields: { values: [{ field1: 'id', field2: 'id' }] }, resolve }),
			...{ rows: given as Person[], messages: [sent(anna.phone, 'Come at 16:30')] },
		});
		play.rounds[0].runs.Merge[0].outputs = [[], [], [given[0]], []];
		return breaches('all well', play).filter(({ kind }) => kind === 'old');
	};
	test('what is left out of the other one is told', () => {
		expect(compared('preferInput1').map(({ happened }) => happened)).toEqual([
			'Anna reads 16:30 from Input A of “Merge”. Input B says 19:00.',
		]);
		expect(compared('preferInput2')[0].happened).toContain('Input B of “Merge”. Input A');
	});
	test('nothing is told where both come out, or they say the same, or nobody reads it', () => {
		expect(compared('includeBoth')).toEqual([]);
		expect(compared('preferInput1', 'merge')).toEqual([]);
		expect(compared('preferInput1', undefined, [{ ...anna, time: '16:30' }])).toEqual([]);
		const rooms = [1, 2].map((room) => ({ ...anna, time: '16:30', room }));
		expect(compared('preferInput1', undefined, rooms)).toEqual([]);
		const others = [
			{ ...anna, time: '8:00' },
			{ ...anna, time: '19:00' },
		];
		expect(compared('preferInput1', undefined, others)).toEqual([]);
	});
});

describe('what a Send Window keeps back at night', () => {
	const node = {
		parameters: {
			resource: 'sms',
			operation: 'send',
			options: { skipMessages: { values: { sendWindow: true } } },
		},
	};
	const held = { skipped: 'outsideWindow', sendAfter: '2026-11-30T08:00:00Z' };
	const atNight = (
		writes: string | undefined,
		shown: object = {},
		given: object = held,
		asked = '',
	) => {
		const play = played({ node, messages: [] });
		play.workflow.nodes.push(
			{
				name: 'Mark, what it gets',
				type: 'n8n-nodes-base.set',
				parameters: { ...shown },
				shows: true,
			},
			{ name: 'Mark', type: 'n8n-nodes-base.noOp', parameters: {}, writes },
			{ name: 'Sent?', type: 'n8n-nodes-base.if', parameters: { asked } },
		);
		play.rounds[0].runs['Mark, what it gets'] = [
			{ order: 5, given: [{ ...given }], outputs: [[{}]], warnings: [] },
		];
		return inShort(breaches('night', played({ node }), play));
	};
	test('is to change if it is marked as if it were sent', () => {
		expect(atNight('update')).toEqual(['know night at Send', 'change kept at Mark']);
	});
	test.each<[string, string | undefined, object, object, asked?: string]>([
		['what became of it is written', 'update', { value: '={{ $json.skipped }}' }, held],
		['a row more is written', 'append', {}, held],
		['nothing is written', undefined, {}, held],
		['what was kept back isn’t marked', 'update', {}, {}],
		['a condition asks what was sent', 'update', {}, held, '={{ $json.skipped }}'],
	])('is worth knowing alone if %s', (...[, writes, shown, given, asked]) => {
		expect(atNight(writes, shown, given, asked)).toEqual(['know night at Send']);
	});
});

describe('while nobody knows whether a message arrives', () => {
	const sms = sent('+37061230004', 'Ready');
	const viber = sent('+37061230004', 'Ready', { channel: 'viber', by: 'Viber' });
	const waits = { options: { waitForDelivery: { values: {} } } };
	const pending = (...messages: Array<typeof sms>) =>
		inShort(
			breaches(
				'pending for ever',
				played({ rows: [anna], node: { parameters: waits } }),
				played({ messages }),
			),
		);
	test('one in another channel is worth knowing', () => {
		expect(pending(sms, viber)).toEqual(['know report at Viber']);
	});
	test('one alone is well, in whichever channel', () => {
		expect(pending(sms)).toEqual([]);
		expect(pending(viber)).toEqual([]);
	});
});

describe('whose number something is done with at the service', () => {
	const done = (phone: string) => ({ path: '/v1/suppressions', body: { phoneNumber: phone } });
	const play = (...numbers: string[]) => {
		const trigger = { name: 'Rows', type: 'n8n-nodes-base.webhook' };
		const one = played({ messages: [hello(ben)], requests: numbers.map(done) });
		one.trigger = { ...one.workflow.nodes[1], ...trigger };
		return one;
	};
	test('is another one if another posts, and others stay', () => {
		const base = play(anna.phone, carla.phone);
		const { pins } = relationOf('another person').world(baseOf(base))!;
		expect(pins.Rows.map(({ json }) => json.phone)).toEqual([
			'+37061237351',
			ben.phone,
			carla.phone,
		]);
		expect(breaches('another person', base, play('+37061237351', carla.phone))).toEqual([]);
	});
	test('is told if it stays', () => {
		expect(inShort(breaches('another person', play(anna.phone)))).toEqual([
			'change person at undefined',
		]);
	});
});

test('a page that names a number says no more with another one', () => {
	const page = (phone: string, words = 'We have written to') => ({ shown: [`${words} ${phone}.`] });
	const base = played({ round: page(anna.phone) });
	const say = (round: object) =>
		inShort(
			breaches(
				'one is refused',
				base,
				played({ messages: [hello(anna), hello(carla)], requests: [{ status: 400 }], round }),
			),
		).filter((one) => one.includes('untold'));
	expect(say(page('+370 623 40400'))).toEqual(['change untold at undefined']);
	expect(say(page('+370 623 40400', 'We could not write to'))).toEqual([]);
});

test('what comes around a node to one behind it isn’t lost there', () => {
	const lost = () => {
		const play = played({ ...at('dataTable'), merged: [ben], messages: [hello(ben)] });
		play.workflow.nodes.push({ name: 'Compare', type: 'n8n-nodes-base.filter', parameters: {} });
		const lines = (...names: string[]) => ({
			main: [names.map((node) => ({ node, type: 'main', index: 0 }))],
		});
		play.workflow.connections.Rows = lines('Merge', 'Compare');
		play.workflow.connections.Merge = lines('Compare');
		play.workflow.connections.Compare = lines('Send');
		play.rounds[0].runs.Compare = [
			{ order: 2.5, given: people, outputs: [[ben], [anna, carla]], warnings: [] },
		];
		return inShort(breaches('all well', play)).filter((one) => one.includes('left out'));
	};
	expect(lost()).toEqual(['know left out at Compare']);
});

test('of several rows of somebody’s, each yes and no is turned: one of them counts', () => {
	const filter = at('filter', { leftValue: '={{ $json.consent }}' });
	const turn = (rows: Person[]) =>
		relationOf('a yes turned')
			.world(baseOf(played({ ...filter, rows })))
			?.pins.Rows.map(({ json }) => json.consent);
	expect(turn([anna, ben])).toEqual(['no', 'yes']);
	expect(turn([anna, { ...anna, consent: 'no' }, anna])).toEqual(['no', 'yes', 'no']);
});

test('a longer word that is asked for in another letter case stays', () => {
	const asks = (other: string) =>
		withoutWordInWord(
			asking(`={{ $json.said === 'active' || ${other} }}`),
			pinsOf('active', 'Inactive'),
		);
	expect(asks('false')).toBeDefined();
	expect(asks("$json.said.toLowerCase() === 'inactive'")).toBeUndefined();
});

test('whose number two rows have, of which one goes out, is told of the other one', () => {
	const rows = [anna, { ...anna, name: 'Ona' }];
	const kept = (fieldsToCompare: string, others = rows) =>
		inShort(
			breaches(
				'all well',
				played({
					...at('removeDuplicates', { compare: 'selectedFields', fieldsToCompare }),
					...{ rows: others, merged: [anna] },
				}),
			),
		).filter((one) => one.includes('old'));
	expect(kept('phone')).toEqual(['know old at Merge']);
	expect(kept('id')).toEqual([]);
	expect(kept('phone', [anna, anna])).toEqual([]);
});

test.each(['+37061234567', '61234567', '8 612 34567'])(
	'whose number stands as %s in a row gets a text twice in trouble, whatever its last digits',
	(phone) => {
		const twice = [sent('+37061230400', 'Hello'), sent('+37061230400', 'Hello')];
		const say = (rows: Person[]) =>
			inShort(
				breaches(
					'an answer is lost',
					played({ rows, messages: rows.map(hello) }),
					played({ messages: twice }),
				),
			);
		expect(say([{ ...anna, phone }])).toContain('change twice at Send');
		expect(say([ben])).not.toContain('change twice at Send');
	},
);

test.each([
	['145,50 TL', '108,50 TL', true],
	['€ 145.50', '€ 108.50', true],
	['at 14,50 Uhr', 'at 10,50 Uhr', false],
])('other rows in front, and %s becomes %s: %p', (usual, then, isTold) => {
	const say = (text: string) =>
		played({ messages: [sent(anna.phone, `You owe ${text}`), hello(ben), hello(carla)] });
	expect(breaches('reversed', say(usual), say(then)).length > 0).toBe(isTold);
});
