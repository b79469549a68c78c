import { mendsFor } from '../../../../dev/check/advice/mends';
import { DELIVERIES } from '../../../../dev/check/relations/looks';
import summaries from '../../../../nodes/MessagingService/__schema__/v1.0.0/sms/summarizeReports.json';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Play } from '../../../../dev/check/play/round';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import {
	advised,
	at,
	breaches,
	found,
	hello,
	passage,
	people,
	played,
	relationOf,
	sent,
} from './madeUp';

const [anna, ben, carla] = people;

/** What the twenty-fifth set has taught the check: found there, and what a good workflow has that looks like it. */
describe('A time', () => {
	const says = (time: string, more: object = {}, format = 'HH:MM'): Play => {
		const rows = [{ ...anna, start: '2026-12-08T07:30:00Z', ...more }];
		const value = `={{ DateTime.fromISO($json.start).toFormat("${format}") }}`;
		const assignments = [{ name: 'at', value, type: 'string' }];
		const play = played({
			...at('set', { assignments: { assignments } }),
			...{ rows, merged: [{ ...rows[0], at: time }] as object[] },
			messages: [sent(anna.phone, `See you at ${time}`)],
		});
		play.workflow = { ...play.workflow, settings: { timezone: 'Europe/Bucharest' } };
		return play;
	};
	test('has its minutes, and not the month', () => {
		const play = says('09:12');
		const [breach, ...others] = found('misread', play);
		expect(others).toEqual([]);
		expect(breach.happened).toBe(
			'Anna reads 09:12 in place of “start”: the month stands in the place of the minutes.',
		);
		const advice = 'Write the minutes as mm: MM is the month: set at to ';
		expect(advised(breach, play)[0]).toBe(
			`${advice}{{ DateTime.fromISO($json.start).toFormat("HH:mm") }}.`,
		);
		const quoted = says('09h12', {}, "HH'h'MM, dd.MM.");
		expect(advised(found('misread', quoted)[0], quoted)[0]).toContain(`"HH'h'mm, dd.MM."`);
	});
	test.each([
		['it is as it is', says('09:30')],
		['it stands beside the other', says('09:30 to 09:12')],
		['the row has it', says('09:12', { until: '09:12' })],
		['the hour is another one, too', says('10:12')],
		['these are its minutes', says('09:12', { start: '2026-12-08T07:12:00Z' })],
		['the row names a zone in which it is the time', says('7:30', { zone: 'Europe/London' })],
	])('is right where %s', (_, play) => {
		expect(found('misread', play)).toEqual([]);
	});
	test('is in UTC where a zone that nobody has is named', () => {
		expect(found('misread', says('7:30', { zone: 'Europe/Nowhere' }))).toHaveLength(1);
	});
});

test('Amounts with the sign of a currency and letters before it are read without separators, too', () => {
	const rows = ['R$ 845,00', 'R$ 1.284,50'].map((fee, place) => ({ ...people[place], fee }));
	const play = played({ ...at('set', { value: '={{ parseFloat($json.fee) }}' }), rows });
	const world = relationOf('without separators').world(baseOf(play));
	expect(world?.pins.Rows.map(({ json }) => json.fee)).toEqual(['R$ 845,00', 'R$ 1284,50']);
});

describe('Conditions of which one is enough', () => {
	const rows = ['paid', 'open', 'planned', 'open'].map((status, place) => ({
		...[anna, ben, carla, { ...anna, name: 'Dora', phone: '+37064567890' }][place],
		status,
	}));
	const asks = (combinator: string, words = ['paid', 'planned'], operation = 'notEquals') => {
		const conditions = words.map((rightValue) => ({
			...{ leftValue: '={{ $json.status }}', rightValue },
			operator: { type: 'string', operation },
		}));
		return played({ ...at('filter', { conditions: { combinator, conditions } }), rows });
	};
	test('let everybody through, if each asks for another word that isn’t there', () => {
		const play = asks('or');
		const [breach, ...others] = found('any', play);
		expect(others).toEqual([]);
		expect(breach).toMatchObject({
			...{ level: 'change', node: 'Merge', isAstray: true },
			happened:
				"“Merge” lets Anna and Carla through: “paid” isn't “planned”, and one of its conditions is enough.",
		});
		expect(breach.wrong).toHaveLength(2);
		const [mend] = mendsFor(breach, baseOf(play));
		expect(mend.advice).toBe('Choose AND between the conditions: each of them must then hold.');
		expect(mend.apply(play.workflow).nodes[2].parameters.conditions).toMatchObject({
			combinator: 'and',
		});
	});
	test.each([
		['both must hold', asks('and')],
		['it asks for what is there', asks('or', undefined, 'equals')],
		['nobody has one of the words', asks('or', ['paid', 'gone'])],
		['it asks for one', asks('or', ['paid'])],
	])('are none where %s', (_, play) => {
		expect(found('any', play)).toEqual([]);
	});
});

describe('Steps of a number', () => {
	const rows = [1340, 620, 180].map((points, place) => ({ ...people[place], points }));
	type Step = [bound: number, operation: string, passed: typeof rows];
	const stepped = (steps: Step[], by: Array<[number, string]>): Play => {
		const play = played({
			rows,
			messages: by.map(([place, name]) => sent(people[place].phone, name, { by: name })),
		});
		const added = steps.flatMap(([bound, operation], place) => {
			const condition = {
				...{ leftValue: '={{ $json.points }}', rightValue: bound },
				operator: { type: 'number', operation },
			};
			const parameters = { conditions: { combinator: 'and', conditions: [condition] } };
			return [
				{ name: `From ${place}`, type: 'n8n-nodes-base.filter', parameters },
				{ ...play.workflow.nodes[3], name: `Send ${place}` },
			] as unknown as WorkflowNode[];
		});
		const to = (names: string[]) => ({
			main: [names.map((node) => ({ node, type: 'main', index: 0 }))],
		});
		const lines = steps.map((_, place) => [`From ${place}`, to([`Send ${place}`])] as const);
		play.workflow = {
			...play.workflow,
			nodes: [...play.workflow.nodes.slice(0, 2), ...added],
			connections: {
				Start: to(['Rows']),
				Rows: to(steps.map((_, place) => `From ${place}`)),
				...Object.fromEntries(lines),
			},
		};
		for (const [place, [, , passed]] of steps.entries())
			play.rounds[0].runs[`From ${place}`] = passage(2, rows, passed);
		return play;
	};
	const coupons: Step[] = [
		[100, 'gte', rows],
		[1000, 'gt', rows.slice(0, 1)],
		[500, 'gte', rows.slice(0, 2)],
	];
	const all: Array<[number, string]> = [
		...[0, 1, 2].map((place): [number, string] => [place, 'Send 0']),
		...[0, 1].map((place): [number, string] => [place, 'Send 2']),
		[0, 'Send 1'],
	];
	test('end where the next one begins', () => {
		const play = stepped(coupons, all);
		const [breach, ...others] = found('bounds', play);
		expect(others).toEqual([]);
		expect(breach).toMatchObject({
			...{ level: 'change', node: 'From 0', isAstray: true },
			happened:
				'Anna gets 3 messages (and so with 1 other): “From 0”, “From 2”, and “From 1” let the row through, each by the same number.',
		});
		expect(breach.wrong!.map(({ by }) => by).sort()).toEqual(['Send 0', 'Send 0', 'Send 2']);
		const [mend] = mendsFor(breach, baseOf(play));
		expect(mend.advice).toContain(
			'in “From 0”, is less than 500; in “From 2”, is less than or equal to 1000.',
		);
		const { nodes } = mend.apply(play.workflow);
		const asked = nodes.map(({ parameters: { conditions } }) => JSON.stringify(conditions));
		expect(asked.filter((one) => one?.includes('"lte"'))).toHaveLength(1);
		expect(asked.filter((one) => one?.includes('"rightValue":500'))).toHaveLength(2);
	});
	test('downward, too', () => {
		const play = stepped(
			[
				[10, 'lt', rows],
				[5, 'lte', rows.slice(0, 1)],
			],
			[
				[0, 'Send 0'],
				[0, 'Send 1'],
			],
		);
		const [breach] = found('bounds', play);
		expect(breach.node).toBe('From 0');
		expect(mendsFor(breach, baseOf(play))[0].advice).toContain('is greater than 5');
	});
	test.each([
		[
			'each row passes one',
			[
				[100, 'gte', rows.slice(2)],
				[500, 'gte', rows.slice(0, 2)],
			],
			all,
		],
		['nothing goes out behind one', coupons, all.slice(0, 3)],
		[
			'they ask in two directions',
			[
				[100, 'gte', rows],
				[500, 'lt', rows],
			],
			all,
		],
		[
			'both ask for the same',
			[
				[100, 'gte', rows],
				[100, 'gte', rows],
			],
			all,
		],
	] as Array<[string, Step[], Array<[number, string]>]>)('are none where %s', (_, steps, by) => {
		expect(found('bounds', stepped(steps, by))).toEqual([]);
	});
});

describe('What becomes of a message', () => {
	const asks = (word: string, delivery = 'delivered', field = 'delivery', operation = 'equals') => {
		const leftValue = `={{ $json.${field} }}`;
		const operator = { type: 'string', operation };
		const conditions = [{ id: 'a', leftValue, rightValue: word, operator }];
		const rows = people.map((one) => ({ ...one, delivery }));
		const play = played({
			...at('filter', { conditions: { combinator: 'and', conditions } }),
			rows,
		});
		return found('report', play);
	};
	test('is asked for in our words', () => {
		const { properties } = summaries as { properties: { delivery: { enum: string[] } } };
		expect(DELIVERIES).toEqual(properties.delivery.enum);
		const [breach, ...others] = asks('undelivered');
		expect(others).toEqual([]);
		expect(asks('undelivered', 'failed', 'delivery.toLowerCase()')).toHaveLength(1);
		expect(breach.happened).toBe(
			'“Merge” asks whether delivery is “undelivered”, which it never is: it says delivered, failed, or pending.',
		);
	});
	test.each([
		['it is one of them', asks('failed')],
		['the words are of another service', asks('undelivered', 'en route')],
		['another field is asked', asks('undelivered', 'delivered', 'status')],
		['it asks for a part of one', asks('deliver', 'delivered', 'delivery', 'contains')],
		['nothing is asked for', asks('', 'delivered', 'delivery', 'empty')],
	])('may be asked for as it is where %s', (_, breaches) => {
		expect(breaches).toEqual([]);
	});
});

describe('A Send Window', () => {
	const window = { sendWindow: true };
	const given = (rule: object, opensOn: string[] | undefined = ['monday', 'friday']) => ({
		node: {
			opensOn,
			parameters: {
				...{ resource: 'sms', operation: 'send', to: '={{ $json.phone }}' },
				options: { skipMessages: { values: window } },
			},
		},
		trigger: { parameters: { rule: { interval: [rule] } } },
	});
	// A Tuesday.
	const today = '2026-12-01T09:00:00Z';
	const at = (rule: object, opensOn?: string[]) => {
		const base = played({ ...given(rule, opensOn), world: { today } });
		base.workflow = { ...base.workflow, settings: { timezone: 'Europe/Vilnius' } };
		return { base, world: relationOf('at its time').world(baseOf(base)) };
	};
	const daily = { field: 'days', triggerAtHour: 7, triggerAtMinute: 30 };
	const skipped = people.map(({ phone: to }) => ({ to, skipped: 'outsideWindow' }));

	test.each([
		['a day on which it opens', daily, undefined, '2026-12-04T05:30:00.000Z'],
		[
			'a day on which the schedule comes',
			{ field: 'weeks', triggerAtDay: [6], triggerAtHour: 7 },
			undefined,
			'2026-12-05T05:00:00.000Z',
		],
		[
			'the minute of a cron expression',
			{ field: 'cronExpression', expression: '15 8 * * 1-5' },
			['tuesday'],
			'2026-12-08T06:15:00.000Z',
		],
	])('is looked at on %s', (_, rule, opensOn, now) => {
		expect(at(rule, opensOn).world?.now).toBe(now);
	});

	test('is open when the schedule comes', () => {
		const { base, world } = at(daily);
		const closed = { ...given(daily), messages: [], said: skipped, world };
		const play = { ...played(closed), workflow: base.workflow };
		const [breach, ...others] = breaches('at its time', base, play);
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'change', kind: 'closed', node: 'Send' });
		expect(breach.happened).toBe(
			'“Send” never sends: “Start” comes on Friday at 07:30, when its Send Window is closed.',
		);
		const mends = mendsFor(breach, baseOf(base));
		expect(mends.map(({ advice }) => advice)).toEqual([
			'If it may go out then, choose Friday under Weekdays, too.',
			'If it may go out then, set Opens to 07:30.',
			'If it may go out then, set Closes to 08:30.',
		]);
		const values = mends.map(({ apply }) => {
			const { options } = apply(base.workflow).nodes.at(-1)!.parameters as {
				options: { skipMessages: { values: object } };
			};
			return options.skipMessages.values;
		});
		expect(values).toEqual([
			{ ...window, weekdays: ['monday', 'friday', 'friday'] },
			{ ...window, opens: '07:30' },
			{ ...window, closes: '08:30' },
		]);
	});
	test.each([
		['some are sent', people.map(hello), []],
		[
			'some are skipped for something else',
			[],
			[{ ...skipped[0], skipped: 'suppressed' }, skipped[1]],
		],
		['nothing comes', [], []],
		['a later try sends', [hello(anna)], skipped],
	])('is no matter where %s', (_, messages, said) => {
		const { base, world } = at(daily);
		const play = played({ ...given(daily), messages, said, world });
		expect(breaches('at its time', base, play)).toEqual([]);
	});
	test.each([
		['comes often', { field: 'hours' }],
		['names no hour', { field: 'days' }],
	])('is not looked at where the schedule %s', (_, rule) => {
		expect(at(rule).world).toBeUndefined();
	});
	test('is not looked at where there is none', () => {
		expect(
			relationOf('at its time').world(baseOf(played({ trigger: given(daily).trigger }))),
		).toBeUndefined();
	});
});

test('How many a Limit keeps is no matter of each item', () => {
	const adviceFor = (type: string) => {
		const read = { value: "={{ $('Rows').first().json.places }}" };
		const play = played({ ...at(type, read), merged: people.slice(0, 1) });
		const breach = { level: 'know', kind: 'rows', node: 'Merge', happened: '' } as const;
		return advised(breach, play).filter((advice) => advice.startsWith('Have each message read'));
	};
	expect(adviceFor('set')).toHaveLength(2);
	expect(adviceFor('limit')).toEqual([]);
});

describe('Another row in the place of one', () => {
	const world = (key: string, parameters: object) => {
		const rows = people.map((one, place) => ({ ...one, row_number: place + 2 }));
		const onceKey = { values: { key } };
		const options = { parameters: { ...sendKeyed, options: { onceKey } } };
		return relationOf('another in its place').world(
			baseOf(played({ rows, node: options, trigger: { parameters: parameters as never } })),
		);
	};
	const sendKeyed = { resource: 'sms', operation: 'send', to: '={{ $json.phone }}' };
	const daily = { rule: { interval: [{ field: 'days' }] } };
	const hourly = { rule: { interval: [{ field: 'hours' }] } };
	test.each([
		[
			'a key with the day comes another day',
			'={{ $json.row_number }} {{ $today }}',
			daily,
			86_400_000,
		],
		['a key without a time is the same then', '={{ $json.row_number }}', daily, undefined],
		['an hour later it is the same day', '={{ $json.row_number }} {{ $today }}', hourly, undefined],
	])('%s', (_, key, parameters, laterMs) => {
		expect(world(key, parameters)).toMatchObject({ times: 2 });
		expect(world(key, parameters)?.laterMs).toBe(laterMs);
	});
});
