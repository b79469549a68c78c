import { onMoreDays } from '../../../../dev/check/advice/byNode';
import { keys } from '../../../../dev/check/advice/expressions';
import { mendsFor } from '../../../../dev/check/advice/mends';
import { weekdaysOf } from '../../../../dev/check/copy/schedules';
import { sampleIn } from '../../../../dev/check/copy/sampleItems';
import { remembering } from '../../../../dev/check/play/memory';
import { baseOf } from '../../../../dev/check/relations/base';
import { turned } from '../../../../dev/check/worlds/cells';
import { withMore } from '../../../../dev/check/worlds/changes';
import { daysIn, timeOn, timesToTry } from '../../../../dev/check/worlds/itsDay';
import { rowsOf } from '../../../../dev/check/worlds/rows';
import { allOf } from '../../../../dev/check/some';
import { DAY_MS } from '../../../../dev/check/worlds/world';
import type { WorkflowNode } from '../../../../dev/n8n/types';
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
} from './madeUp';

// cspell:ignore danmark norge dansko
/** What the fourteenth set has taught the check: found there, and what a good workflow has that looks like it. */
const [anna, ben, carla] = people;
const listOf = (node: string) => ({
	...{ node, at: [], numbers: [['phone']], others: [], isWrittenTo: true },
});

describe('a country is named in whatever language', () => {
	const rows = [
		{ name: 'Lise', phone: '20 11 22 33', land: 'Danmark' },
		{ name: 'Lars', phone: '912 48 306', land: 'Norge' },
	];
	const numbers = ['+4520112233', '+4591248306'];
	const play = (given: object[] = rows) => {
		const messages = numbers.map((to, place) => sent(to, `Hello ${rows[place].name}`));
		return played({ rows: given as Person[], messages });
	};
	test('not where others have numbers of another country than they name', () => {
		const third = { name: 'Ana', phone: '+34 612 345 678', land: 'Danmark' };
		const play = played({
			rows: [...rows, third] as Person[],
			messages: [...numbers, '+34612345678'].map((to) => sent(to, 'Hello')),
		});
		expect(inShort(breaches('all well', play)).join()).not.toContain('country');
	});
	const found = (given?: object[]) =>
		breaches('all well', play(given)).filter(({ kind }) => kind === 'country');

	test('a number that goes to another one than its row names is found, and read by that', () => {
		const [one] = found();
		expect(one).toMatchObject({ level: 'change', node: 'Send', at: ['land'] });
		expect(one.happened).toContain('Norge');
		const base = baseOf(play());
		const [mend] = mendsFor(one, base);
		const node = mend.apply(base.play.workflow).nodes.find(({ name }) => name === 'Send')!;
		expect(node.parameters.options).toEqual({
			defaultCountry: `={{ ({ "Danmark": 'DK', "Norge": 'NO' })[$json.land] }}`,
		});
	});
	test('also where somebody has left a space behind it', () => {
		const spaced = play([rows[0], { ...rows[1], land: 'Norge ' }]);
		const [one] = breaches('all well', spaced).filter(({ kind }) => kind === 'country');
		const [mend] = mendsFor(one, baseOf(spaced));
		expect(mend.advice).toContain(`({ "Danmark": 'DK', "Norge": 'NO' })[$json.land?.trim()]`);
	});
	test.each([
		['a word that names no country', { ...rows[1], land: 'Dansko' }],
		['a number that nobody has there', { ...rows[1], land: 'Latvija', phone: '912 48 306' }],
	])('not by %s', (_, second) => expect(found([rows[0], second])).toEqual([]));
});

describe('all possible combinations', () => {
	const notices = ['Closed on Monday', 'Closed on Friday'];
	const both = (rows: object[], others: object[]) => {
		const merged = rows.flatMap((row) => others.map((other) => ({ ...row, ...other })));
		const play = played({
			...at('merge', { mode: 'combine', combineBy: 'combineAll' }),
			...{ rows: rows as Person[], merged: merged as Person[] },
			messages: people.flatMap(({ phone }) => notices.map((text) => sent(phone, text))),
		});
		const [one] = play.rounds[0].runs.Merge;
		play.rounds[0].runs.Merge = [{ ...one, given: [...rows, ...others] as never }];
		return inShort(breaches('all well', play)).filter((one) => /(rows|several) at/.test(one));
	};
	test('are meant where nothing says what belongs to whom', () => {
		expect(
			both(
				people,
				notices.map((text) => ({ text })),
			),
		).toEqual(['know several at Merge']);
	});
	test('are not where something does', () => {
		const orders = notices.map((text, place) => ({ text, customer: people[place].id }));
		expect(both(people, orders)).toEqual(['change rows at Merge']);
	});
});

describe('rows joined by fields of two names', () => {
	const byPair = { mergeByFields: { values: [{ field1: 'bus', field2: 'Bus' }] } };
	const joined = (left: object, right: object) => {
		const merged = [{ ...left, ...right }];
		const play = played({ ...at('merge', byPair), rows: [anna], merged: merged as Person[] });
		const [one] = play.rounds[0].runs.Merge;
		play.rounds[0].runs.Merge = [{ ...one, given: [left, right] as never }];
		return inShort(breaches('all well', play)).filter((one) => one.includes('joined'));
	};
	test('belong together where each has its own', () => {
		expect(joined({ ...anna, bus: '3' }, { Bus: 3, leaves: '9:00' })).toEqual([]);
	});
	test('and do not where neither has', () => {
		expect(joined({ ...anna, bus: '' }, { Bus: '', leaves: '9:00' })).toEqual([
			'change joined at Merge',
		]);
	});
});

test('a yes is turned into the no that others have in that field', () => {
	const pins = {
		Rows: asPins([
			{ ...anna, active: 'da' },
			{ ...ben, active: 'ne' },
		]),
	};
	const [row] = rowsOf(pins, listOf('Rows'));
	const [flag] = turned(pins, row).filter(({ field }) => field === 'active');
	expect(flag.pins.Rows[0].json.active).toBe('ne');
});

describe('a new row', () => {
	const { workflow } = played();
	const more = (rows: object[], key?: string) => {
		const pins = { Rows: asPins(rows) };
		const list = listOf('Rows');
		const options = key ? { onceKey: { values: { key } } } : {};
		const nodes = workflow.nodes.map((node) =>
			node.name === 'Send'
				? { ...node, parameters: { ...node.parameters, options } }
				: node.name === 'Merge'
					? { ...node, type: 'n8n-nodes-base.if', parameters: { asked: '={{ $json.id }}' } }
					: node,
		);
		return withMore({ ...workflow, nodes }, pins, [list], rowsOf(pins, list)[0]);
	};
	test('has a number of its own, also where some rows have none', () => {
		const rows = [
			{ ...anna, order: 'R-1' },
			{ ...ben, order: '' },
			{ ...carla, order: '' },
		];
		expect(more(rows).Rows.at(-1)?.json.order).toBe('R-9001');
	});
	test('has its own of what stands first in a piece of a Once Key, although a condition reads it', () => {
		expect(more(people, '={{ $json.id || $json.phone }}').Rows.at(-1)?.json.id).toBe('A-9001');
		expect(more(people, '={{ $json.phone }}').Rows.at(-1)?.json.id).toBe('A-1');
	});
	test('takes no row away that was made at the same time', () => {
		const made = '2026-05-20T08:12:00.000Z';
		const pins = {
			Rows: asPins([
				{ ...anna, made },
				{ ...ben, made: '' },
			]),
			Mark: asPins([{ made }]),
		};
		const list = listOf('Rows');
		const given = withMore(workflow, pins, [list], rowsOf(pins, list)[0]);
		expect(given.Mark).toHaveLength(1);
	});
});

test('what a message goes to is a number, whatever its field is called', () => {
	const { workflow } = played({
		node: { parameters: { resource: 'sms', to: '={{ $json.komu }}' } },
	});
	expect(sampleIn(workflow, 'komu')).toMatch(/^\+370/);
	expect(sampleIn(workflow, 'kdo')).toBe('Sample 1');
});

describe('a list that is only looked at', () => {
	const looked = (more: object = {}) => {
		const play = played(more);
		play.workflow.nodes.splice(1, 0, {
			...{ id: 'gone', name: 'Gone', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
			...{ position: [0, 0], parameters: {} },
		} as WorkflowNode);
		play.workflow.connections.Start = { main: [[{ node: 'Gone', type: 'main', index: 0 }]] };
		play.workflow.connections.Gone = { main: [[{ node: 'Rows', type: 'main', index: 0 }]] };
		const rows = [{ number: '+37064444444' }, { number: '+37065555555' }];
		play.world = { ...play.world, pins: { ...play.world.pins, Gone: asPins(rows) } };
		for (const { runs } of play.rounds)
			runs.Gone = [{ ...runs.Rows[0], outputs: [rows] as never, order: 0.5 }];
		return play;
	};
	const nothing = looked({ messages: [], merged: [] });
	const found = (control = looked()) =>
		breaches('nothing to look at', looked(), nothing, () => control);

	test('may be empty: nobody is silenced by that', () => {
		const [one] = found();
		expect(inShort([one])).toEqual(['change nothing at Gone']);
		const [mend] = mendsFor(one, baseOf(looked()));
		const node = mend.apply(looked().workflow).nodes.find(({ name }) => name === 'Gone');
		expect(node?.alwaysOutputData).toBe(true);
		// Behind a condition that lets nothing through, an empty item would go out as if it had passed.
		const stuck = { ...one, from: undefined };
		expect(mendsFor(stuck, baseOf(looked()))).toEqual([]);
	});
	test('is needed where one row of it is not enough for all', () => {
		expect(found(looked({ messages: [hello(anna)] }))).toEqual([]);
	});
	test('gives an empty item where it always gives one', () => {
		const base = baseOf(looked());
		const { world } = relationOf('nothing to look at');
		expect(world(base)?.pins.Gone).toEqual([]);
		base.play.workflow.nodes.find(({ name }) => name === 'Gone')!.alwaysOutputData = true;
		expect(world(base)?.pins.Gone).toEqual([{ json: {} }]);
	});
});

describe('the next time', () => {
	const trigger = { parameters: { rule: { interval: [{ field: 'minutes' }] } } };
	const given = { ...at('if', { asked: '={{ $json.id }}' }), trigger, rows: people, again: [] };
	test('a row has the next number of each series', () => {
		const { world } = relationOf('the next one');
		const later = world(baseOf(played(given)))?.later;
		expect(later?.Rows.map(({ json }) => json.id)).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
		expect(world(baseOf(played({ ...given, trigger: {} })))).toBeUndefined();
	});
	test('it goes out as it would have at first', () => {
		const base = played(given);
		const { later } = relationOf('the next one').world(baseOf(base))!;
		const dana = later!.Rows.at(-1)!.json as Person;
		const rows = [...people, dana];
		const control = played({ ...given, rows });
		const found = (again: typeof given.again, asked = '={{ $json.id }}') => {
			const play = played({ ...given, ...at('if', { asked }), again, world: { later } });
			const [one] = play.rounds[1].runs.Merge;
			play.rounds[1].runs.Merge = [{ ...one, given: rows as never }];
			return inShort(breaches('the next one', base, play, () => control));
		};
		expect(found([])).toEqual(['change rising at Merge']);
		expect(found([hello(dana)] as never)).toEqual([]);
		// Who is new on a list of those who are told of something else is told of nothing new.
		base.workflow.nodes[2].parameters = { asked: '={{ $json.incident }}' };
		expect(found([], '={{ $json.incident }}')).toEqual([]);
	});
});

describe('a schedule that pauses', () => {
	const now = Math.floor(Date.now() / DAY_MS);
	const noonOn = (day: number) => new Date((day + 0.5) * DAY_MS).toISOString();
	/** A Monday to come. */
	const monday = now + 7 - ((now + 3) % 7);
	const dayOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
	const rows = people.map((row, place) => ({ ...row, day: dayOf(monday + place) }));
	const given = {
		rows,
		trigger: {
			parameters: { rule: { interval: [{ field: 'weeks', triggerAtDay: [1, 2, 3, 4, 5] }] } },
		},
		...at('filter', { asked: '={{ $now.plus({ days: 1 }).toISODate() }}' }),
	};
	const base = () => played({ ...given, merged: [ben], world: { today: noonOn(monday) } });
	const found = (sunday: Person[], friday: Person[] = []) =>
		breaches('at the end of the pause', base(), played({ ...given, merged: sunday }), (name) =>
			played({
				...given,
				merged: name === 'after the pause' ? [ben] : name === 'in the pause' ? [] : friday,
			}),
		);

	test('sends nothing of what falls on the day after it', () => {
		const [one] = found([anna]);
		expect(inShort([one])).toEqual(['change paused at Start']);
		expect(one.happened).toContain('on Saturday and Sunday, and Anna gets nothing');
		const [mend] = mendsFor(one, baseOf(base()));
		expect(mend.advice).toContain('on Sunday too');
		const start = mend.apply(base().workflow).nodes.find(({ name }) => name === 'Start')!;
		expect(weekdaysOf(start)).toEqual([0, 1, 2, 3, 4, 5]);
	});
	test('is right where the last day before it sends that too', () => {
		expect(found([anna], [anna])).toEqual([]);
	});
	test('is right where two days before it sends that', () => {
		const play = (name: string) =>
			played({ ...given, merged: name === 'earlier than the pause' ? [anna] : [] });
		expect(
			breaches('at the end of the pause', base(), play('earlier than the pause'), play),
		).toEqual([]);
	});
	test('is played on the days around it', () => {
		const days = [
			...['earlier than the pause', 'before the pause', 'in the pause', 'at the end of the pause'],
			'after the pause',
		].map((name) => {
			const { today: then = '' } = relationOf(name).world(baseOf(base())) ?? {};
			return Math.floor(Date.parse(then) / DAY_MS) - monday;
		});
		expect(days).toEqual([-4, -3, -2, -1, 0]);
	});
	test('goes by the days on which it comes', () => {
		const triggerAtDay = [1, 3, 5];
		const rule = { interval: [{ field: 'weeks', triggerAtDay }] };
		const on = baseOf(played({ ...given, trigger: { parameters: { rule } } }));
		const { today: then = '' } = relationOf('earlier than the pause').world(on) ?? {};
		expect(triggerAtDay).toContain(new Date(then).getUTCDay());
	});
	test.each([
		[{ field: 'days', triggerAtHour: 7 }, 'Europe/Athens', '05:00'],
		[{ field: 'cronExpression', expression: '0 30 17,19 * * *' }, 'America/New_York', '22:30'],
		[{ field: 'minutes' }, 'Pacific/Auckland', '23:00'],
	])('%j comes in %s at %s in UTC', (interval, timezone, utc) => {
		const { workflow, trigger } = played({
			trigger: { parameters: { rule: { interval: [interval] } } },
		});
		const winter = Date.UTC(2027, 0, 12) / DAY_MS;
		const time = timeOn({ ...workflow, settings: { timezone } }, trigger, winter);
		expect(time.slice(11, 16)).toBe(utc);
	});
	test('written as a cron expression comes on a day more, too', () => {
		const rule = { interval: [{ field: 'cronExpression', expression: '0 9 * * 1-5' }] };
		const { parameters } = played({ trigger: { parameters: { rule } } }).trigger;
		const { workflow } = played({ trigger: { parameters } });
		const [mend] = allOf(onMoreDays(workflow.nodes[0], [0]));
		const mended = mend.apply(workflow);
		expect(mended.nodes[0].parameters.rule).toEqual({
			interval: [{ field: 'cronExpression', expression: '0 9 * * 0,1,2,3,4,5' }],
		});
	});
	test.each([
		[{ field: 'weeks', triggerAtDay: [6, 0] }, [6, 0]],
		[{ field: 'cronExpression', expression: '0 9 * * 1-5' }, [1, 2, 3, 4, 5]],
		[{ field: 'cronExpression', expression: '0 0 9 * * MON,fri' }, [1, 5]],
		[{ field: 'cronExpression', expression: '0 9 * * *' }, [0, 1, 2, 3, 4, 5, 6]],
		[{ field: 'hours' }, [0, 1, 2, 3, 4, 5, 6]],
		[{ field: 'cronExpression', expression: '0 9 * * 1#2' }, [0, 1, 2, 3, 4, 5, 6]],
		[{ field: 'weeks', triggerAtDay: ['1'] }, [1]],
	])('%j comes on %j', (interval, days) => {
		const type = 'n8n-nodes-base.scheduleTrigger';
		const node = { name: 'Start', type, parameters: { rule: { interval: [interval] } } };
		expect(weekdaysOf(node)).toEqual(days);
	});
});

describe('the day that rows are about', () => {
	const year = new Date().getUTCFullYear() + 1;
	const pins = { Rows: asPins([{ day: `${year}-05-03` }, { day: `05/14/${year}` }]) };
	const tried = (asked: string) => {
		const { workflow, trigger } = played(at('filter', { asked }));
		return timesToTry(workflow, trigger, pins).map((group) =>
			group.map((time) => time.slice(0, 10)),
		);
	};
	test('and its hours are near', () => {
		const born = asPins([{ at: '1985-05-03T10:00:00Z' }, { at: `${year}-05-03T10:00:00Z` }]);
		const { workflow, trigger } = played(at('filter', { asked: '={{ $now }}' }));
		const years = timesToTry(workflow, trigger, { Rows: born })
			.flat()
			.map((time) => parseInt(time, 10));
		expect(Math.min(...years)).toBeGreaterThan(2020);
	});
	test('is none that is far ahead, or that no calendar has', () => {
		expect(daysIn({ Rows: asPins([{ until: '2999-12-31' }, { no: '14.13.2026' }]) })).toEqual([]);
	});
	test('is the next birthday of who was born long ago, and the nearest comes first', () => {
		const thisDay = new Date().toISOString().slice(5, 10);
		const soon = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
		const days = daysIn({ Rows: asPins([{ day: soon }, { day: `1988-${thisDay}` }]) });
		expect(days).toEqual([0, 20].map((more) => Math.floor(Date.now() / DAY_MS) + more));
	});
	test('and the day before are tried, where the workflow asks for the day', () => {
		expect(tried('={{ $now.toISODate() }}').slice(0, 2)).toEqual([
			[`${year}-05-02`, `${year}-05-13`],
			[`${year}-05-03`, `${year}-05-14`],
		]);
		expect(tried('={{ $json.day }}')).toEqual([]);
		// Whatever the rows say, each day of the week comes.
		expect(tried('={{ $now.weekday }}').at(-1)).toHaveLength(6);
	});
});

test('what two lists spell in two ways is the same number, with its country code or without', () => {
	const play = played({ rows: people });
	const own = [{ to: '37061234567' }, { to: '37062345678' }, { to: '37063456789' }];
	const rows = ['0612 34567', '0623 45678', '+370 634 56789'].map((phone) => ({ phone }));
	play.world.pins = { Start: asPins(own), Rows: asPins(rows) };
	const pins = relationOf('spelled alike').world(baseOf(play))?.pins;
	expect(pins?.Rows.map(({ json }) => json.phone)).toEqual(pins?.Start.map(({ json }) => json.to));
});

describe('what a Code node keeps', () => {
	const code =
		"const kept = $getWorkflowStaticData('global'); kept.count = (kept.count ?? 0) + 1; return kept.count;";
	const node = { name: 'Count', type: 'n8n-nodes-base.code', parameters: { jsCode: code } };
	const memory = { address: 'http://127.0.0.1:1/', forget: () => undefined };
	const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
	test('is there the next time, and its own code stays as it is', async () => {
		let kept: unknown = {};
		const helpers = {
			httpRequest: async ({ method, body }: { method?: string; body?: unknown }) => {
				if (method === 'PUT') kept = structuredClone(body);
				return structuredClone(kept);
			},
		};
		const { parameters } = remembering(node as unknown as WorkflowNode, memory);
		const run = new AsyncFunction(String(parameters.jsCode));
		expect([await run.call({ helpers }), await run.call({ helpers })]).toEqual([1, 2]);
	});
	test('also of what fails then, as n8n does', async () => {
		const failing = {
			...node,
			parameters: { jsCode: `${code.split('return')[0]}throw new Error('No rows')` },
		};
		const httpRequest = jest.fn(async () => ({}));
		const { parameters } = remembering(failing as unknown as WorkflowNode, memory);
		const run = new AsyncFunction(String(parameters.jsCode));
		await expect(run.call({ helpers: { httpRequest } })).rejects.toThrow('No rows');
		expect(httpRequest).toHaveBeenLastCalledWith(
			expect.objectContaining({ method: 'PUT', body: { ' global': { count: 1 } } }),
		);
	});
});

test('a key that is another one only where its field is empty has a code of the row there', () => {
	const rows = people.map((row, place) => ({ ...row, plate: `KT-${place}` }));
	const key = '={{ $json.order || $execution.id }}';
	const play = played({
		rows,
		node: {
			parameters: {
				...{ resource: 'sms', operation: 'send', to: '={{ $json.phone }}', text: 'Ready' },
				options: { onceKey: { values: { key } } },
			},
		},
	});
	play.workflow.nodes.find(({ name }) => name === 'Send')!.type =
		'n8n-nodes-messaging-service-sms.messagingService';
	const advised = keys(play.workflow.nodes.at(-1)!, baseOf(play)).map(({ advice }) => advice);
	expect(advised).toContain(
		"Set the Key to {{ $json.order || $json.plate + ' ' + $today.toISODate() }}",
	);
});
