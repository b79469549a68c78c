import { losesNothing } from '../../../../dev/check/advice/loses';
import { playable } from '../../../../dev/check/copy/replaced';
import type { Play } from '../../../../dev/check/play/round';
import { baseOf } from '../../../../dev/check/relations/base';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import { chain } from '../../../n8n/workflow';
import {
	advised,
	asPins,
	at,
	breaches,
	hello,
	passage,
	people,
	played,
	sent,
	type Given,
} from './madeUp';

const [anna, ben, carla] = people;

/** What the twenty-third set has taught the check: found there, and what a good workflow has that looks like it. */
describe('A condition on what stood in a row before', () => {
	const asks = (leftValue: string) =>
		at('filter', { conditions: { conditions: [{ leftValue, rightValue: 'booked' }] } });
	const before = "={{ $('Rows').item.json.status }}";
	/** Their states when the list was read, and when they are read again behind a wait. */
	const readAgain = (was: string[], now: string[], given: Given = asks(before)): Play => {
		const rows = people.map((one, place) => ({ ...one, status: was[place] }));
		const play = played({ ...given, rows, merged: rows });
		const again = people.map((one, place) => ({ ...one, status: now[place] }));
		play.rounds[0].runs.Merge = passage(2, again, again);
		return play;
	};
	const booked = ['booked', 'booked', 'booked'];
	const found = (play: Play) => breaches('all well', play).filter(({ kind }) => kind === 'answer');
	test('goes by what was read again, if that is advised', () => {
		const play = readAgain(booked, ['booked', 'canceled', 'booked']);
		const [breach, ...others] = found(play);
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'change', node: 'Merge', isAstray: true });
		expect(breach.happened).toContain('canceled for Ben, who get');
		expect(breach.wrong?.map(({ text }) => text)).toEqual(['Hello Ben']);
		expect(advised(breach, play)).toEqual([
			'Have it read what comes to it: set Conditions to {{ $json.status }}.',
		]);
		// Who is left out then may be left out.
		const then = played({ rows: [anna, carla], messages: [anna, carla].map(hello) });
		const wrong = new Set(['sms 37062345678 Hello Ben']);
		const cause = { breach, seen: [], wrong, astray: new Set(['37062345678']) };
		expect(losesNothing(play, then, cause, baseOf(play))).toBe(true);
	});
	test.each([
		['nothing has changed', readAgain(booked, booked)],
		['all have changed', readAgain(booked, ['sent', 'sent', 'sent'])],
		['they differed before', readAgain(['booked', 'new', 'booked'], ['booked', 'new', 'new'])],
		['they are numbers', readAgain(['1', '1', '1'], ['1', '2', '1'])],
		[
			'it compares both',
			readAgain(
				booked,
				['booked', 'canceled', 'booked'],
				asks("={{ $json.status === $('Rows').item.json.status }}"),
			),
		],
		[
			'it asks for what comes to it',
			readAgain(booked, ['booked', 'canceled', 'booked'], asks('={{ $json.status }}')),
		],
	])('is right where %s', (_, play) => {
		expect(found(play)).toEqual([]);
	});
});

describe('Two lists with numbers under one name', () => {
	const doctors = [
		{ doctor: 'Dr. Adams', phone: '+37069999991' },
		{ doctor: 'Dr. Baker', phone: '+37069999992' },
	];
	const text = ({ pet = '', doctor = '' }) =>
		`Reminder: ${pet} has a visit at 09:00, with ${doctor}`;
	const visits = people.map((one, place) => ({ ...one, pet: `Rex ${place}` }));
	/** A join of visits and doctors, of which one's number stays. */
	const joined = (
		words: (one: { pet?: string; doctor?: string }) => string,
		parameters = {},
		stays: 'doctor' | 'owner' = 'doctor',
	): Play => {
		const items = visits.map((visit, place) => {
			const doctor = doctors[place % 2];
			return stays === 'doctor' ? { ...visit, ...doctor } : { ...doctor, ...visit };
		});
		const messages = items.map((item) => sent(item.phone, words(item)));
		const given = at('merge', { mode: 'combine', fieldsToMatchString: 'id', ...parameters });
		const play = played({ ...given, rows: visits, merged: items, messages });
		const doctor = { name: 'Doctors', type: 'n8n-nodes-base.noOp', parameters: {} };
		const { nodes, connections } = play.workflow;
		play.workflow = {
			...play.workflow,
			nodes: [...nodes, doctor as unknown as WorkflowNode],
			connections: {
				...connections,
				Doctors: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
			},
		};
		play.world.pins.Doctors = asPins(doctors);
		play.rounds[0].runs.Doctors = passage(1, [{}], doctors);
		return play;
	};
	const found = (play: Play) =>
		breaches('all well', play).filter(({ happened }) => happened.startsWith('Both lists'));
	test('are told by whom nobody writes to', () => {
		const play = joined(text);
		const [breach, ...others] = found(play);
		expect(others).toEqual([]);
		expect(breach).toMatchObject({ level: 'change', kind: 'rows', node: 'Merge' });
		expect(breach.happened).toContain('and Anna, Ben, and Carla get nothing');
		expect(advised(breach, play).join('\n')).toContain('Prefer Input 1 Version');
	});
	test('are worth knowing where each is spoken to, whom it may be meant for', () => {
		const [breach] = found(joined(({ doctor = '', pet = '' }) => `${doctor}, see ${pet} at 09:00`));
		expect(breach.level).toBe('know');
	});
	test.each([
		['the user has said whose stays', joined(text, { options: { clashHandling: {} } })],
		["the owners' stays", joined(text, {}, 'owner')],
	])('are right where %s', (_, play) => {
		expect(found(play)).toEqual([]);
	});
});

describe('Amounts with separators between thousands', () => {
	const rows = [anna, ben, carla].map((one, place) => ({
		...one,
		amount: ['385,00', '1.540,00', '12,80'][place],
	}));
	const list = (value: string) => ({
		...at('set', { assignments: { assignments: [{ name: 'sum', value, type: 'number' }] } }),
		rows: rows as object[],
	});
	const parsed = list("={{ parseFloat($json.amount.replace(',', '.')) }}");
	const base = played({ ...parsed, merged: [rows[0]] as object[] });
	test('hold back whoever owes most', () => {
		const play = played({ ...parsed, merged: rows.slice(0, 2) as object[] });
		const [breach] = breaches('without separators', base, play);
		expect(breach).toMatchObject({ level: 'change', kind: 'misread', field: 'amount' });
		expect(breach.happened).toContain('takes “1.540,00” in “amount” for another amount, and Ben');
		expect(advised({ ...breach, node: 'Merge' }, base)).toContain(
			String.raw`Leave out what stands between thousands: set sum to {{ parseFloat($json.amount.replace(/[.,\s](?=\d{3}(\D|$))/g, '').replace(',', '.')) }}.`,
		);
	});
	test('make no difference where the same get something', () => {
		expect(breaches('without separators', base, base)).toEqual([]);
	});
});

test('an amount is divided by 100 only in a currency with anything behind the point', () => {
	const set = at('set', {
		assignments: { assignments: [{ name: 'sum', value: '={{ $json.amount / 100 }}' }] },
	});
	const row = { ...anna, amount: 33_000, money: { currency: 'jpy' } } as object;
	const merged = [{ ...row, sum: 330 }] as object[];
	const messages = [sent(anna.phone, 'Paid: 330 JPY')];
	const play = played({ ...set, rows: [row], merged, messages });
	const [breach] = breaches('all well', play).filter(({ kind }) => kind === 'misread');
	expect(breach.happened).toContain('Anna reads 330, and the row says 33000: JPY');
	expect(advised(breach, play)).toContain(
		"Divide by 100 only what isn't JPY: set sum to {{ $json.amount / (String($json.money.currency).toUpperCase() === 'JPY' ? 1 : 100) }}.",
	);
	const right = [sent(anna.phone, 'Room 330, to be paid in JPY')];
	// The amount stands there too: the other number is none.
	const days = [sent(anna.phone, 'Your order of 33000 JPY comes in 330 minutes')];
	const said = { ...set, rows: [row], merged, messages: days };
	expect(breaches('all well', played(said)).map(({ kind }) => kind)).not.toContain('misread');
	const known = { ...set, rows: [{ ...row, room: 330 } as object], messages: right };
	expect(breaches('all well', played(known)).map(({ kind }) => kind)).not.toContain('misread');
});

test('what a workflow brings together, it takes for the same, however it is spelled', () => {
	const rows = [{ ...anna, phone: '+370 61234567', its: 37061234567 }] as object[];
	const play = played({ rows, messages: [] });
	const pins = { ...play.world.pins, Others: asPins([{ its: 37061234567 }]) };
	const base = { ...play, world: { ...play.world, pins } };
	const then = played({ rows, merged: [{}, {}], messages: [sent('+37069999999', 'Who is that?')] });
	expect(breaches('spelled alike', base, then)).toEqual([]);
	const apart = [{ ...anna, phone: '+370 61234567' }] as object[];
	const unseen = { ...played({ rows: apart, messages: [] }), world: base.world };
	expect(breaches('spelled alike', unseen, then)).toHaveLength(1);
});

test('contacts are those that are pinned, and opt-outs those of the sandbox', () => {
	const start = { name: 'Start', type: 'n8n-nodes-base.scheduleTrigger', parameters: {} };
	const typeOf = (resource: string) => {
		const list = { name: 'List', parameters: { resource, operation: 'getAll' } };
		const send = { name: 'Send', parameters: { resource: 'sms', operation: 'send' } };
		const pinData = { List: asPins([{ phoneNumber: '37061234567' }]) };
		const { workflow } = playable({ ...chain(start, list, send), pinData } as never, 'id');
		return workflow.nodes.find(({ name }) => name === 'List')?.type;
	};
	expect([typeOf('contact'), typeOf('suppression')]).toEqual([
		'n8n-nodes-base.noOp',
		expect.stringContaining('messagingService'),
	]);
});
