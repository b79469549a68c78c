import fc from 'fast-check';

import { mendsFor } from '../../../../dev/check/advice/mends';
import { behindEach } from '../../../../dev/check/copy/nodeKinds';
import { playable } from '../../../../dev/check/copy/replaced';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Breach } from '../../../../dev/check/relations/relation';
import { spelledAsAsked } from '../../../../dev/check/worlds/askedFor';
import { jsonRows, listsIn, withRows } from '../../../../dev/check/worlds/rows';
import type { Workflow } from '../../../../dev/n8n/types';
import { to } from '../../../n8n/workflow';
import {
	asPins,
	at,
	breaches,
	hello,
	inShort,
	people,
	type Person,
	played,
	relationOf,
	sent,
	type Given,
} from './madeUp';

/** What the seventeenth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben, carla] = people;
const every = (interval: object) => ({ parameters: { rule: { interval: [interval] } } });
const well = (given: Given) => inShort(breaches('all well', played(given)));

describe('a question', () => {
	const question = ({ phone = '' }: Person) =>
		sent(phone, 'Coming? http://localhost:5678/webhook-waiting/7');
	const asking = (whom: Person) =>
		played({
			...at('if', { conditions: { leftValue: '={{ $json.consent }}' } }),
			messages: [question(whom)],
		});
	test('to somebody else is something else, whatever its link is', () => {
		const turned = (then: Person) => inShort(breaches('a yes turned', asking(anna), asking(then)));
		expect(turned(ben)).toEqual([]);
		expect(turned(anna)).toEqual(['change flag at Merge']);
	});
	test('to somebody else tells of a lookup that failed', () => {
		const node = { onError: 'continueRegularOutput' };
		const of = (messages: Person[]) => {
			const play = played({ messages: messages.map(question) });
			Object.assign(play.workflow.nodes[1], node);
			return play;
		};
		const found = (then: Person[]) => inShort(breaches('a lookup fails', of([anna]), of(then)));
		expect(found([{ phone: '+37069999999' }])).toEqual([]);
		expect(found([])).toEqual(['change lookup at Rows']);
	});
});

test('a list that comes in pages is one list', () => {
	const pages = [[anna, ben], [], [carla]];
	const pins = { Rows: asPins(pages.map((items, page) => ({ page, items }))) };
	const play = played(at('splitOut', { fieldToSplitOut: 'items' }));
	const round = { ...play.rounds[0], runs: { ...play.rounds[0].runs } };
	const lists = listsIn(play.workflow, { Start: [], ...pins }, round);
	const list = lists.find(({ at: path }) => path.length > 0)!;
	expect(list).toMatchObject({ at: ['items'], numbers: [['phone']], isWrittenTo: true });
	expect(lists.filter(({ numbers }) => numbers.length > 0)).toEqual([list]);
	expect(jsonRows(pins, list)).toEqual(people);
	const rowsWith = (rows: object[]) =>
		withRows(pins, list, () => rows as never).Rows.map(({ json }) => json.items);
	expect(rowsWith(people.toReversed())).toEqual([[carla, ben], [], [anna]]);
	expect(rowsWith([...people, anna])).toEqual([[anna, ben], [], [carla, anna]]);
	expect(rowsWith([ben])).toEqual([[ben], [], []]);
	// Each of several items that has a number of its own is a row.
	const rows = people.map((one) => ({ ...one, lines: [{ phone: one.phone }] }));
	const own = listsIn(play.workflow, { Start: [], Rows: asPins(rows) }, round);
	expect(own.every(({ at: path }) => path.length === 0)).toBe(true);
	// So is each of several events with a list of who takes part.
	const events = listsIn(played().workflow, { Start: [], ...pins }, round);
	expect(events.every(({ at: path }) => path.length === 0)).toBe(true);
});

describe('a word without what only some spellings of it have', () => {
	const asks = (word: string) =>
		({
			nodes: [{ name: 'Filter', type: 'n8n-nodes-base.filter', parameters: { rightValue: word } }],
		}) as unknown as Workflow;
	const spelled = (asked: string, value: string) =>
		spelledAsAsked(asks(asked), {
			Rows: asPins([{ wants: asked }, { wants: value }]),
		})?.pins.Rows.map(({ json }) => json.wants);
	test.each([
		['hayır', 'HAYIR'],
		['ΟΧΙ', 'Όχι'],
		['sí', 'SI '],
	])('is spelled as it is asked: %s for %s', (asked, value) =>
		expect(spelled(asked, value)).toEqual([asked, asked]),
	);
	test('in any capitals, and with any accent; another word is another one', () => {
		const accents = fc.array(fc.constantFrom('', '\u0301', '\u0308'), {
			minLength: 3,
			maxLength: 3,
		});
		fc.assert(
			fc.property(accents, fc.boolean(), (marks, isCapital) => {
				const word = [...'non'].map((letter, place) => letter + marks[place]).join('');
				const value = isCapital ? word.toUpperCase() : word;
				fc.pre(value !== 'non');
				expect(spelled('non', value)).toEqual(['non', 'non']);
				expect(spelled('oui', value)).toBeUndefined();
			}),
		);
	});
	test('is compared without it, where that holds', () => {
		const condition = {
			...{ leftValue: '={{ $json.wants }}', rightValue: 'ΟΧΙ' },
			operator: { type: 'string', operation: 'notEquals' },
		};
		const play = played(at('filter', { conditions: { conditions: [condition] } }));
		const found = { level: 'change', kind: 'spelled', node: 'Merge', happened: '' } as const;
		const advice = mendsFor(found, baseOf(play)).map((one) => one.advice);
		expect(advice[0]).toContain('toLowerCase() }} with “οχι”: letter case and spaces');
		expect(advice[1]).toContain("normalize('NFD').replace(/\\p{M}/gu, '')");
	});
	test('is still found out of step once the workflow asks for what stands in no cell', () => {
		const of = (words: string[]) => {
			const rows = people.map((one, place) => ({ ...one, wants: words[place] })) as Person[];
			return played({
				rows,
				...at('filter'),
				merged: rows.filter(({ name }) => name === 'Anna' || words[1] !== 'ΟΧΙ'),
			});
		};
		const [base, then] = [of(['Ναι', 'Όχι', 'ΟΧΙ']), of(['Ναι', 'ΟΧΙ', 'ΟΧΙ'])];
		expect(inShort(breaches('spelled as asked', base, then))).toEqual(['change spelled at Merge']);
	});
});

test('a schedule that doesn’t come the day before a row’s is played before what lies further from it', () => {
	jest.useFakeTimers({ now: new Date('2026-11-30T09:00Z') });
	// A Tuesday, and a Monday: on the Sunday before, nothing comes.
	const rows = ['2026-12-01', '2026-12-07'].map((day, place) => ({
		...people[place],
		day,
	})) as Person[];
	const base = baseOf(
		played({
			...{ rows, trigger: every({ field: 'weeks', triggerAtDay: [1, 2, 3, 4, 5] }) },
			...at('filter', { value: '={{ $now }}' }),
		}),
	);
	const { today = '' } = relationOf('at the end of the pause').world(base) ?? {};
	expect(today).toMatch(/^2026-12-06/);
	jest.useRealTimers();
});

test('a node that gives one item for each of two numbers of a row chooses, and doubles nothing', () => {
	const rows = people.map((one, place) => ({ ...one, father: `+3706900000${place}` })) as Person[];
	const parents = (all: Person[]) =>
		all.flatMap(({ name, phone, ...more }) =>
			[phone, (more as { father: string }).father].map((one) => ({ name, phone: one })),
		);
	const given = { rows, ...at('code'), merged: parents(rows.slice(0, 2)) };
	expect(well(given)).toEqual(['know left out at Merge']);
	const twice = parents(rows.slice(0, 2)).flatMap((one) => [one, one]);
	expect(well({ ...given, merged: twice })).toContain('change rows at Merge');
});

test('who is named as not to be reached by Preview is told of', () => {
	const said = [
		...people.slice(0, 2).map(({ phone }) => ({ to: phone })),
		{ to: null, problem: `'To' isn't a phone number: ${carla.phone}` },
	];
	const given = (type: string) => ({
		...{ said, messages: [hello(anna), hello(ben)] },
		node: { parameters: { resource: 'sms', operation: 'send', to: '={{ $json.phone }}' }, type },
	});
	const ours = 'n8n-nodes-messaging-service-sms.messagingService';
	const play = played(given(ours));
	play.workflow.nodes.push({
		...play.workflow.nodes[3],
		name: 'Mail',
		type: 'n8n-nodes-base.emailSend',
	});
	play.workflow.connections.Send = to('Mail');
	play.rounds[0].runs.Mail = [{ ...play.rounds[0].runs.Send[0], order: 4, outputs: [[{}]] }];
	expect(inShort(breaches('all well', play))).toEqual([]);
	said[2] = { to: null, problem: null } as never;
	expect(inShort(breaches('all well', play))).toEqual(['change rows at Send']);
});

test('a node to which only rows without a number come sends nothing, as it must', () => {
	const error = "'To' is empty";
	const given = (merged: Person[], isTold = false) => {
		const play = played({ messages: [hello(anna)] });
		const second = { ...play.workflow.nodes[3], name: 'Second' };
		play.workflow.nodes.push(second);
		play.workflow.connections.Merge = to('Send', 'Second');
		play.rounds[0].runs.Second = [
			{ ...play.rounds[0].runs.Send[0], given: merged, outputs: [merged.map(() => ({ error }))] },
		] as never;
		if (isTold) {
			play.workflow.nodes.push({ ...second, name: 'Mail', type: 'n8n-nodes-base.emailSend' });
			play.workflow.connections.Second = to('Mail');
			play.rounds[0].runs.Mail = play.rounds[0].runs.Second;
		}
		return inShort(breaches('all well', play)).filter((one) => one.includes('fails at Second'));
	};
	expect(given([{ name: 'Ben', phone: '' }])).toEqual([]);
	expect(given([ben])).toEqual(['change fails at Second']);
	// One among others may be told of.
	expect(given([ben], true)).toEqual([]);
	expect(given([ben, carla], true)).toEqual(['change fails at Second']);
});

test('no Once Key is advised that says only who it is: nobody would hear of anything else, ever', () => {
	const adviceFor = (key: string) => {
		const node = {
			parameters: {
				...{ resource: 'sms', operation: 'send', to: '={{ $json.phone }}', text: 'It is down' },
				options: { onceKey: { values: { key } } },
			},
		};
		const found = { level: 'change', kind: 'again', node: 'Send', happened: '' } as const;
		// The node before leaves the IDs out.
		const merged = key.includes('$(') ? people.map(({ phone }) => ({ phone })) : people;
		return mendsFor(found, baseOf(played({ node, merged }))).map(({ advice }) => advice);
	};
	const keys = adviceFor('={{ $json.phone }} {{ $now.toISO() }}');
	expect(keys).not.toContain('Set the Key to {{ $json.phone }}');
	expect(keys).toContain(
		'Set the Key to {{ $json.id }} {{ $json.phone }} {{ $today.toISODate() }}',
	);
	// What another node gave is no person's by being absent here; nor is a field whose name only sounds like a time.
	const elsewhere = "{{ $('Rows').item.json.id }}";
	expect(adviceFor(`=${elsewhere} {{ $now.toISO() }}`)).toContain(`Set the Key to ${elsewhere}`);
	const unknown = "{{ $('Gone').item.json.order }}";
	expect(adviceFor(`=${unknown} {{ $now.toISO() }}`)).toContain(`Set the Key to ${unknown}`);
	const sounds = adviceFor('={{ $json.phone }} {{ $json.updatedAt }} {{ $now.hour }}');
	expect(sounds).toContain('Set the Key to {{ $json.phone }} {{ $json.updatedAt }}');
	expect(adviceFor('={{ $json.id }} {{ $now.toISO() }}')).toContain(
		'Set the Key to {{ $json.id }}',
	);
});

describe('a row that was left out comes to count', () => {
	const rows = people.map((one, place) => ({
		...one,
		status: place === 0 ? 'ready' : 'open',
	})) as Person[];
	const asks = at('filter', { conditions: { leftValue: '={{ $json.status }}' } });
	const given: Given = { rows, ...asks, merged: [anna], messages: [hello(anna)] };
	const base = (trigger?: Given['trigger']) => played({ ...given, trigger });
	const name = 'a row comes to count';
	const found = (again: Person[], atOnce = [anna, ben]) =>
		breaches(name, base(), played({ ...given, again: again.map(hello) }), () =>
			played({ rows, merged: atOnce }),
		);
	test('and has then what the others have that a condition asks for', () => {
		const { pins, later, times } = relationOf(name).world(baseOf(base())) ?? {};
		expect([times, pins?.Rows.map(({ json }) => json.status)]).toEqual([
			2,
			['ready', 'open', 'open'],
		]);
		expect(later?.Rows.map(({ json }) => [json.name, json.status])).toEqual([
			['Anna', 'ready'],
			['Ben', 'ready'],
			['Carla', 'open'],
		]);
	});
	test('and gets nothing, although at once it would', () => {
		expect(inShort(found([]))).toEqual(['change remembered at Merge']);
		expect(found([ben])).toEqual([]);
		expect(found([], [anna])).toEqual([]);
	});
	test('and is played only where the rows come again: of a trigger, not one alone', () => {
		const from = (all: Person[], type: string) => {
			const play = base({ type: `n8n-nodes-base.${type}` });
			play.world.pins.Start = asPins(all);
			play.rounds[0].runs.Start[0].outputs = [all as never];
			return relationOf(name).world(baseOf(play));
		};
		expect(from([{}], 'formTrigger')).toBeUndefined();
		const [ready, open] = rows;
		expect(from([ready, open], 'airtableTrigger')?.later?.Start[1].json).toMatchObject({
			status: 'ready',
		});
		const listed = { list: [ready, open] } as Person;
		expect(from([listed], 'webhook')).toBeUndefined();
	});
	test('and the node that remembers it is put behind the condition', () => {
		const play = base();
		const [, memory, condition] = play.workflow.nodes;
		const breach = {
			level: 'change',
			kind: 'remembered',
			node: memory.name,
			happened: '',
		} as Breach;
		const [mend] = mendsFor(breach, baseOf(play));
		expect(mend.advice).toBe(`Put “${memory.name}” behind “${condition.name}”.`);
		const { connections } = mend.apply(play.workflow);
		expect(
			['Start', condition.name, memory.name].map((one) => behindEach(connections, one)),
		).toEqual([[[condition.name]], [[memory.name]], [['Send']]]);
		// What comes to it on another way would no longer be asked.
		const elsewhere = baseOf(base());
		elsewhere.play.workflow.connections.Start.main.push(...to(condition.name).main);
		expect(mendsFor(breach, elsewhere)).toEqual([]);
		// A condition with two ways can't stand before one node.
		play.workflow.connections[condition.name].main.push(...to('Send').main);
		expect(mendsFor(breach, baseOf(play))).toEqual([]);
	});
});

test('who gets something only in the opposite order has an earlier row in the way', () => {
	const old = { ...people[1], id: 'A-0' };
	const ben = { ...people[1] };
	const rows = [anna, old, ben, carla];
	const node = at('removeDuplicates', { compare: 'selectedFields', fieldsToCompare: 'phone' });
	const base = played({
		rows,
		...node,
		merged: [anna, old, carla],
		messages: [hello(anna), hello(carla)],
	});
	const found = (got: Person[]) =>
		inShort(
			breaches(
				'reversed',
				base,
				played({ rows: rows.toReversed(), ...node, messages: got.map(hello) }),
			),
		);
	expect(found(people)).toEqual(['change remembered at Merge']);
	expect(found([anna, carla])).toEqual([]);
	// One in place of another is a choice.
	expect(found([anna, ben])).not.toContain('change remembered at Merge');
	// Of rows of which the newest comes first, that one is kept on purpose.
	Object.assign(old, { came: '2026-12-05' });
	Object.assign(ben, { came: '2026-12-01' });
	expect(found(people)).toEqual([]);
});

test('a message that failed in part has failed', () => {
	const report = (phone: string, delivered: number, failed: number) => ({
		...{ to: Number(phone.slice(1)), parts: delivered + failed, delivered, failed },
		delivery: failed > 0 ? 'failed' : 'delivered',
	});
	const trigger = { type: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger' };
	const conditions = { conditions: [{ leftValue: '={{ $json.delivered }}', rightValue: 0 }] };
	const of = (passed: Person[]) =>
		played({
			...{
				trigger,
				rows: [],
				merged: passed,
				messages: passed.map(({ name }) => sent('+37069999999', `Call ${name}`, { by: `Send` })),
			},
			...at('filter', { conditions }),
			world: {
				pins: {
					Start: asPins([
						report(anna.phone, 0, 2),
						report(ben.phone, 1, 1),
						report(carla.phone, 1, 0),
					]),
					Rows: [],
				},
			},
		});
	const { pins } = relationOf('failed in part').world(baseOf(of([anna]))) ?? {};
	expect(pins?.Start.map(({ json }) => [json.delivered, json.failed, json.delivery])).toEqual([
		[1, 1, 'failed'],
		[0, 2, 'failed'],
		[1, 0, 'delivered'],
	]);
	const [found, ...others] = breaches('failed in part', of([anna]), of([]));
	expect(others).toEqual([]);
	expect(inShort([found])).toEqual(['change report at Merge']);
	const [mend] = mendsFor(found, baseOf(of([anna])));
	expect(mend.advice).toContain('{{ $json.delivery }} is equal to failed');
	expect(breaches('failed in part', of([anna, ben]), of([ben, anna]))).toEqual([]);
});

test('a status at which a node gives no item can’t be pinned in it', () => {
	const asks = (status: number, stopsAtStatus = true) => {
		const play = played({ rows: [], merged: people });
		Object.assign(play.workflow.nodes[1], { stopsAtStatus });
		play.world.pins.Rows = asPins([{ statusCode: status, body: {} }]);
		return breaches('all well', play).filter(({ kind }) => kind === 'never');
	};
	const [found] = asks(503);
	expect(inShort([found])).toEqual(['change never at Rows']);
	expect([...asks(200), ...asks(503, false)]).toEqual([]);
	const [mend] = mendsFor(found, baseOf(played()));
	expect(mend.where).toBe('Rows: Options → Response → Never Error');
	expect(mend.apply(played().workflow).nodes[1].stopsAtStatus).toBe(false);
});

test.each([
	[{ response: { response: { fullResponse: true } } }, {}, true],
	[{ response: { response: { fullResponse: true, neverError: true } } }, {}, undefined],
	[
		{ response: { response: { fullResponse: true } } },
		{ onError: 'continueErrorOutput' },
		undefined,
	],
	// A field of this name may be the other service's own.
	[{}, {}, undefined],
])('with %j and %j, a request ends at such a status: %s', (options, settings, stops) => {
	const { workflow } = played();
	const request = { type: 'n8n-nodes-base.httpRequest', parameters: { options }, ...settings };
	Object.assign(workflow.nodes[1], request);
	const pinData = { Start: asPins([{}]), Rows: asPins([{ statusCode: 503 }]) };
	const { nodes } = playable({ ...workflow, pinData } as Workflow, 'credential').workflow;
	expect(nodes.find(({ name }) => name === 'Rows')?.stopsAtStatus).toBe(stops);
});

test('of two lists that are compared, the other one is offered', () => {
	const adviceOf = (type: string) => {
		const found = { level: 'know', kind: 'old', node: 'Merge', happened: '', field: 'B' } as const;
		return mendsFor(found, baseOf(played(at(type)))).map(({ advice }) => advice);
	};
	expect(adviceOf('compareDatasets')).toEqual([
		'If Input B has the newer rows, set When There Are Differences to Use Input B Version.',
	]);
	expect(adviceOf('removeDuplicates')).toEqual([]);
});

test('of rows that are joined by a field, all that match are offered where only the first does', () => {
	const adviceOf = (multipleMatches: string) => {
		const found = { level: 'change', kind: 'rows', node: 'Merge', happened: '' } as const;
		const options = { multipleMatches };
		return mendsFor(found, baseOf(played(at('merge', { options })))).map(({ advice }) => advice);
	};
	expect(adviceOf('first')).toContain('Set Multiple Matches to Include All Matches.');
	expect(adviceOf('all')).not.toContain('Set Multiple Matches to Include All Matches.');
});
