import { telling } from '../../../../dev/check/advice/canvas';
import { mendsFor } from '../../../../dev/check/advice/mends';
import { withNode } from '../../../../dev/check/advice/change';
import { baseOf } from '../../../../dev/check/relations/base';
import { spelledAsAsked } from '../../../../dev/check/worlds/askedFor';
import type { Workflow } from '../../../../dev/n8n/types';
import {
	advised,
	asPins,
	at,
	breaches,
	found,
	type Given,
	hello,
	inShort,
	passage,
	people,
	type Person,
	played,
	relationOf,
	sent,
} from './madeUp';

const [anna, ben, carla] = people;

/** What the twenty-seventh set has taught the check: found there, and what a good workflow has that looks like it. */
describe('A time of the afternoon', () => {
	const says = (text: string) => {
		const rows = [{ ...anna, start: '2026-12-08 14:30' }];
		return found('misread', played({ rows, messages: [sent(anna.phone, text)] }));
	};
	test.each(['um 02:30 Uhr', 'om 02:30 uur', 'à 02h30', 'at 02:30.'])(
		'is half of the day early in %j',
		(text) => expect(says(text)).toHaveLength(1),
	);
	test.each(['at 02:30 in the afternoon', '02:30 Uhrzeit', 'um 14:30 Uhr', 'at 2:30'])(
		'may be meant by %j',
		(text) => expect(says(text)).toEqual([]),
	);
});

test('A day and its month are no hour and the month in the place of its minutes', () => {
	const says = (text: string, day: string) => {
		const rows = [{ ...anna, from: `2026-12-${day}T08:00:00`, to: '2026-12-11T10:00:00' }];
		return found('misread', played({ rows, messages: [sent(anna.phone, text)] }));
	};
	expect(says('From 10.12. on', '10')).toEqual([]);
	expect(says('At 10.12', '09')).toHaveLength(1);
	expect(says('At 10:12', '10')).toHaveLength(1);
});

test.each([
	['=flat-{{ $json.house }}{{ $json.flat }}', 'flat-{{ $json.house }} {{ $json.flat }}'],
	['={{ $json.house + $json.flat }}', '{{ $json.house }} {{ $json.flat }}'],
])('Fields that a key has side by side, %s, are set apart first of all', (key, better) => {
	const node = {
		parameters: {
			...{ resource: 'sms', operation: 'send', to: '={{ $json.phone }}', text: 'Hello' },
			options: { onceKey: { values: { key } } },
		},
	};
	const play = played({ node });
	const breach = { level: 'change', kind: 'key', node: 'Send', happened: '' } as const;
	expect(advised(breach, play)[0]).toBe(`Set the Key to ${better}`);
});

describe('Rules that ask for words in one field', () => {
	const given = (words: string[], more: object = {}): Given =>
		at('switch', {
			rules: {
				values: words.map((rightValue) => ({
					conditions: {
						conditions: [
							{
								...{ leftValue: '={{ $json.classes }}', rightValue },
								operator: { type: 'array', operation: 'contains' },
								...more,
							},
						],
					},
				})),
			},
		});
	const each = (
		asked: Given,
		usual: Person[][],
		all: Person[][],
		messages = people.flatMap((one) =>
			one === ben ? [hello(one), sent(one.phone, 'Too')] : hello(one),
		),
	) => {
		const passing = (outputs: Person[][], said = people.map(hello)) => {
			const play = played({ ...asked, messages: said });
			play.rounds[0].runs.Merge = passage(2, people, ...outputs);
			return play;
		};
		return breaches('each rule that fits', passing(usual), passing(all, messages));
	};
	const words = ['Yoga', 'Pilates'];
	const usual = [[anna, ben], [carla]];
	const all = [
		[anna, ben],
		[ben, carla],
	];
	test('are worth knowing where several fit a row, and only the first applies', () => {
		const [breach] = each(given(words), usual, all);
		expect(breach).toMatchObject({ level: 'know', kind: 'first', node: 'Merge' });
		expect(breach.happened).toBe(
			"Several rules of “Merge” fit Ben, and only the first applies: the messages behind the others don't go out.",
		);
		const play = played(given(words));
		const [{ advice, apply }] = mendsFor(breach, baseOf(play));
		expect(advice).toBe(
			'If each is to apply, add the option Send data to all matching outputs, and turn it on.',
		);
		expect(apply(play.workflow).nodes[2].parameters.options).toEqual({ allMatchingOutputs: true });
	});
	test.each([
		['one word is a part of the other', each(given(['Yoga', 'Yoga for kids']), usual, all)],
		[
			'they ask for the whole',
			each(given(words, { operator: { operation: 'equals' } }), usual, all),
		],
		['nobody gets more', each(given(words), usual, all, people.map(hello))],
		['each row fits one', each(given(words), usual, usual)],
	])('are right where %s', (_, some) => {
		expect(some).toEqual([]);
	});
});

describe('Digits that a called workflow takes as a number', () => {
	const calling = (type: string, code = '0471'): Given => {
		const inputs = (fields: object) => ({ workflowInputs: fields });
		const calls = {
			nodes: [
				{
					...{ name: 'When called', type: 'n8n-nodes-base.executeWorkflowTrigger' },
					parameters: inputs({ values: [{ name: 'phone' }, { name: 'code', type }] }),
				},
			],
			connections: {},
		};
		return {
			rows: people.map((one) => ({ ...one, code })),
			between: {
				type: 'n8n-nodes-base.executeWorkflow',
				parameters: inputs({
					schema: [
						{ id: 'code', type },
						{ id: 'phone', type: 'string' },
					],
				}),
				calls: calls as unknown as Workflow,
			},
		};
	};
	const name = 'texts passed on as they are';
	const says = (code: string, given: Given) =>
		played({ ...given, messages: people.map(({ phone }) => sent(phone, `Your code: ${code}`)) });
	test('are passed on as text, and told where somebody reads something else', () => {
		const given = calling('number');
		const base = says('471', given);
		const [breach, ...others] = breaches(name, base, says('0471', given));
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'change', kind: 'digits', node: 'Merge', field: 'code' });
		expect(breach.happened).toBe(
			'The workflow that “Merge” calls takes “code” as a number, without the zeros in front: Anna, Ben, and Carla read “Your code: 471” in place of “Your code: 0471”',
		);
		const [{ advice, apply }] = mendsFor(breach, baseOf(base));
		expect(advice).toBe(
			'In the trigger of the workflow that it calls, choose the type String for code, and here too.',
		);
		const mended = JSON.stringify(apply(base.workflow));
		expect(mended).toContain('{"id":"code","type":"string"}');
		expect(mended).toContain('{"name":"code","type":"string"}');
		expect(mended).toBe(JSON.stringify(relationOf(name).change?.(base.workflow, baseOf(base))));
		expect(breaches(name, base, base)).toEqual([]);
	});
	test.each([
		['text', calling('string')],
		['digits without zeros', calling('number', '4711')],
		['no digits', calling('number', 'A-04')],
	])('are no matter where it is %s', (_, given) => {
		expect(relationOf(name).world(baseOf(played(given)))).toBeUndefined();
	});
});

test('What a text to people says is not what a workflow asks for in another spelling', () => {
	const asks = {
		conditions: { conditions: [{ leftValue: '={{ $json.status }}', rightValue: 'hazır' }] },
	};
	const workflow = (text: string) =>
		played({ ...at('filter', asks), node: { parameters: { text }, type: ours } }).workflow;
	const pins = { Rows: asPins([{ status: 'hazır' }, { status: 'HAZIR' }]) };
	expect(spelledAsAsked(workflow('Gozlugunuz hazir.'), pins)?.pairs).toHaveLength(1);
	expect(spelledAsAsked(workflow("={{ $json.status === 'hazir' }}"), pins)).toBeUndefined();
});
const ours = 'n8n-nodes-messaging-service-sms.messagingService';

test('A Limit before who hears of what could not be sent is taken away first', () => {
	const play = played({
		node: { onError: 'continueErrorOutput', type: ours },
	});
	const { nodes, connections } = play.workflow;
	const limit = { name: 'One', type: 'n8n-nodes-base.limit', parameters: {} };
	const mail = { name: 'Mail', type: 'n8n-nodes-base.noOp', parameters: {} };
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const workflow = {
		...play.workflow,
		nodes: [...nodes, limit, mail],
		connections: { ...connections, Send: { main: [[], to('One')] }, One: { main: [to('Mail')] } },
	};
	const breach = { level: 'change', kind: 'untold', node: 'Send', happened: '' } as const;
	const [mend, ...others] = mendsFor(breach, baseOf({ ...play, workflow }));
	expect(mend.advice).toBe('Remove “One”, or deactivate it: it lets only some through.');
	expect(mend.apply(workflow)).toEqual(withNode(workflow, 'One', { disabled: true }));
	expect(others.map(({ advice }) => advice)).toEqual(
		telling(nodes.at(-1)!, workflow).map(({ advice }) => advice),
	);
});

test('Code takes what belongs to each item, and not what stands at its place of an earlier list', () => {
	const jsCode = "const all = $('Rows').all(); return $input.all().map((one, i) => all[i]);";
	const breach = { level: 'change', kind: 'rows', node: 'Merge', happened: '' } as const;
	const mended = (code: string) => {
		const play = played(at('code', { jsCode: code }));
		return mendsFor(breach, baseOf(play)).map(
			({ apply }) => apply(play.workflow).nodes[2].parameters.jsCode,
		);
	};
	expect(mended(jsCode)).toContain(
		"const all = $input.all().map((_, i) => $('Rows').itemMatching(i)); return $input.all().map((one, i) => all[i]);",
	);
	expect(mended("return $('Rows').all();").join()).not.toContain('itemMatching');
});

describe('A campaign whose time is by another clock', () => {
	const planned = (
		more: object,
		scheduledAt = '2027-01-09T18:30:00Z',
		timezone = 'Europe/Athens',
	) => {
		const row = { ...anna, hour: '18:30', ...more };
		const merged = [{ ...row, at: scheduledAt }] as object[];
		const play = played({
			...{ rows: [row], merged },
			...at('set', {
				assignments: { assignments: [{ name: 'at', value: '={{ $json.hour }}:00Z' }] },
			}),
			node: {
				type: ours,
				parameters: {
					resource: 'campaign',
					operation: 'create',
					options: { scheduledAt: '={{ $json.at }}' },
				},
			},
			requests: [{ path: '/v1/campaigns', body: { scheduledAt, recipients: [anna.phone] } }],
		});
		play.workflow = { ...play.workflow, settings: { timezone } };
		return play;
	};
	test('goes out by it, and the row says it as that of the workflow', () => {
		const play = planned({});
		const [breach, ...others] = found('misread', play);
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'change', node: 'Merge' });
		expect(breach.happened).toBe(
			'“Send” has its messages go out at 20:30, by the clock of the workflow, and the row says 18:30 in “hour”, which is that time in UTC.',
		);
		expect(advised(breach, play)).toContain('As it is meant: set at to {{ $json.hour }}:00.');
	});
	test.each([
		['the row has the other time, too', planned({ hour: '18:30 to 20:30' })],
		['the row says nothing of it', planned({ hour: '9:00' })],
		['its time has a zone', planned({ hour: '2027-01-09T18:30:00Z' })],
		['its name says so', planned({ hour: '', hourUTC: '18:30' })],
		['the clock of the workflow is UTC', planned({}, undefined, 'Etc/UTC')],
	])('is right where %s', (_, play) => {
		expect(inShort(found('misread', play))).toEqual([]);
	});
});

describe('A number that is 0', () => {
	const value = '={{ $json.rest || $json.total }}';
	const set = (text: string) =>
		at('set', { assignments: { assignments: [{ name: 'owed', value: text }] } });
	const rows = [340, 0, 90].map((rest, place) => ({
		...{ ...people[place], points: 0, rest },
		total: 340 + place,
	}));
	const says = (owed: string[], more: Given = set(value), given = rows) =>
		played({
			...more,
			rows: given,
			messages: people.map(({ phone }, place) => sent(phone, `You owe ${owed[place]} EUR`)),
		});
	const usual = says(['340,00', '341,00', '90,00']);
	test('is a number where || takes another one instead', () => {
		const world = relationOf('no zeros').world(baseOf(usual));
		expect(world?.pins.Rows.map(({ json }) => json.rest)).toEqual([340, 7, 90]);
		const [breach, ...others] = breaches('no zeros', usual, says(['340,00', '7,00', '90,00']));
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'know', kind: 'zero', node: 'Merge' });
		expect(breach.happened).toBe(
			'Ben reads 341,00 of “total” in place of “rest”, which is 0: || takes 0 for nothing.',
		);
		expect(breach.wrong).toHaveLength(1);
		expect(advised(breach, usual)).toEqual([
			"Ask whether there is a number: 0 is one: set owed to {{ (String($json.rest ?? '') === '' ? $json.total : $json.rest) }}.",
		]);
	});
	test('is one where a number stands behind ||, although the text has it elsewhere, too', () => {
		const more = set('={{ $json.rest || 10 }}');
		const of = (rest: number) => says(['340', `${rest} of 10`, '90'], more);
		const [breach, ...others] = breaches('no zeros', of(10), of(7));
		expect(others).toEqual([]);
		expect(breach.happened).toBe(
			'Ben reads 10 in place of “rest”, which is 0: || takes 0 for nothing.',
		);
		expect(advised(breach, of(10))).toEqual([
			"Ask whether there is a number: 0 is one: set owed to {{ (String($json.rest ?? '') === '' ? 10 : $json.rest) }}.",
		]);
	});
	test.each([
		['0 is said', says(['340,00', '0,00', '90,00']), '7,00'],
		['the text is the same', usual, '341,00'],
		['it is reckoned with', usual, '334,00'],
		['the other number stands there, too', usual, '7,00 of 341,00'],
	])('is right where %s', (_, base, then) => {
		expect(breaches('no zeros', base, says(['340,00', then, '90,00']))).toEqual([]);
	});
	test.each([
		['nothing asks for another value', says([], set('={{ $json.rest }}'))],
		['no number is 0', says([], set(value), rows.slice(0, 1))],
		['another field is asked for', says([], set("={{ $json.name || 'you' }}"))],
	])('is not looked at where %s', (_, base) => {
		expect(relationOf('no zeros').world(baseOf(base))).toBeUndefined();
	});
});
