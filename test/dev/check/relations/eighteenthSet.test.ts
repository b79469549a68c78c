import fc from 'fast-check';

import { mendsFor } from '../../../../dev/check/advice/mends';
import { baseOf } from '../../../../dev/check/relations/base';
import { calls } from '../../../../dev/check/relations/numbers';
import { isDeciding, withMore } from '../../../../dev/check/worlds/changes';
import { pinnedBetween, rowsOf } from '../../../../dev/check/worlds/rows';
import { spelledAlike, withOwnOffset } from '../../../../dev/check/worlds/spelled';
import type { Workflow, WorkflowNode } from '../../../../dev/n8n/types';
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

/** What the eighteenth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben, carla] = people;
const list = { node: 'Rows', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
const well = (given: Given) => breaches('all well', played(given));
const node = (name: string, type: string, parameters: object = {}) =>
	({
		id: name,
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	}) as WorkflowNode;

describe('a condition behind a node that joins each row with each', () => {
	const closures = [{ branch: 'North' }, { branch: 'all' }];
	/** Who has a number once for each closure that the condition lets through. */
	function joined(passed: (home: string, branch: string) => boolean) {
		const rows = people.map((one, place) => ({
			...one,
			home: place === 0 ? 'North' : 'South',
		})) as Person[];
		const merged = rows.flatMap((row) => closures.map((closure) => ({ ...row, ...closure })));
		const left = merged.filter((item) => passed((item as { home?: string }).home!, item.branch));
		const play = played({
			...{
				rows,
				merged,
				messages: left.map((item) => sent(item.phone!, `${item.branch} is closed`)),
			},
			...at('merge', { combineBy: 'combineAll' }),
		});
		play.workflow.nodes.push(node('Only', 'filter'));
		play.workflow.connections.Merge = to('Only');
		play.workflow.connections.Only = to('Send');
		const [{ runs }] = play.rounds;
		runs.Only = [{ ...runs.Merge[0], order: 2.5, given: merged, outputs: [left] }] as never;
		runs.Send = [{ ...runs.Send[0], given: left }] as never;
		return inShort(breaches('all well', play)).filter((one) => /(rows|several) at Merge/.test(one));
	}
	test('joins the rows that belong together, where each has others', () => {
		expect(joined((home, branch) => branch === 'all' || branch === home)).toEqual([
			'know several at Merge',
		]);
	});
	test('joins nothing where all have the same', () => {
		expect(joined(() => true)).toEqual(['change rows at Merge']);
		expect(joined((home) => home === 'South')).toEqual(['change rows at Merge']);
	});
});

describe('a name that several have', () => {
	const town = {
		parameters: {
			...{ resource: 'sms', operation: 'send' },
			...{ text: '={{ $json.town }}', to: '={{ $json.phone }}' },
		},
	};
	const of = (more: object[], merged?: object[]) =>
		played({
			rows: people.map((one, place) => ({
				...one,
				name: `${one.name} Ray`,
				...more[place],
			})) as Person[],
			...(merged && { merged: merged as Person[] }),
			...at('merge', { fieldsToMatchString: 'town' }),
			node: town,
		});
	const world = (...given: Parameters<typeof of>) =>
		relationOf('namesakes').world(baseOf(of(...given)));
	test('is no name where it’s a town, and people have names of their own', () => {
		expect(world([{ town: 'Ulm' }, { town: 'Ulm' }, { town: 'Bonn' }])).toBeUndefined();
		expect(calls('Отключение: Ulm, с 7:12', 'Ulm')).toBe(false);
		expect(calls('Hello Anna, it’s tomorrow', 'Anna')).toBe(true);
	});
	test('is one where a node has joined rows by it that differ in something else', () => {
		const both = ['A', 'B', 'A'].map((group, place) => ({
			town: place < 2 ? 'Ulm' : 'Bonn',
			group,
		}));
		const other = people.map((one, place) => ({
			...one,
			...both[place],
			kind: ['A', 'A', 'B'][place],
		}));
		const base = of(both, other);
		base.world.pins.Start = asPins([{ kind: 'A' }, { kind: 'B' }]);
		base.rounds[0].runs.Start = [
			{ ...base.rounds[0].runs.Start[0], outputs: [[{ kind: 'A' }, { kind: 'B' }]] },
		];
		expect(relationOf('namesakes').world(baseOf(base))).toBeDefined();
	});
	test('who gets nothing under another one has got what was somebody else’s', () => {
		const named = people.map((one, place) => ({ ...one, name: place < 2 ? 'Emma' : 'Carla' }));
		const given = {
			rows: named,
			node: { parameters: { ...town.parameters, text: '={{ $json.name }}' } },
		};
		const [found] = breaches(
			'namesakes',
			played(given),
			played({ ...given, merged: [named[0], carla] }),
		);
		expect(found).toMatchObject({
			kind: 'rows',
			isAstray: true,
			wrong: [{ to: ben.phone.slice(1) }],
		});
		const [mend] = mendsFor(
			{ level: 'change', kind: 'rows', node: 'Merge', happened: '' },
			baseOf(
				(() => {
					const play = of([
						{ town: 'Ulm', group: 'A' },
						{ town: 'Ulm', group: 'B' },
						{ town: 'Bonn', group: 'A' },
					]);
					play.rounds[0].runs.Start[0].outputs = [[{ kind: 'A' }, { kind: 'B' }]];
					play.world.pins.Start = asPins([{ kind: 'A' }, { kind: 'B' }]);
					return play;
				})(),
			),
		);
		expect(mend.advice).toContain(
			'add group for Input 1 and kind for Input 2 to the Fields to Match',
		);
	});
});

describe('who is new', () => {
	const added = (rows: object[], ...nodes: WorkflowNode[]) => {
		const { workflow } = played();
		workflow.nodes.push(...nodes);
		const pins = { Rows: asPins(rows) };
		return withMore(workflow, pins, [list], rowsOf(pins, list)[0]).Rows.at(-1)?.json;
	};
	const sorts = node('Sort', 'sort', { sortFieldsUi: { sortField: [{ fieldName: 'rank' }] } });
	const ranked = (ranks: number[]) => people.map((one, place) => ({ ...one, rank: ranks[place] }));
	const asks = (operation: string) =>
		node('If', 'if', {
			conditions: {
				conditions: [{ leftValue: '={{ $json.id }}', rightValue: '', operator: { operation } }],
			},
		});
	test('has the last rank, if rows are sorted by one', () => {
		expect(added(ranked([2, 1, 3]), sorts)?.rank).toBe(4);
		// An amount is no rank.
		expect(added(ranked([200, 100, 300]), sorts)?.rank).not.toBe(301);
		expect(added(ranked([2, 1, 3]))?.rank).not.toBe(4);
		expect(added(ranked([1, 2, 1]), sorts)?.rank).not.toBe(3);
	});
	test('has an ID of their own, although a condition asks whether there is one', () => {
		expect(added(people, asks('notEmpty'))?.id).toBe('A-9001');
		expect(added(people, asks('equals'))?.id).toBe('A-1');
		const { workflow } = played();
		workflow.nodes.push(asks('exists'));
		expect(isDeciding(workflow, ['id'])).toBe(false);
		workflow.nodes.push(asks('contains'));
		expect(isDeciding(workflow, ['id'])).toBe(true);
	});
	test('or gone, has others move up by their rank to another message', () => {
		const say = (by: string) => (one: Person) => sent(one.phone!, `${by} ${one.name}`, { by });
		const of = (sorted: boolean, messages: ReturnType<typeof hello>[]) => {
			const play = played({ ...(sorted ? at('sort') : {}), messages });
			play.workflow.nodes.push({ ...play.workflow.nodes[3], name: 'Reserve' });
			play.workflow.connections.Merge = to('Send', 'Reserve');
			return play;
		};
		const found = (sorted: boolean) =>
			inShort(
				breaches(
					'a row left out',
					of(sorted, [say('Send')(anna), say('Send')(ben), say('Reserve')(carla)]),
					of(sorted, [say('Send')(ben), say('Send')(carla)]),
				),
			);
		expect(found(true)).toEqual([]);
		expect(found(false)).toHaveLength(1);
	});
});

describe('points in time in UTC', () => {
	test('are the same by another clock, whenever it is; midnight may be a day alone', () => {
		const times = fc.date({
			min: new Date('2020-01-01'),
			max: new Date('2035-01-01'),
			noInvalidDate: true,
		});
		const zones = fc.constantFrom('Europe/Vilnius', 'America/New_York', 'Asia/Kolkata', 'UTC');
		fc.assert(
			fc.property(times, zones, (time, zone) => {
				const cell = time.toISOString();
				const then = withOwnOffset({ Rows: asPins([{ at: cell, name: 'Anna' }]) }, zone);
				const written = String(then?.pins.Rows[0].json.at ?? cell);
				expect(Date.parse(written)).toBe(time.getTime());
				if (cell.includes('T00:00')) expect(then).toBeUndefined();
				else
					expect(written.slice(11, 16)).toBe(
						time.toLocaleTimeString('sv', { timeZone: zone }).slice(0, 5),
					);
			}),
		);
	});
	test('that a condition takes by their letters leave out somebody else then, which is told, and mended', () => {
		const rows = [
			{ ...anna, due: '2026-03-26T23:20:00.000Z' },
			{ ...ben, due: '2026-03-26T06:15:00.000Z' },
			carla,
		];
		const asks = {
			conditions: { conditions: [{ leftValue: '={{ $json.due.slice(0, 10) }}', rightValue: 'x' }] },
		};
		const of = (merged: Person[]) => {
			const play = played({ rows, ...at('filter', asks), merged });
			play.workflow.settings = { timezone: 'Europe/Amsterdam' };
			return play;
		};
		const base = of([anna, ben]);
		const [found, ...others] = breaches('in the own time zone', base, of([ben]));
		expect(others).toEqual([]);
		expect(found.happened).toContain(
			'goes by the day or the hour in UTC: “2026-03-26T23:20:00.000Z” is “2026-03-27T00:20:00.000+01:00”',
		);
		const [mend] = mendsFor(found, baseOf(base));
		expect(mend.advice).toContain(
			"{{ DateTime.fromISO($json.due).setZone('Europe/Amsterdam').toISODate() }}",
		);
		expect(breaches('in the own time zone', base, of([anna, ben]))).toEqual([]);
		const bracketed = { ...asks, leftValue: "={{ $json['Pickup at'].slice(0, 10) }}" };
		const other = played({ rows, ...at('filter', bracketed), merged: [anna, ben] });
		other.workflow.settings = { timezone: 'Europe/Amsterdam' };
		expect(mendsFor(found, baseOf(other))[0].advice).toContain(
			"DateTime.fromISO($json['Pickup at'])",
		);
		// A text that says another day then, goes by the letters too.
		const say = (day: string) => ({
			...of([ben]),
			rounds: played({ rows, merged: [ben], messages: [sent(ben.phone, `On ${day}`)] }).rounds,
		});
		expect(inShort(breaches('in the own time zone', say('Friday'), say('Saturday')))).toEqual([
			'change misread at Send',
		]);
		expect(breaches('in the own time zone', say('Friday'), say('Friday'))).toEqual([]);
		base.workflow.nodes[2].parameters.value = '={{ $now.toUTC() }}';
		expect(relationOf('in the own time zone').world(baseOf(base))).toBeUndefined();
	});
});

test('what a node has made for a row is read by that person', () => {
	const coded = people.map((one, place) => ({ ...one, code: `3177${place}5c8720e` })) as Person[];
	const codeOf = (one: Person) => (one as { code: string }).code;
	const say = (codes: string[]) =>
		inShort(
			well({
				...at('code'),
				merged: coded,
				messages: people.map(({ phone }, place) => sent(phone, `Your code: ${codes[place]}`)),
			}),
		);
	expect(say(coded.map(codeOf))).toEqual([]);
	expect(say(coded.map(() => codeOf(coded[0])))).toEqual(['change rows at Send']);
	// What stands in another field of hers may be hers, too.
	const both = coded.map((one, place) => ({ ...one, next: codeOf(coded[(place + 1) % 3]) }));
	const told = well({
		...at('code'),
		merged: both as Person[],
		messages: people.map(({ phone }, place) =>
			sent(phone, `Next: ${codeOf(coded[(place + 1) % 3])}`),
		),
	});
	expect(told).toEqual([]);
	// A list of all has her own, too.
	expect(say(coded.map(() => coded.map(codeOf).join()))).toEqual([]);
});

test('what only leads back to a loop stands between no list and what sends', () => {
	const nodes = [node('Loop', 'splitInBatches'), node('Tell', 'noOp'), node('Join', 'noOp')];
	const lines = {
		Rows: to('Loop'),
		Loop: { main: [[], ...to('Send').main] },
		Send: to('Tell'),
		Tell: to('Loop'),
		Join: to('Send'),
	};
	const between = (connections: Workflow['connections']) =>
		pinnedBetween(
			{ name: 'x', nodes, connections } as Workflow,
			{ Rows: [], Tell: [], Join: [] },
			list,
			['Send'],
		);
	expect(between(lines)).toEqual([]);
	expect(between({ ...lines, Rows: to('Join'), Join: to('Loop') })).toEqual(['Join']);
});

test('one number that two lists write in two ways is the same; another value may be so by chance', () => {
	const pair = (one: unknown, other: unknown) =>
		spelledAlike({ Rows: asPins([{ its: one }]), Others: asPins([{ no: other }]) });
	expect(pair('040 123 4533', '+358401234533')?.pins.Rows[0].json.its).toBe('+358401234533');
	expect(pair('K-77', 'K-77 ')).toBeUndefined();
	// Who gets the same twice by it is told of, and has one key.
	const world = {
		pins: { Start: asPins([{}]), Rows: asPins([anna]), Other: asPins([{ phone: '8 612 34567' }]) },
	};
	const of = (times: number) =>
		played({ rows: [anna], messages: Array.from({ length: times }, () => hello(anna)), world });
	const [found, ...others] = breaches('spelled alike', of(2), of(1));
	expect(others).toEqual([]);
	expect(inShort([found])).toEqual(['change spelled at Send']);
	const advice = mendsFor(found, baseOf(of(2))).map((one) => one.advice);
	expect(advice.some((one) => one.includes(".replace(/\\D/g, '').slice(-8)"))).toBe(true);
	expect(breaches('spelled alike', of(1), of(1))).toEqual([]);
	expect(pair(150_000, '150000')).toBeUndefined();
});

describe('a node that lets nothing through before one that asks whether there is any', () => {
	const counts = {
		leftValue: '={{ ($json.tank || []).length }}',
		rightValue: 1,
		operator: { type: 'number', operation: 'lt' },
	};
	function of(passed: object[], condition: object = counts, more: Partial<WorkflowNode> = {}) {
		const play = played();
		play.workflow.nodes.push(
			{ ...node('Fresh', 'filter'), ...more },
			node('All', 'aggregate'),
			node('None?', 'if', { conditions: { conditions: [condition] } }),
		);
		Object.assign(play.workflow.connections, {
			Rows: to('Merge', 'Fresh'),
			Fresh: to('All'),
			All: to('None?'),
			'None?': to('Send'),
		});
		const [{ runs }] = play.rounds;
		// A filter gives what it discards, too.
		runs.Fresh = [{ ...runs.Merge[0], order: 2.5, outputs: [passed, people] }] as never;
		return breaches('all well', play).filter(({ node: where }) => where === 'Fresh');
	}
	test('is told, and gets Always Output Data', () => {
		const [found] = of([]);
		expect(found).toMatchObject({ level: 'change', kind: 'nothing' });
		expect(found.happened).toContain('“Fresh” lets no item through, and “None?”');
	});
	test.each([
		['lets something through', [{ a: 1 }], counts, {}],
		['gives an empty item', [], counts, { alwaysOutputData: true }],
		[
			'stands before one that asks for something else',
			[],
			{ ...counts, operator: { type: 'string', operation: 'equals' } },
			{},
		],
	])('is none that %s', (_, passed, condition, more) => {
		expect(of(passed, condition, more)).toEqual([]);
	});
});

test('of rows of somebody that differ, each is offered to go out', () => {
	const rows = [{ ...anna, line: '12' }, { ...anna, line: '31' }, ben] as Person[];
	const given = {
		rows,
		...at('removeDuplicates', { compare: 'selectedFields', fieldsToCompare: 'phone' }),
		merged: [rows[0], ben],
	};
	const advice = mendsFor(
		{ level: 'know', kind: 'old', node: 'Merge', happened: '' },
		baseOf(played(given)),
	);
	expect(advice.map((one) => one.advice)).toEqual([
		'If each of them is to go out, have it compare phone, line.',
	]);
});

test('whose row ends where others are read again was left out by what chose between', () => {
	const play = played({ merged: [anna], messages: [hello(anna)] });
	play.workflow.nodes.splice(2, 0, node('IDs', 'set'), node('Compare', 'compareDatasets'));
	Object.assign(play.workflow.connections, {
		Rows: to('IDs'),
		IDs: to('Compare'),
		Compare: to('Merge'),
	});
	Object.assign(play.workflow.nodes.find(({ name }) => name === 'Merge')!, {
		type: 'n8n-nodes-base.set',
	});
	const [{ runs }] = play.rounds;
	const ids = people.map(({ id }) => ({ id }));
	runs.IDs = [{ ...runs.Rows[0], order: 1.2, given: people, outputs: [ids] }] as never;
	runs.Compare = [{ ...runs.Rows[0], order: 1.4, given: ids, outputs: [[ids[0]]] }] as never;
	runs.Merge = [{ ...runs.Merge[0], given: [ids[0]] }] as never;
	expect(inShort(breaches('all well', play))).toEqual(['know left out at Compare']);
	// What lets all through has left out nobody.
	runs.Compare = [{ ...runs.Compare[0], outputs: [ids] }] as never;
	expect(inShort(breaches('all well', play))).toEqual(['change rows at Merge']);
});

test('two people with one number who would get the same words may get them once', () => {
	const both = [anna, { ...ben, phone: anna.phone }];
	const said = [{ messageId: '1' }, { to: anna.phone, skipped: 'alreadySent', sameMessage: false }];
	const texts = (...all: string[]) =>
		both.map((one, place) => ({ ...one, name: `${one.name} Ray`, text: all[place] })) as Person[];
	const of = (rows: Person[]) =>
		inShort(
			well({
				...{ rows, said, messages: [hello(rows[0])] },
				node: {
					parameters: {
						...{ resource: 'sms', operation: 'send' },
						...{ to: '={{ $json.phone }}', text: '={{ $json.text }}' },
					},
				},
			}),
		);
	expect(of(texts('Hi Anna Ray, we open at 8', 'Hi Ben Ray, we open at 8'))).toContain(
		'know key at Send',
	);
	expect(of(texts('Hi Anna Ray, order 1', 'Hi Ben Ray, order 2'))).toContain('change key at Send');
});
