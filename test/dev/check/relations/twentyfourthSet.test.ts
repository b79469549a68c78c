import { mendsFor } from '../../../../dev/check/advice/mends';
import { baseOf } from '../../../../dev/check/relations/base';
import { type Breach, breachesOf } from '../../../../dev/check/relations/relation';
import { aboutOthers } from '../../../../dev/check/worlds/cells';
import { rowsOf, withRows } from '../../../../dev/check/worlds/rows';
import type { Play } from '../../../../dev/check/play/round';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import {
	advised,
	asPins,
	at,
	found,
	hello,
	inShort,
	passage,
	people,
	played,
	relationOf,
	sent,
} from './madeUp';

const [anna, ben, carla] = people;

/** What the twenty-fourth set has taught the check: found there, and what a good workflow has that looks like it. */
describe("A Once Key that is somebody else's", () => {
	const options = { onceKey: { values: { key: '={{ $json.order }}' } } };
	const parameters = { to: '={{ $json.phone }}', text: '={{ $json.place }} {{ $json.name }}' };
	const node = {
		parameters: { resource: 'sms', operation: 'send', ...parameters, options },
	};
	const kept = (places: string[]): Play => {
		const rows = people.map((one, at) => ({ ...one, order: '41', place: places[at] }));
		const skipped = { skipped: 'alreadySent', to: '37063456789', sameMessage: false };
		const said = [{ to: '37061234567' }, { to: '37062345678' }, skipped];
		return played({ node, rows, said, messages: [anna, ben].map(hello) });
	};
	test('keeps back a message about something else', () => {
		expect(found('key', kept(['Main Street', 'Main Street', 'Mill Lane']))).toMatchObject([
			{
				level: 'change',
				node: 'Send',
				happened: "A message for Carla isn't sent: one for somebody else had the same Once Key.",
			},
		]);
	});
	test('may be meant where both would read the same', () => {
		expect(found('key', kept(['Mill Lane', 'Main Street', 'Mill Lane']))).toMatchObject([
			{ level: 'know' },
		]);
	});
});

describe('A time of the afternoon', () => {
	const format = (text: string) =>
		at('set', { assignments: { assignments: [{ name: 'at', value: text, type: 'string' }] } });
	const says = (time: string, start = '2026-12-02T14:30:00+01:00', more = {}): Play => {
		const rows = [{ ...anna, start, ...more }] as object[];
		const merged = [{ ...rows[0], at: time }] as object[];
		const value = `={{ DateTime.fromISO($json.start).toFormat("d LLLL 'at' hh'h'mm") }}`;
		const play = played({
			...format(value),
			...{ rows, merged, messages: [sent(anna.phone, `See you ${time}`)] },
		});
		play.workflow = { ...play.workflow, settings: { timezone: 'Europe/Paris' } };
		return play;
	};
	test('is read as one of the morning where nothing says which', () => {
		const play = says('2 December at 02h30');
		const [breach, ...others] = found('misread', play);
		expect(others).toEqual([]);
		expect(breach.happened).toContain('Anna reads 02h30 in place of “start”');
		expect(advised(breach, play)[0]).toBe(
			`Count the hours to 24: set at to {{ DateTime.fromISO($json.start).toFormat("d LLLL 'at' HH'h'mm") }}.`,
		);
	});
	test.each([
		['it says pm', says('02:30 pm')],
		['it says so in words', says('02:30 de la tarde')],
		['no zero stands before it', says('2:30')],
		['its own hour stands there too', says('14:30, which is 02:30')],
		['it is one of the morning', says('02:30', '2026-12-02T02:30:00+01:00')],
		['the row has that hour', says('02:30', undefined, { until: '02:30' })],
	])('is right where %s', (_, play) => {
		expect(found('misread', play)).toEqual([]);
	});
});

describe('Sums by customer', () => {
	const bills = [
		{ ...anna, amount: 1250, currency: 'EUR' },
		{ ...anna, amount: 640, currency: 'CHF' },
		{ ...ben, amount: 100, currency: 'CHF' },
	];
	const summed = (rows: object[], sum = 1890): Play =>
		played({
			...at('summarize', { fieldsToSplitBy: 'phone' }),
			rows,
			merged: [
				{ phone: anna.phone, sum_amount: sum },
				{ phone: ben.phone, sum_amount: 100 },
			] as object[],
		});
	test('are of one currency each', () => {
		const play = summed(bills);
		const [breach, ...others] = found('across', play);
		expect(others).toEqual([]);
		expect(breach.happened).toBe('“Merge” adds up 1250 EUR and 640 CHF: 1890 of no currency.');
		expect(advised(breach, play)[0]).toBe('Split by currency too: phone, currency.');
		expect(found('across', summed(bills.map((one) => ({ ...one, currency: 'CHF' }))))).toEqual([]);
		// The sum may be one of them.
		expect(found('across', summed([bills[0], { ...bills[1], amount: 0 }, bills[2]], 1250))).toEqual(
			[],
		);
	});
});

describe('What is written into rows after sending', () => {
	const rows = people.map((one, place) => ({ ...one, row_number: place + 2 }));
	const writes = (numbers: number[], merged: object[] = rows.slice(1)): Play => {
		const play = played({ rows, merged, messages: [ben, carla].map(hello) });
		const name = 'Write';
		const update = { name, type: 'n8n-nodes-base.noOp', matchingColumns: ['row_number'] };
		const { nodes, connections } = play.workflow;
		play.workflow = {
			...play.workflow,
			nodes: [...nodes, { parameters: {}, ...update } as unknown as WorkflowNode],
			connections: { ...connections, Send: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		};
		const shown = numbers.map((number) => ({ 'columns value row_number': number }));
		play.rounds[0].runs[`${name}, what it gets`] = passage(4, [], shown);
		return play;
	};
	test('stands in the rows of those who got something', () => {
		const play = writes([2, 3]);
		const [breach, ...others] = found('written', play);
		expect(others).toEqual([]);
		expect(breach.happened).toBe(
			'“Write” writes into the row of Anna, to whom nothing went out, and not into that of Carla, to whom something did.',
		);
		expect(advised(breach, play)).toContain(
			"Set row_number to {{ $('Merge').item.json.row_number }}: so it stands in the row.",
		);
		expect(found('written', writes([3, 4]))).toEqual([]);
		// Of whom something went wrong, that may be written down.
		expect(found('written', writes([2], rows))).toEqual([]);
		// More may be written than was sent, on purpose.
		expect(found('written', writes([2, 3, 4]))).toEqual([]);
	});
});

describe('Rows within items that are about something themselves', () => {
	const roads = [
		{ road: 'Mill Lane', houses: [anna, ben] },
		{ road: 'Main Street', houses: [carla] },
	];
	const pins = { Roads: asPins(roads) };
	const list = {
		node: 'Roads',
		at: ['houses'],
		numbers: [['phone']],
		others: [],
		isWrittenTo: true,
	};
	const after = (change: (rows: object[]) => object[]) =>
		withRows(pins, list, change as never).Roads.map(({ json }) => json.houses);
	test('stay in their item, whatever order they come in', () => {
		expect(after((rows) => rows.toReversed())).toEqual([[ben, anna], [carla]]);
		expect(after((rows) => rows.slice(1))).toEqual([[ben], [carla]]);
		expect(after((rows) => rows.with(1, { ...ben, name: 'Bo' }))).toEqual([
			[anna, { ...ben, name: 'Bo' }],
			[carla],
		]);
		expect(after((rows) => [...rows, { name: 'Dana' }])).toEqual([
			[anna, ben],
			[carla, { name: 'Dana' }],
		]);
	});
});

test('a report about another message has another ID, also of its parts, however it is formed', () => {
	const trigger = { name: 'Reports', type: 'x.messagingServiceTrigger', parameters: {} };
	const workflow = { nodes: [trigger], connections: {} } as never;
	const report = (messageId: string, more = {}) => ({
		messageId,
		partId: `${messageId}-1`,
		...more,
	});
	const pins = {
		Reports: asPins([
			report('m-702'),
			report('0a1b2c3d-0000-4000-8000-000000000000'),
			report('abc'),
		]),
		Rows: asPins([{ messageId: 'm-702', note: 'm-702 it is' }]),
	};
	const then = aboutOthers(workflow, pins, []);
	expect(then.Reports.map(({ json }) => json)).toEqual([
		report('m-9702'),
		report('1a1b2c3d-0000-4000-8000-000000000000'),
		{ messageId: 'abc9', partId: 'abc-9001' },
	]);
	expect(then.Rows[0].json).toEqual({ messageId: 'm-9702', note: 'm-702 it is' });
});

test('an event of its own is once by a key, since in its run nothing is a duplicate', () => {
	const first = (type: string) => {
		const base = baseOf(played({ rows: [anna, anna, ben], trigger: { type } }));
		const lists = base.lists.map((one) => ({ ...one, node: 'Start' }));
		const breach = { level: 'change', kind: 'twice', node: 'Send', happened: '' } as Breach;
		const all = mendsFor(breach, { ...base, lists }).map(({ advice }) => advice);
		return all.find((advice) => /Once Key|Remove Duplicates/.test(advice));
	};
	expect(first('n8n-nodes-base.webhook')).toMatch(/^Add a Once Key/);
	expect(first('n8n-nodes-base.scheduleTrigger')).toMatch(/^Put a Remove Duplicates/);
});

test('who asks for rows in UTC may compare with days of their own', () => {
	const rows = [{ ...anna, start: '2026-12-01T20:30:00Z' }] as object[];
	const url = { url: '={{ $now.toUTC().toISO() }}' };
	const worldOf = (more: Partial<WorkflowNode>) => {
		const play = played({ rows, between: { parameters: url, ...more } });
		play.workflow = { ...play.workflow, settings: { timezone: 'Pacific/Auckland' } };
		return relationOf('in the own time zone').world(baseOf(play));
	};
	expect(worldOf({})).toBeUndefined();
	expect(worldOf({ shows: 'Rows' })?.pins.Rows[0].json).toMatchObject({
		start: '2026-12-02T09:30:00.000+13:00',
	});
});

test('a report that comes alone may be told to those of a list', () => {
	const report = { job: 'J-1', customer: 'Sid', phone: '+37069999999', town: 'Bray' };
	const marked = (reports: object[]) => {
		const text = (town: string) => `Can you take the job in ${town}?`;
		const play = played({ messages: [sent(anna.phone, text('Bray'))] });
		const pins = { ...play.world.pins, Reports: asPins(reports) };
		const reporting = { name: 'Reports', type: 'n8n-nodes-base.noOp', parameters: {} };
		play.world = { ...play.world, pins };
		play.workflow = { ...play.workflow, nodes: [...play.workflow.nodes, reporting as never] };
		const base = baseOf(play);
		const list = { node: 'Reports', at: [], numbers: [['phone']], others: [], isWrittenTo: true };
		const given = {
			...base,
			lists: [list, ...base.lists],
			people: [...base.people, ...rowsOf(pins, list)],
		};
		const mark = relationOf('marks').world(given)?.pins.Reports[0].json.town as string;
		const then = {
			...play,
			rounds: [{ ...play.rounds[0], messages: [sent(anna.phone, text(mark))] }],
		};
		return breachesOf(relationOf('marks'), given, then);
	};
	expect(marked([report])).toEqual([]);
	expect(marked([report, { ...report, job: 'J-2', customer: 'Tom', town: 'Howth' }])).toHaveLength(
		1,
	);
});

test('whose turn it is may be another one in another order', () => {
	const lead = { ...carla, name: 'Lea' };
	const turn = (one: typeof anna, isTold = true) =>
		played({
			messages: [
				...(isTold ? [hello(one)] : []),
				sent(lead.phone, `Hello Lea, ${one.name} is on the way`),
			],
		});
	const levels = (isTold: boolean) => {
		const play = turn(anna, isTold);
		const pins = { Leads: asPins([lead]), Rows: asPins([anna, ben]) };
		play.world = { ...play.world, pins: { ...play.world.pins, ...pins } };
		const base = baseOf(play);
		const [leads, rows] = Object.keys(pins).map((node) => ({
			...{ node, at: [], numbers: [['phone']], others: [], isWrittenTo: true },
		}));
		const lists = [leads, rows];
		const given = { ...base, lists, people: lists.flatMap((list) => rowsOf(pins, list)) };
		return breachesOf(relationOf('reversed'), given, turn(ben, isTold))
			.filter(({ happened }) => happened.includes('Lea gets something else'))
			.map(({ level }) => level);
	};
	expect(levels(true)).toEqual(['know']);
	expect(levels(false)).toEqual(['change']);
});

test('whom a condition turns away in a loop is left out by it, also where it is written down behind', () => {
	const ask = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', parameters: {} };
	const play = played({ ...at('if'), rows: [anna, ben], messages: [hello(anna)] });
	const note = { name: 'Note', type: 'n8n-nodes-base.noOp', parameters: {} };
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	play.workflow = {
		...play.workflow,
		nodes: [...play.workflow.nodes, ...([ask, note] as never[])],
		connections: {
			Start: { main: [to('Rows')] },
			Rows: { main: [to('Loop')] },
			Loop: { main: [[], to('Merge')] },
			Merge: { main: [to('Send'), to('Note')] },
			Send: { main: [to('Loop')] },
			Note: { main: [to('Loop')] },
		},
	} as Play['workflow'];
	Object.assign(play.rounds[0].runs, {
		Loop: passage(2, [anna, ben], [], [anna, ben]),
		Merge: passage(3, [anna, ben], [anna], [ben]),
		Note: passage(5, [ben], [{ noted: true }]),
	});
	expect(found('rows', play)).toEqual([]);
	expect(inShort(found('left out', play))).toEqual(['know left out at Merge']);
});
